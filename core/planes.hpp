// What a learning machine sees of a position: planes of zeros and ones, as src/quincunx/adapters/planes.py makes them from the
// law. The two share no code; a test holds them together.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "game.hpp"

namespace quincunx {

// Planes, with the one that every game has at its end: full of ones while it is the seat's turn.
struct Shape {
    int planes, rows, columns;
    int squares() const { return rows * columns; }
    int size() const { return planes * squares(); }
};

// The lowest bits of a word as one byte each.
inline void spread(std::uint64_t bits, int count, std::uint8_t* bytes) {
    static_assert(std::endian::native == std::endian::little);
    for (; count >= 8; count -= 8, bits >>= 8, bytes += 8) {
        // Byte j of this keeps bit j alone; what is more than nothing carries into the byte's highest bit.
        const std::uint64_t alone = (bits & 0xFF) * 0x0101010101010101ull & 0x8040201008040201ull;
        const std::uint64_t eight = (alone + 0x7F7F7F7F7F7F7F7Full) >> 7 & 0x0101010101010101ull;
        std::memcpy(bytes, &eight, 8);
    }
    for (int i = 0; i < count; ++i) bytes[i] = bits >> i & 1;
}

// Which moves are legal, a byte for each. Some games have a quicker way than making the list.
template <Game G>
void mark(const G& game, const typename G::Position& position, std::uint8_t* legal) {
    MoveList list;
    game.moves(position, list);
    std::memset(legal, 0, game.actions().size());
    for (const Move move : list) legal[move] = 1;
}

// The shape of a game, and all its planes but the last as a seat sees them. A game that says nothing shows its legal moves.
template <Game G>
Shape shape(const G& game) {
    return {2, 1, static_cast<int>(game.actions().size())};
}
template <Game G>
void observe(const G& game, const typename G::Position& position, int, std::uint8_t* seen) {
    mark(game, position, seen);
}

}  // namespace quincunx
