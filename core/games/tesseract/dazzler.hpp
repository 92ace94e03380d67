// The period player of tesseract: the algorithm of the program that drew its board with a Cromemco Dazzler, bit for bit.
#pragma once

#include <algorithm>
#include <vector>

#include "games/tesseract/rules.hpp"

namespace quincunx {

// What it works out before a move. The value of an empty square is 16 bits; occupied squares have 0:
//
//     bit  15 14 | 13 12 | 11 10 9 8 | 7 ... 0
//          own     other   lines with  empty
//          twos    twos    one mark    lines
//
// The two fields of twos stop at 3. A square lies on 15 lines at most, so the others cannot overflow.
struct Dazzler {
    std::vector<int> values;
    int win = -1, block = -1;  // the squares it remembered
    Move choice = 0;
};

// What it works out in a position that is not over, for the seat to move.
inline Dazzler dazzle(const Tesseract& game, const Tesseract::Position& position) {
    Dazzler mind;
    mind.values.assign(game.squares, 0);
    const auto& own = position.marks[position.count % 2];
    const auto& other = position.marks[1 - position.count % 2];
    for (const auto& line : game.lines()) {
        int mine = 0, theirs = 0;
        for (const auto square : line) {
            mine += Tesseract::has(own, square);
            theirs += Tesseract::has(other, square);
        }
        if (mine && theirs) continue;
        for (const auto square : line) {
            if (Tesseract::has(own, square) || Tesseract::has(other, square)) continue;
            int& value = mind.values[square];
            if (mine == 3)
                mind.win = square;
            else if (theirs == 3)
                mind.block = square;
            else if (mine == 2)
                value += (value & 0xC000) == 0xC000 ? 0 : 0x4000;
            else if (theirs == 2)
                value += (value & 0x3000) == 0x3000 ? 0 : 0x1000;
            else
                value += mine + theirs == 1 ? 0x0100 : 0x0001;
        }
    }
    int best = -1;
    for (int square = 0; square < game.squares; ++square)
        if (!Tesseract::has(own, square) && !Tesseract::has(other, square) && mind.values[square] > best) {
            best = mind.values[square];
            mind.choice = static_cast<Move>(square);
        }
    if (mind.block >= 0) mind.choice = static_cast<Move>(mind.block);
    if (mind.win >= 0) mind.choice = static_cast<Move>(mind.win);
    return mind;
}

inline std::vector<int> dazzler_values(const Tesseract& game, const Tesseract::Position& position) {
    return dazzle(game, position).values;
}

}  // namespace quincunx
