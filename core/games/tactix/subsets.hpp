// Who wins each position that a tactix position can still become: all subsets of its counters, in tables.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "search/search.hpp"

namespace quincunx::tactix {

// A set of counters, a bit a square; n of them are numbered 0 to n-1 from the lowest, so that a subset of them is a number
// below 2^n.
class Numbering {
public:
    explicit Numbering(std::uint64_t counters) : counters_(counters) {}

    int size() const { return std::popcount(counters_); }
    std::uint64_t number(std::uint64_t subset) const {
#ifdef __BMI2__
        return _pext_u64(subset, counters_);
#else
        std::uint64_t found = 0;
        int i = 0;
        for (auto left = counters_; left; left &= left - 1, ++i) found |= (subset >> std::countr_zero(left) & 1) << i;
        return found;
#endif
    }
    // The moves that can be made within the set, by number.
    std::vector<std::uint64_t> moves(const std::vector<std::uint64_t>& spans) const {
        std::vector<std::uint64_t> found;
        for (const auto span : spans)
            if (!(span & ~counters_)) found.push_back(number(span));
        return found;
    }

private:
    std::uint64_t counters_;
};

// How many moves each subset lasts under best play: the winner hurries, the loser delays. The parity says who wins: the seat to
// move makes the last move when the number is odd. One byte a subset.
class Distances {
public:
    using Entry = std::uint8_t;
    static std::uint64_t entries(int counters) { return std::uint64_t{1} << counters; }

    // Empty if the control stops it. A node is an entry.
    static std::optional<Distances> make(std::uint64_t counters, const std::vector<std::uint64_t>& spans,
                                         bool last_loses, Control& control) {
        constexpr std::uint64_t breath = 1 << 12;
        Distances made(counters, last_loses);
        const auto moves = made.numbering_.moves(spans);
        for (std::uint64_t subset = 1; subset < made.bytes_.size(); ++subset) {
            int soonest = NEVER, latest = 0;
            for (const auto move : moves) {
                if (move & ~subset) continue;
                const int lasts = 1 + made.bytes_[subset - move];
                if (made.won(lasts))
                    soonest = std::min(soonest, lasts);
                else
                    latest = std::max(latest, lasts);
            }
            made.bytes_[subset] = static_cast<Entry>(soonest < NEVER ? soonest : latest);
            if (subset % breath == 0 && control.spend(breath)) return std::nullopt;
        }
        if (control.spend(made.bytes_.size() % breath)) return std::nullopt;
        return made;
    }

    int operator[](std::uint64_t counters) const { return bytes_[numbering_.number(counters)]; }
    // Whether the seat to move wins if the game lasts this many moves.
    bool won(int lasts) const { return (lasts % 2 == 0) == last_loses_; }

private:
    static constexpr int NEVER = 255;

    Distances(std::uint64_t counters, bool last_loses)
        : numbering_(counters), last_loses_(last_loses), bytes_(entries(numbering_.size())) {}

    Numbering numbering_;
    bool last_loses_;
    std::vector<Entry> bytes_;
};

// Which subsets are lost for the seat to move, one bit each.
//
// A word holds the 64 subsets that agree on all counters but the first six:
//
//   number of a subset:  counters n-1 … 6 = the word | counters 5 … 0 = the bit in it
//
// A word is made from the finished words before it, 64 subsets at once. A subset is won if some move leads to a lost one:
//   a move among the upper counters    won |= lost[word - move]
//   one that takes lower ones as well  won |= (lost[word - upper part] less the bits that have them) << lower part
//   one among the lower counters       the lowest bit not yet won is lost, and all that lead to it by such a move are won
class Losses {
public:
    using Entry = std::uint64_t;
    static std::uint64_t entries(int counters) { return std::uint64_t{1} << std::max(counters - LOW, 0); }

    // Empty if the control stops it. A node is an entry, that is a word.
    static std::optional<Losses> make(std::uint64_t counters, const std::vector<std::uint64_t>& spans, bool last_loses,
                                      Control& control) {
        Losses made(counters, spans, last_loses);
        if (!made.fill(control)) return std::nullopt;
        return made;
    }

    // An empty table.
    Losses(std::uint64_t counters, const std::vector<std::uint64_t>& spans, bool last_loses)
        : numbering_(counters),
          moves_(numbering_.moves(spans)),
          last_loses_(last_loses),
          words_(entries(numbering_.size())),
          lost_(new Entry[words_]) {}

    // Continues where it was stopped. False if the control stops it again; finished work is kept.
    bool fill(Control& control);

    // The words in order; the first `done` are finished. A table may be given words that another one made.
    std::uint64_t words() const { return words_; }
    std::uint64_t done() const { return done_; }
    const Entry* made() const { return lost_.get(); }
    void restore(const Entry* made, std::uint64_t count) {
        count = std::min(count, words_ - done_) / block() * block();
        std::copy_n(made, count, lost_.get() + done_);
        done_ += count;
    }

    // Only of a table that is full.
    bool lost(std::uint64_t counters) const {
        const auto number = numbering_.number(counters);
        return lost_[number >> LOW] >> (number & 63) & 1;
    }
    // The moves, by their place among the spans, that leave a lost subset.
    std::vector<int> winning(std::uint64_t counters, const std::vector<std::uint64_t>& spans) const {
        std::vector<int> found;
        for (std::size_t i = 0; i < spans.size(); ++i)
            if (!(spans[i] & ~counters) && lost(counters & ~spans[i])) found.push_back(static_cast<int>(i));
        return found;
    }

    std::uint64_t count() const {
        std::uint64_t sum = 0;
        for (std::uint64_t word = 0; word < words_; ++word)
            sum += static_cast<std::uint64_t>(std::popcount(lost_[word]));
        return sum;
    }

private:
    static constexpr int LOW = 6;  // counters within a word
    static constexpr int BLOCK =
        12;  // counters within a block of words: 32 KiB, so that a block stays in the fastest memory

    // For each set of lower counters the bits that have none of it.
    static constexpr std::array<std::uint64_t, 64> LESS = [] {
        std::array<std::uint64_t, 64> less{};
        for (std::uint64_t low = 0; low < 64; ++low)
            for (std::uint64_t bit = 0; bit < 64; ++bit)
                if (!(bit & low)) less[low] |= std::uint64_t{1} << bit;
        return less;
    }();

    // A move that takes upper counters: how many words back it leads, and the lower counters it takes.
    struct Reach {
        std::uint32_t back;
        std::uint32_t low;
    };

    std::uint64_t block() const { return std::min<std::uint64_t>(words_, 1u << BLOCK); }

    Numbering numbering_;
    std::vector<std::uint64_t> moves_;
    bool last_loses_;
    std::uint64_t words_;
    std::uint64_t done_ = 0;
    std::unique_ptr<Entry[]> lost_;
};

inline bool Losses::fill(Control& control) {
    const std::uint64_t block = this->block();
    std::uint64_t low = 0;  // the moves among the lower counters, a bit each
    std::vector<Reach> reaches;
    for (const auto move : moves_)
        if (move >> LOW)
            reaches.push_back({static_cast<std::uint32_t>(move >> LOW), static_cast<std::uint32_t>(move & 63)});
        else
            low |= std::uint64_t{1} << move;
    std::array<std::uint64_t, 64> leads_to;  // for each bit those that come to it by such a move
    for (std::size_t bit = 0; bit < 64; ++bit) leads_to[bit] = (low & LESS[bit]) << bit;
    // The moves within a block are the same for all blocks: those of word i lie from begins[i] to begins[i + 1].
    std::vector<Reach> within;
    std::vector<std::uint32_t> begins{0};
    begins.reserve(block + 1);
    for (std::uint64_t i = 0; i < block; ++i) {
        for (const auto& reach : reaches)
            if (!(reach.back & ~i)) within.push_back(reach);
        begins.push_back(static_cast<std::uint32_t>(within.size()));
    }
    std::vector<Reach> above,
        across;  // of the moves that leave the block: those whose part within it is nothing, or something
    for (std::uint64_t base = done_; base < words_; base += block) {
        above.clear();
        across.clear();
        for (const auto& reach : reaches)
            if (reach.back >= block && !(reach.back & ~(base + block - 1)))
                (reach.back % block ? across : above).push_back(reach);
        for (std::uint64_t i = 0; i < block; ++i) {
            const std::uint64_t word = base + i;
            std::uint64_t won = word == 0 && last_loses_;
            const auto take = [&](const Reach& reach) {
                won |= (lost_[word - reach.back] & LESS[reach.low]) << reach.low;
            };
            for (auto k = begins[i]; k < begins[i + 1]; ++k) take(within[k]);
            for (const auto& reach : above) take(reach);
            if (~won)
                for (const auto& reach : across)
                    if (!(reach.back & ~word)) take(reach);
            std::uint64_t lost = 0;
            for (auto open = ~won; open; open = ~(won | lost)) {
                lost |= open & -open;
                won |= leads_to[static_cast<std::size_t>(std::countr_zero(open))];
            }
            lost_[word] = lost;
        }
        done_ = base + block;
        control.set_progress(static_cast<double>(done_) / static_cast<double>(words_));
        if (control.spend(block)) return false;
    }
    return true;
}

}  // namespace quincunx::tactix
