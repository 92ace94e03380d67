// The inputs of xchain's learned evaluation: how many squares of each kind there are, for any size of board.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/xchain/board.hpp"

namespace quincunx::xchain {

// For the squares of the side, then for those of all its opponents: six kinds (full corners, edges and inside; edges of one;
// inside of two and of one) by what threatens them and whether a full square of their own is beside them. Then the empty
// squares: corners, edges, inside, by whether the side and an opponent are beside them. Then how many moves others make before
// the side's own, one-hot.
inline constexpr int FEATURES = 2 * 6 * 8 + 12 + 4;
using Features = std::array<std::int16_t, FEATURES>;

// The full squares that go off when one side sets off all of its own.
template <int N>
Bits<N> avalanche(const Grid<N>& grid, Bits<N> squares, const Bits<N>& full) {
    while (true) {
        const auto more = grid.beside(squares) & full & ~squares;
        if (!more.any()) return squares;
        squares |= more;
    }
}

template <int N>
std::int16_t* see_squares(const Grid<N>& grid, const std::array<Bits<N>, 6>& kinds, const Bits<N>& own,
                          const Bits<N>& opponents, const Bits<N>& full, std::int16_t* seen) {
    const auto hot = opponents & full;
    const auto [a, b, c, d] = grid.around(hot);
    const auto one = a | b | c | d, two = (a & b) | (c & d) | ((a | b) & (c | d));
    const auto far = grid.beside(avalanche(grid, hot, full));
    const auto friendly = grid.beside(own & full);
    const std::array<Bits<N>, 4> threats{~(one | far), far & ~one, one & ~two, two};
    for (const auto& kind : kinds) {
        const auto squares = kind & own;
        if (!squares.any()) {
            std::fill_n(seen, 8, std::int16_t{0});
            seen += 8;
            continue;
        }
        for (const auto& threat : threats) {
            const auto under = squares & threat;
            const int all = under.count(), near = (under & friendly).count();
            *seen++ = static_cast<std::int16_t>(all - near);
            *seen++ = static_cast<std::int16_t>(near);
        }
    }
    return seen;
}

template <int N, int S>
void see(const Grid<N>& grid, const Board<N, S>& board, int side, Features& features) {
    const auto own = board.own[side], opponents = board.opponents(side), full = board.full();
    const auto two = board.high & ~board.low, one = board.low & ~board.high;  // by fill
    const std::array<Bits<N>, 6> kinds{full & grid.corner, full & grid.edge,  full & grid.inside,
                                       two & grid.edge,    two & grid.inside, one & grid.inside};
    auto* seen = see_squares(grid, kinds, own, opponents, full, features.data());
    seen = see_squares(grid, kinds, opponents, own, full, seen);
    const auto free = grid.all & ~board.filled(grid), mine = grid.beside(own), theirs = grid.beside(opponents);
    for (const auto& zone : {grid.corner, grid.edge, grid.inside}) {
        const auto squares = free & zone;
        const int all = squares.count(), by_me = (squares & mine).count(), by_opponents = (squares & theirs).count(),
                  by_both = (squares & mine & theirs).count();
        *seen++ = static_cast<std::int16_t>(all - by_me - by_opponents + by_both);
        *seen++ = static_cast<std::int16_t>(by_me - by_both);
        *seen++ = static_cast<std::int16_t>(by_opponents - by_both);
        *seen++ = static_cast<std::int16_t>(by_both);
    }
    int before = 0;
    for (int at = board.next; at != side; at = at + 1 == S ? 0 : at + 1) before += board.lives(at);
    for (int k = 0; k < 4; ++k) *seen++ = k == before;
}

}  // namespace quincunx::xchain
