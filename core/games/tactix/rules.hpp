// tactix: Piet Hein's take-away game; a move takes adjacent counters of one row or column.
#pragma once

#include <algorithm>
#include <bit>

#include "game.hpp"
#include "text.hpp"

namespace quincunx {

// Squares are bits in reading order; on the 4x4 grid:
//
//      a  b  c  d
//   1  0  1  2  3
//   2  4  5  6  7
//   3  8  9 10 11
//   4 12 13 14 15
//
// A move is the set of its squares: it is legal when all of them hold counters.
class Tactix {
public:
    static constexpr std::string_view name = "tactix";

    struct Position {
        std::uint64_t counters;
        std::uint8_t next;  // the seat to move, or that would be if any counter were left
        bool operator==(const Position&) const = default;
    };

    explicit Tactix(std::string_view options) : Tactix(Options(name, options)) {}

    const int size;
    const bool last_loses;

    int seats() const { return 2; }
    const std::string& spec() const { return spec_; }
    const std::vector<std::string>& actions() const { return actions_; }
    // The squares each move takes, by move.
    const std::vector<std::uint64_t>& spans() const { return spans_; }
    Position start() const { return {(std::uint64_t{1} << (size * size)) - 1, 1}; }

    Position read(std::string_view body) const {
        Position position{0, 0};
        Scan scan(body);
        for (int i = 0; i < size * size; ++i) {
            if (i && i % size == 0) scan.expect('/');
            position.counters |= static_cast<std::uint64_t>(scan.one_of(".o")) << i;
        }
        scan.expect(' ');
        position.next = static_cast<std::uint8_t>(1 + scan.one_of("12"));
        scan.end();
        return position;
    }

    std::string write(const Position& position) const {
        std::string text;
        for (int i = 0; i < size * size; ++i) {
            if (i && i % size == 0) text += '/';
            text += position.counters >> i & 1 ? 'o' : '.';
        }
        return text + ' ' + static_cast<char>('0' + position.next);
    }

    int turn(const Position& position) const { return position.counters ? position.next : NOBODY; }
    int actor(const Position& position) const { return turn(position); }

    // Not inlined: vectorised it is large, and the module for browsers has a limit.
    [[gnu::noinline]] void moves(const Position& position, MoveList& list) const {
        list.clear();
        for (std::size_t first = 0; first < spans_.size(); first += 64) {
            const auto* const spans = spans_.data() + first;
            const auto count = std::min<std::size_t>(64, spans_.size() - first);
            std::uint64_t legal = 0;  // four at a time with AVX2
            for (std::size_t i = 0; i < count; ++i) legal |= std::uint64_t{(spans[i] & ~position.counters) == 0} << i;
            for (; legal; legal &= legal - 1) list.push(static_cast<Move>(first + std::countr_zero(legal)));
        }
    }

    void play(Position& position, Move move) const {
        position.counters &= ~spans_[move];
        position.next = 3 - position.next;
    }

    // Whether the seat to move can only take the last counter, and loses by that.
    bool must_lose(const Position& position) const { return last_loses && std::popcount(position.counters) == 1; }

    Result result(const Position& position) const {
        if (position.counters) return {};
        return {true, last_loses ? position.next : 3 - position.next, "last"};
    }

    int weight(const Position&, Move) const { return 0; }
    std::vector<std::string> steps(const Position&, Move) const { return {}; }
    std::uint64_t hash(const Position& position) const { return mix(position.counters << 2 | position.next); }

private:
    explicit Tactix(Options options)
        : size(options.whole("size", 4, 3, 6)),
          last_loses(options.choice("goal", {"last-loses", "last-wins"}) == 0),
          spec_(options.spec()) {
        for (int first = 0; first < size * size; ++first) {
            const int x = first % size, y = first / size;
            add(first, 0, 1);
            for (int length = 2; length <= size - x; ++length) add(first, 1, length);
            for (int length = 2; length <= size - y; ++length) add(first, size, length);
        }
    }

    void add(int first, int step, int length) {
        const int last = first + step * (length - 1);
        std::uint64_t squares = 0;
        for (int i = 0; i < length; ++i) squares |= std::uint64_t{1} << (first + step * i);
        auto token = square_name(first % size, first / size);
        if (length > 1) token += '-' + square_name(last % size, last / size);
        actions_.push_back(std::move(token));
        spans_.push_back(squares);
    }

    std::string spec_;
    std::vector<std::string> actions_;
    std::vector<std::uint64_t> spans_;
};

static_assert(Game<Tactix>);

}  // namespace quincunx
