// The values of all moves of a tritoc position, without a search.
#pragma once

#include <string>
#include <string_view>

#include "games/tritoc/rules.hpp"
#include "search/search.hpp"

namespace quincunx::tritoc {

// Every legal move as `judge(move, next, result)` scores it, given the position after it and its result.
template <class Judge>
Analysis each_move(const Tritoc& game, const Tritoc::Position& position, std::string_view basis, Control& control,
                   Judge judge) {
    Analysis analysis;
    MoveList list;
    game.moves(position, list);
    analysis.moves.reserve(list.size());
    for (const Move move : list) {
        auto next = position;
        game.play(next, move);
        analysis.moves.push_back({move, judge(move, next, game.result(next)), {}});
    }
    control.spend(list.size());
    analysis.basis = basis;
    analysis.nodes = control.nodes();
    analysis.seconds = control.seconds();
    return analysis;
}

}  // namespace quincunx::tritoc
