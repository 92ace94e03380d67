// What every level but the first sees, in any game: a win with this move, and what the next seat could do with its own.
#pragma once

#include <vector>

#include "game.hpp"

namespace quincunx {

// The moves that win at once; also those after which the next seat must lose at once, if the game says what that is.
template <Game G>
std::vector<Move> winning_moves(const G& game, const typename G::Position& position) {
    std::vector<Move> moves;
    MoveList list;
    game.moves(position, list);
    for (const Move move : list) {
        auto after = position;
        game.play(after, move);
        const auto result = game.result(after);
        bool wins = result.over && result.winner == game.actor(position);
        if constexpr (requires { game.must_lose(after); }) wins = wins || game.must_lose(after);
        if (wins) moves.push_back(move);
    }
    return moves;
}

// What the next seat can do to the one that moves: nothing, eliminate it from a game that goes on, or win. The numbers are those
// of src/quincunx/engine/guard.py.
enum class Danger { NONE, ELIMINATION, WIN };

template <Game G>
bool can_eliminate(const G& game, const typename G::Position& position, int seat) {
    if constexpr (requires { game.plays(position, seat); }) {
        MoveList list;
        game.moves(position, list);
        for (const Move move : list) {
            auto after = position;
            game.play(after, move);
            if (!game.plays(after, seat)) return true;
        }
    }
    return false;
}

// Of a legal move of a seat.
template <Game G>
Danger danger(const G& game, const typename G::Position& position, Move move) {
    const int seat = game.actor(position);
    auto after = position;
    game.play(after, move);
    if (const int next = game.actor(after); next <= 0 || next == seat) return Danger::NONE;
    if (!winning_moves(game, after).empty()) return Danger::WIN;
    return game.seats() > 2 && can_eliminate(game, after, seat) ? Danger::ELIMINATION : Danger::NONE;
}

}  // namespace quincunx
