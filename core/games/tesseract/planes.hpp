// The observation planes of tesseract.
#pragma once

#include "batch/planes.hpp"
#include "games/tesseract/rules.hpp"

namespace quincunx {

// The marks of the seat and of the other.
inline Shape shape(const Tesseract& game) { return {3, 16, game.squares / 16}; }
inline void observe(const Tesseract& game, const Tesseract::Position& position, int seat, std::uint8_t* seen) {
    for (const int whose : {seat - 1, 2 - seat})
        for (int i = 0; i < game.squares; i += 64, seen += 64) spread(position.marks[whose][i / 64], 64, seen);
}
inline void mark(const Tesseract& game, const Tesseract::Position& position, std::uint8_t* legal) {
    const bool over = game.turn(position) == NOBODY;
    for (int i = 0; i < game.squares; i += 64)
        spread(over ? 0 : ~(position.marks[0][i / 64] | position.marks[1][i / 64]), 64, legal + i);
}

}  // namespace quincunx
