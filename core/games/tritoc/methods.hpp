// The search methods of tritoc.
//
// Methods: `expectimax`, all rolls and answers some turns ahead, with an evaluation by hand: how the levels play.
// `learned`, the same with an evaluation that was learned by self-play (the networks tritoc-standard and tritoc-equal, by the
// dice). None is shipped, since none was stronger; `quincunx train` makes them.
// Both know what the last open field is worth exactly, unless their limits are those of a lower level.
// `greedy`, the yardstick, one turn ahead: it wins the game, else a field, else takes the hole with which the other seat would
// win one, else begins the most rows.
#pragma once

#include "games/tritoc/ending.hpp"
#include "games/tritoc/learned.hpp"
#include "games/tritoc/outlook.hpp"
#include "search/expectimax.hpp"

namespace quincunx {

namespace tritoc {

// With fewer nodes a player is not meant to be perfect at the end.
inline constexpr std::uint64_t ENDING_NODES = 1'000'000;

// How far a colour has come in an open field: the rows it can still complete, each by the square of its pieces there.
inline int rows_begun(unsigned own, unsigned opponent) {
    int sum = 0;
    for (const unsigned row : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u})
        if (!(row & opponent)) sum += std::popcount(row & own) * std::popcount(row & own);
    return sum;
}

// The yardstick knows nothing of dice or rows of fields. Its values only say in which order it would choose.
inline Analysis greedy(const Tritoc& game, const Tritoc::Position& position, Control& control) {
    const int mover = position.next - 1;
    const auto ahead_in = [mover](const Tritoc::Position& board, int field) {
        const unsigned own = board.fields[field][mover], opponent = board.fields[field][1 - mover];
        return board.closed >> field & 1 ? 0 : rows_begun(own, opponent) - rows_begun(opponent, own);
    };
    std::array<int, 9> before;
    for (int field = 0; field < 9; ++field) before[field] = ahead_in(position, field);
    const auto judge = [&](Move move, const Tritoc::Position& next, const Result& result) {
        int ahead = 0;
        for (int field = 0; field < 9; ++field)
            ahead += next.fields[field] == position.fields[field] ? before[field] : ahead_in(next, field);
        const bool wins_field = next.won[mover] != position.won[mover];
        const bool spoils = move >= Tritoc::PLACE && move < Tritoc::TAKE &&
                            Tritoc::row(position.fields[move - Tritoc::PLACE][1 - mover] | 1 << (position.rolled - 3));
        const double looks = 0.5 + std::clamp(ahead, -490, 490) / 1000.0;
        const double value = result.over ? (result.winner ? 1 : 0.5) : ((wins_field ? 2 : spoils ? 1 : 0) + looks) / 3;
        Score score{result.over, {}, result.over ? 1 : -1};
        score.values[mover] = value;
        score.values[1 - mover] = 1 - value;
        return score;
    };
    return each_move(game, position, "engine.basis.turns 1", control, judge);
}

}  // namespace tritoc

inline Analysis think(const Tritoc& game, const Tritoc::Position& position, std::string_view method,
                      const Limits& limits, Control& control) {
    if (method != "learned" && method != "expectimax" && method != "greedy")
        throw Refusal("tritoc has no method " + quoted(method) + "; it has learned, expectimax and greedy");
    control.begin(limits);
    if (game.actor(position) == NOBODY) return {};
    if (method == "greedy") return tritoc::greedy(game, position, control);
    const int field = tritoc::Ending::last_field(position);
    if (field >= 0 && limits.depth == 0 && (limits.nodes == 0 || limits.nodes >= tritoc::ENDING_NODES))
        return tritoc::to_the_end(game, position, field, control);
    if (method == "learned")
        return expectimax::Search(game, position, tritoc::Learned(game.equal_dice), limits, control).run();
    return expectimax::Search(game, position, tritoc::outlook(game.equal_dice), limits, control).run();
}

}  // namespace quincunx
