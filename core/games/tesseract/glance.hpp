// What a person sees of tesseract at a glance: how the lines through each square stand, as far as they notice them.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "games/tesseract/rules.hpp"
#include "search/search.hpp"

namespace quincunx::tesseract {

// How many coordinates change along a line: 1 for one parallel to an edge, 4 for a diagonal of the whole.
inline int slant(const Tesseract::Line& line) {
    const unsigned changed = line[0] ^ line[1];
    return std::popcount((changed | changed >> 1) & 0x55u);
}

// The value of every move by the lines that are noticed: one in which up to `depth` coordinates change always (all if the limits do
// not say), another the less often the more of them change; the seed decides. No move is played: what is still quiet is not seen.
// A fourth mark that is noticed is proved to win.
inline std::vector<MoveScore> glance(const Tesseract& game, const Tesseract::Position& position, const MoveList& moves,
                                     const Limits& limits, Control& control) {
    constexpr int OWN[] = {1, 4, 16}, OTHER[] = {1, 2, 12};  // by the marks in a line that one seat alone has begun
    constexpr int EVEN = 64;                                 // a square of that weight has an even chance
    const int side = position.count % 2, dims = limits.depth > 0 ? limits.depth : 4;
    Random random(limits.seed);
    std::array<int, 256> weight{};
    std::array<bool, 256> wins{}, blocks{};
    bool danger = false;
    for (const auto& line : game.lines()) {
        const auto hidden = std::max(slant(line) - dims, 0);
        if (hidden && random.below(1u << hidden)) continue;
        int own = 0, other = 0;
        for (const auto square : line) {
            own += Tesseract::has(position.marks[side], square);
            other += Tesseract::has(position.marks[1 - side], square);
        }
        if (own && other) continue;
        danger |= other == 3;
        for (const auto square : line) {
            if (own == 3)
                wins[square] = true;
            else if (other == 3)
                blocks[square] = true;
            else
                weight[square] += other ? OTHER[other] : OWN[own];
        }
    }
    std::vector<MoveScore> all;
    for (const Move move : moves) {
        const bool open = danger && !blocks[move] && !wins[move];
        const double value = wins[move] ? 1
                             : open     ? 0.01
                                        : static_cast<double>(weight[move] + 1) / (weight[move] + EVEN);
        MoveScore said{move, {wins[move], {}, wins[move] ? 1 : -1}, {move}};
        said.score.values[side] = value;
        said.score.values[1 - side] = 1 - value;
        all.push_back(std::move(said));
    }
    control.spend(all.size());
    return all;
}

}  // namespace quincunx::tesseract
