// The evaluation of xchain, without looking ahead.
#pragma once

#include "games/xchain/board.hpp"

namespace quincunx::xchain {

// What a square is worth to its owner, by how full it is: tuned by playing the evaluation against itself. A full square is an
// explosion in hand, unless a full neighbour of an opponent can take it first.
struct Worth {
    int quiet;    // no full square of an opponent beside it
    int to_move;  // one beside it, and the owner is to move
    int to_wait;  // one beside it, and it is not the owner's turn
};
inline constexpr Worth CORNER_FULL{118, 30, 5}, EDGE_FULL{104, 19, -6}, INSIDE_FULL{96, 6, -19};
inline constexpr Worth EDGE_ONE{37, 2, 5}, INSIDE_TWO{43, 8, 11}, INSIDE_ONE{11, -24, -21};
inline constexpr int EDGE_FREE = 25;  // an empty square of the edge with neighbours of one side only

template <int N, int S>
[[gnu::always_inline]] inline int worth(const Grid<N>& grid, const Board<N, S>& board, const Bits<N>& own,
                                        const Bits<N>& opponents, bool to_move) {
    const auto full = board.full(), hot = grid.beside(opponents & full);
    const auto sum = [&](const Bits<N>& squares, const Worth& each) {
        const int threatened = to_move ? each.to_move : each.to_wait;
        return squares.count() * each.quiet + (squares & hot).count() * (threatened - each.quiet);
    };
    const auto two = own & board.high & ~board.low, one = own & board.low & ~board.high;  // by fill
    const auto free = grid.edge & ~board.filled(grid) & grid.beside(own) & ~grid.beside(opponents);
    return sum(own & full & grid.corner, CORNER_FULL) + sum(own & full & grid.edge, EDGE_FULL) +
           sum(own & full & grid.inside, INSIDE_FULL) + sum(two & grid.edge, EDGE_ONE) +
           sum(two & grid.inside, INSIDE_TWO) + sum(one & grid.inside, INSIDE_ONE) + free.count() * EDGE_FREE;
}
template <int N, int S>
int worth(const Grid<N>& grid, const Board<N, S>& board, int side) {
    return worth(grid, board, board.own[side], board.opponents(side), side == board.next);
}

}  // namespace quincunx::xchain
