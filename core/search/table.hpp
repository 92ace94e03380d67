// A transposition table: positions already searched.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "game.hpp"
#include "pages.hpp"
#include "threads.hpp"

namespace quincunx {

// How a stored score relates to the true one.
enum class Bound : std::uint8_t { NONE, LOWER, UPPER, EXACT };

// The entry of a position; empty while `bound` is NONE.
struct Entry {
    Move move = 0;
    int score = 0;
    int depth = 0;
    Bound bound = Bound::NONE;
};

// May be shared by threads. A slot is two words, the first hiding the key in the second, so that a
// slot written by two threads at once is only a miss:
//
//     key ^ data,  data   63 .. 48  47 .. 32  31 .. 24  17 16
//                         move      score     depth     bound
class Transpositions {
public:
    explicit Transpositions(std::uint64_t bytes)
        : mask_(std::bit_floor(std::max<std::uint64_t>(bytes / 16, 2)) - 1),
          memory_(std::calloc(mask_ + 1 + alignment() / 16, 16), std::free),
          words_(static_cast<std::uint64_t*>(memory_.get())) {
        if (!memory_) throw std::bad_alloc();
        words_ += (alignment() - reinterpret_cast<std::uintptr_t>(words_) % alignment()) / sizeof *words_;
        advise_large_pages(words_, 16 * (mask_ + 1));
    }

    // Prefetches the slots of a key that `find` will read soon.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(words_ + 2 * (key & mask_)); }

    Entry find(std::uint64_t key) const {
        for (std::uint64_t way = 0; way < 2; ++way) {
            const auto at = (key & mask_) ^ way;
            const auto data = load(word(2 * at + 1));
            if (data && (load(word(2 * at)) ^ data) == key) return unpack(data);
        }
        return {};
    }
    // Of the two places for a key the first keeps the deeper search, the second the newer.
    void keep(std::uint64_t key, const Entry& entry) {
        auto at = key & mask_;
        const auto old = load(word(2 * at + 1));
        if ((load(word(2 * at)) ^ old) != key && entry.depth < unpack(old).depth) at ^= 1;
        const auto data =
            std::uint64_t{entry.move} << 48 | std::uint64_t{static_cast<std::uint16_t>(entry.score)} << 32 |
            std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 24 | static_cast<std::uint64_t>(entry.bound) << 16;
        store(word(2 * at + 1), data);
        store(word(2 * at), key ^ data);
    }

private:
    static Entry unpack(std::uint64_t data) {
        return {static_cast<Move>(data >> 48), static_cast<std::int16_t>(data >> 32),
                static_cast<std::int8_t>(data >> 24), static_cast<Bound>(data >> 16 & 3)};
    }
    std::uint64_t& word(std::uint64_t i) const { return words_[i]; }
    // So that both slots of a key are in the same cache line, and a large table can have large pages.
    std::size_t alignment() const { return 16 * (mask_ + 1) >= LARGE_PAGE ? LARGE_PAGE : 64; }

    std::uint64_t mask_;
    std::unique_ptr<void, decltype(&std::free)> memory_;  // calloc: untouched memory costs nothing
    std::uint64_t* words_;
};

}  // namespace quincunx
