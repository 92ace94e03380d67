// The longest defence in a lost position of xchain: `XchainPlayer.longest` in Python. A test compares the two.
#pragma once

#include "games/xchain/methods.hpp"
#include "levels/choice.hpp"

namespace quincunx {

// Those after which the other seat does not win at once, then those after which it does not win within three moves. With more
// seats a loss is one against all others together; then what each seat would do for itself.
inline std::vector<Move> longest(const Xchain& game, const Xchain::Position& position, std::vector<Move> moves) {
    constexpr std::uint64_t PROBE = 10'000, JUDGED = 2'000;  // nodes
    int living = 0;
    for (int seat = 1; seat <= game.seats(); ++seat) living += game.plays(position, seat);
    if (living > 2) {
        Control control;
        const auto found = think(game, position, "montecarlo", {.nodes = JUDGED}, control);
        std::vector<Move> liked;
        for (const auto each : best_moves(pointers(found.moves), game.actor(position)))
            if (std::find(moves.begin(), moves.end(), each->move) != moves.end()) liked.push_back(each->move);
        return liked.empty() ? moves : liked;
    }
    for (const int depth : {1, 3}) {
        auto held = moves;
        std::erase_if(held, [&](Move move) {
            auto after = position;
            game.play(after, move);
            const int other = game.actor(after);
            Control control;
            const auto found = think(game, after, "squares", {.nodes = PROBE, .depth = depth}, control);
            const auto best = best_moves(pointers(found.moves), other).front()->score;
            return best.exact && best.values[static_cast<std::size_t>(other - 1)] == 1;
        });
        if (held.empty()) break;
        moves = std::move(held);
    }
    return moves;
}

}  // namespace quincunx
