// The observation planes of xtic.
#pragma once

#include <cstring>

#include "batch/planes.hpp"
#include "games/xtic/rules.hpp"

namespace quincunx {

// Taken squares and the four properties of what is on them; whether a piece is in hand, and its properties.
inline Shape shape(const Xtic&) { return {11, 4, 4}; }
inline void observe(const Xtic&, const Xtic::Position& position, int, std::uint8_t* seen) {
    const bool held = position.hand != Xtic::NONE;
    for (int i = 0; i < 16; ++i) seen[i] = position.board[i] != Xtic::NONE;
    for (int bit = 0; bit < 4; ++bit)
        for (int i = 0; i < 16; ++i) seen[16 + 16 * bit + i] = seen[i] & position.board[i] >> bit;
    std::memset(seen + 80, held, 16);
    for (int bit = 0; bit < 4; ++bit) std::memset(seen + 96 + 16 * bit, held && position.hand >> bit & 1, 16);
}

}  // namespace quincunx
