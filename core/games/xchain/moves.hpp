// Lists of the moves of an xchain position for alpha-beta.
#pragma once

#include "game.hpp"
#include "games/xchain/board.hpp"

namespace quincunx::xchain {

// A position, and its moves in the ways in which alpha-beta asks for them: apart from what judges it, so that it is compiled once.
template <int N, int S>
struct Moves {
    const Grid<N>* grid;
    Board<N, S> board;

    // Explosions into full squares first, then those into any opponent's.
    void moves(MoveList& list) const {
        const auto full = board.own[board.next] & board.full(), opponents = board.opponents(board.next);
        const auto best = full & grid->beside(opponents & board.full()), good = full & grid->beside(opponents) & ~best;
        list.clear();
        for (auto squares : {best, good, board.legal(*grid) & ~best & ~good})
            while (squares.any()) list.push(static_cast<Move>(squares.pop()));
    }
    // Every explosion into an opponent's square. Of all others one of each kind: equally filled, in the same zone, and with the
    // same beside them: an opponent's full square, only other squares of an opponent, or none.
    [[gnu::noinline]] void kinds(MoveList& list) const {
        const auto opponents = board.opponents(board.next), full = board.full();
        const auto hot = grid->beside(opponents & full), near = grid->beside(opponents);
        auto loud = board.own[board.next] & full & near, rest = board.legal(*grid) & ~loud;
        list.clear();
        while (loud.any()) list.push(static_cast<Move>(loud.pop()));
        while (rest.any()) {
            auto alike = rest;
            const int square = rest.pop();
            list.push(static_cast<Move>(square));
            for (const auto* trait : {&board.low, &board.high, &grid->edge, &grid->corner, &near, &hot})
                alike &= trait->has(square) ? *trait : ~*trait;
            rest &= ~alike;
        }
    }
    // An explosion into an opponent's full square; adjacent full squares go off together, so one of each such group.
    void captures(MoveList& list) const {
        const auto full = board.full();
        auto hot = board.own[board.next] & full & grid->beside(board.opponents(board.next) & full);
        list.clear();
        while (hot.any()) {
            const auto rest = hot;
            const int square = hot.pop();
            list.push(static_cast<Move>(square));
            auto group = rest ^ hot;
            for (auto before = Bits<N>{}; before != group;) {
                before = group;
                group |= grid->beside(group) & full;
            }
            hot &= ~group;
        }
    }
};

}  // namespace quincunx::xchain
