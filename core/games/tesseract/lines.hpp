// Boards on which lines of four count, in any number of dimensions: the representation that tesseract's searches use.
#pragma once

#include <array>
#include <bit>
#include <bitset>
#include <cstdint>
#include <span>

#include "search/search.hpp"

namespace quincunx {

// The squares and lines of a board. It never changes, and must outlive the boards made from it.
class LineMap {
public:
    // Of four dimensions, the most we play.
    static constexpr int MAX_SQUARES = 256, MAX_LINES = 520, MAX_THROUGH = 15;

    struct Through {
        std::uint16_t line;
        std::uint8_t place;  // of the square in the line, 0 to 3
    };

    // `lines` is a range of ranges of four squares.
    template <class Lines>
    LineMap(int squares, const Lines& lines) : squares_(squares) {
        for (const auto& line : lines) {
            std::uint8_t place = 0;
            for (const auto square : line) {
                square_[lines_][place] = square;
                through_[square][degree_[square]++] = {lines_, place++};
            }
            ++lines_;
        }
        Random random(4);
        for (auto& keys : key_)
            for (auto& key : keys) key = random();
    }

    int squares() const { return squares_; }
    int lines() const { return lines_; }
    int square(int line, int place) const { return square_[line][place]; }
    std::span<const Through> through(int square) const { return {through_[square].data(), degree_[square]}; }
    std::uint64_t key(int side, int square) const { return key_[side][square]; }  // of a mark, for hashing

private:
    int squares_;
    std::uint16_t lines_ = 0;
    std::array<std::array<std::uint8_t, 4>, MAX_LINES> square_{};
    std::array<std::array<Through, MAX_THROUGH>, MAX_SQUARES> through_{};
    std::array<std::uint8_t, MAX_SQUARES> degree_{};
    std::array<std::array<std::uint64_t, MAX_SQUARES>, 2> key_{};
};

using SquareSet = std::bitset<LineMap::MAX_SQUARES>;
using LineSet = std::array<std::uint64_t, (LineMap::MAX_LINES + 63) / 64>;  // line i is bit i % 64 of word i / 64

// What a line is to the two sides: empty, 1 to 4 marks of one side alone, or dead (marks of both).
inline constexpr int EMPTY_LINE = 0, DEAD_LINE = 9, LINE_KINDS = 10;
constexpr int line_of(int side, int marks) { return 4 * side + marks; }

// The marks of side 0 and side 1 (seats less 1) with the kind of every line kept up to date. The state of a line is one byte:
//
//     bit   7 6 5 4   3 2 1 0
//           side 1    side 0       bit p of a side: its mark is on the square at place p of the line
//
// and for each kind there is the set of the lines that are of it.
class LineBoard {
public:
    // The kind of a line by its state.
    static constexpr auto KINDS = [] {
        std::array<std::uint8_t, 256> kinds{};
        for (unsigned state = 0; state < 256; ++state) {
            const int a = std::popcount(state & 15), b = std::popcount(state >> 4);
            kinds[state] = static_cast<std::uint8_t>(a && b ? DEAD_LINE
                                                     : a    ? line_of(0, a)
                                                     : b    ? line_of(1, b)
                                                            : EMPTY_LINE);
        }
        return kinds;
    }();

    explicit LineBoard(const LineMap& map) : map_(&map) {
        for (int line = 0; line < map.lines(); ++line) flip(EMPTY_LINE, line);
    }

    const LineMap& map() const { return *map_; }
    bool is_empty(int square) const { return !taken_[square]; }
    std::uint64_t hash() const { return hash_; }
    std::uint8_t state(int line) const { return state_[line]; }
    int kind(int line) const { return KINDS[state_[line]]; }
    const LineSet& lines(int kind) const { return set_[kind]; }
    int count(int kind) const {
        int sum = 0;
        for (const auto word : set_[kind]) sum += std::popcount(word);
        return sum;
    }

    void play(int side, int square) { turn(side, square); }       // the square must be empty
    void take_back(int side, int square) { turn(side, square); }  // the mark must be there

    // The places of a line's empty squares, as bits; and the first and the last of these squares.
    unsigned free_places(int line) const { return ~(state_[line] | state_[line] >> 4) & 15u; }
    int first_free(int line) const { return map_->square(line, std::countr_zero(free_places(line))); }
    int last_free(int line) const { return map_->square(line, std::bit_width(free_places(line)) - 1); }

    // A square that gives `side` four in a line, or -1; `several` is true if there are others.
    int fourth(int side, bool& several) const {
        int found = -1;
        several = false;
        for_each(set_[line_of(side, 3)], [&](int line) {
            const int square = first_free(line);
            several |= found >= 0 && found != square;
            found = square;
        });
        return found;
    }
    int fourth(int side) const {
        bool several;
        return fourth(side, several);
    }

    template <class Visit>
    static void for_each(const LineSet& set, Visit visit) {
        for (std::size_t word = 0; word < set.size(); ++word)
            for (auto bits = set[word]; bits; bits &= bits - 1)
                visit(static_cast<int>(64 * word) + std::countr_zero(bits));
    }

private:
    void flip(int kind, int line) { set_[kind][line / 64] ^= std::uint64_t{1} << line % 64; }

    // Puts a mark on the board or, the second time, takes it off.
    void turn(int side, int square) {
        taken_.flip(square);
        hash_ ^= map_->key(side, square);
        for (const auto [line, place] : map_->through(square)) {
            flip(kind(line), line);
            state_[line] ^= static_cast<std::uint8_t>(1u << place << 4 * side);
            flip(kind(line), line);
        }
    }

    const LineMap* map_;
    std::uint64_t hash_ = 0;
    std::array<LineSet, LINE_KINDS> set_{};
    std::array<std::uint8_t, LineMap::MAX_LINES> state_{};
    SquareSet taken_;
};

}  // namespace quincunx
