// The longest defence in a lost position of tactix: `TactixPlayer.longest` in Python. A test compares the two.
#pragma once

#include "games/tactix/methods.hpp"

namespace quincunx {

// By a table of distances; where that is too large, those that leave the most replies to choose from.
inline std::vector<Move> longest(const Tactix& game, const Tactix::Position& position, std::vector<Move> moves) {
    constexpr int TABLE = 16;  // counters for which a table with all distances takes some milliseconds
    std::vector<int> lasts(game.actions().size(), 0);
    if (std::popcount(position.counters) <= TABLE) {
        Control control;
        for (const auto& each : think(game, position, "table", {.lines = false}, control).moves)
            lasts[each.move] = std::max(each.score.distance, 0);
    } else {
        for (const Move move : moves) {
            auto after = position;
            game.play(after, move);
            MoveList replies;
            game.moves(after, replies);
            lasts[move] = static_cast<int>(replies.size());
        }
    }
    int most = 0;
    for (const Move move : moves) most = std::max(most, lasts[move]);
    std::erase_if(moves, [&](Move move) { return lasts[move] != most; });
    return moves;
}

}  // namespace quincunx
