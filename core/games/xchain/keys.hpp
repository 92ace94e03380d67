// Exact keys for positions of xchain for two on small boards.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "games/xchain/board.hpp"
#include "games/xchain/rules.hpp"

namespace quincunx::xchain {

// A position as a number, the same for all its turns and for no other position.
//
// Each square is a digit: 0 if it is empty, 2v - 1 if the mover has v pieces on it, 2v if the other seat has. So a corner has 3 states,
// an edge 5 and a square inside 7, and their product is what the next digit counts. All boards up to 25 squares fit into 60 bits:
// 5x5 has 3^4 * 5^12 * 7^9 = 8.0e17 of these numbers. The key is the smallest number of all turns of the board, plus 1.
//
// The number is linear in the sets of a board: the sum over all squares of weight * (2 value - own). So tables of what nine squares add
// to it give it for four turns at a time.
class Keys {
public:
    static constexpr int SQUARES = 25;
    static constexpr int BITS = 60;
    using Board = xchain::Board<1, 2>;

    explicit Keys(const Xchain& game)
        : width_(game.width()), height_(game.height()), grid_(game.width(), game.height()) {
        if (game.seats() != 2 || game.area() > SQUARES)
            throw Refusal("proofs of xchain are for 2 seats and at most 25 squares");
        chunks_ = (game.area() + CHUNK - 1) / CHUNK;
        halves_ = width_ == height_ ? 2 : 1;
        std::array<std::uint64_t, SQUARES> weight;
        std::uint64_t next = 1;
        for (int square = 0; square < game.area(); ++square) {
            const bool corner = grid_.corner.has(square), edge = grid_.edge.has(square);
            weight[square] = next;
            empty_ += 2 * next * (corner ? 2 : edge ? 1 : 0);
            next *= corner ? 3 : edge ? 5 : 7;
        }
        most_ = next;
        for (int turn = 0; turn < 4 * halves_; ++turn)
            for (int square = 0; square < game.area(); ++square)
                for (std::size_t set = 0; set < 1 << CHUNK; ++set)
                    if (set >> square % CHUNK & 1)
                        sums_[turn / 4][square / CHUNK][set][turn % 4] += weight[turned(square, turn)];
    }

    const Grid<1>& grid() const { return grid_; }
    // Where a turn of the board brings a square; docs/certificates.md has the turns.
    int turned(int square, int turn) const {
        int x = square % width_, y = square / width_;
        if (turn & 1) x = width_ - 1 - x;
        if (turn & 2) y = height_ - 1 - y;
        if (turn & 4) std::swap(x, y);
        return y * width_ + x;
    }
    // No key is larger.
    std::uint64_t most() const { return most_; }
    // Never 0.
    std::uint64_t of(const Board& board) const {
        const auto low = board.low.word[0], high = board.high.word[0], own = board.own[board.next].word[0];
        auto least = ~std::uint64_t{0};
        for (int half = 0; half < halves_; ++half) {
            std::array<std::uint64_t, 4> sum{};
            for (int chunk = 0; chunk < chunks_; ++chunk) {
                const auto part = [chunk](std::uint64_t set) { return set >> CHUNK * chunk & ((1 << CHUNK) - 1); };
                const auto& table = sums_[half][chunk];
                const auto &a = table[part(low)], &b = table[part(high)], &c = table[part(own)];
                for (int i = 0; i < 4; ++i) sum[i] += 2 * a[i] + 4 * b[i] - c[i];
            }
            for (const auto each : sum) least = std::min(least, each - empty_);
        }
        return least + 1;
    }
    Board board_of(const Xchain::Position& position) const {
        Board board{.low = grid_.edge,
                    .high = grid_.corner,
                    .own = {},
                    .living = 3,
                    .next = static_cast<std::uint8_t>(position.next - 1)};
        for (int square = 0; square < width_ * height_; ++square) {
            const auto here = Bits<1>::square(square);
            if (position.owner[square]) board.own[position.owner[square] - 1] |= here;
            for (int i = 0; i < position.value[square]; ++i) {
                board.high ^= board.low & here;
                board.low ^= here;
            }
        }
        return board;
    }
    std::uint64_t of(const Xchain::Position& position) const { return of(board_of(position)); }

private:
    static constexpr int CHUNK = 9;  // squares in a table

    const int width_, height_;
    const Grid<1> grid_;
    int chunks_, halves_;
    std::uint64_t most_, empty_ = 0;  // what the empty board adds, whose edges and corners have their bits set
    // For half of the turns, each chunk of squares and each set of them: what it adds to the numbers of four turns.
    std::array<std::array<std::array<std::array<std::uint64_t, 4>, 1 << CHUNK>, 3>, 2> sums_{};
};

}  // namespace quincunx::xchain
