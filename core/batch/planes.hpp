// What a learner sees of a position: planes of zeros and ones, as src/quincunx/planes.py makes them from the
// law. The two share no code; a test compares them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "game.hpp"

namespace quincunx {

// Planes, with the one that every game has at its end: full of ones while it is the seat's turn.
struct Shape {
    int planes, rows, columns;
    int squares() const { return rows * columns; }
    int size() const { return planes * squares(); }
};

// Fills many bytes. If the compiler knew their number, it would emit a slow `rep stos`, so the number is hidden from it.
[[gnu::noinline]] inline void fill(std::uint8_t* bytes, std::uint8_t value, std::size_t count) {
    std::memset(bytes, value, count);
}

// The bits of a word as one byte each.
inline void spread_all(std::uint32_t bits, std::uint8_t* bytes) {
#ifdef __AVX2__
    const auto eights = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const auto copied = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)), eights);
    const auto alone = _mm256_and_si256(copied, _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes), _mm256_min_epu8(alone, _mm256_set1_epi8(1)));
#else
    static_assert(std::endian::native == std::endian::little);
    for (int i = 0; i < 4; ++i, bits >>= 8, bytes += 8) {
        // Byte j of this keeps bit j alone; what is more than nothing carries into the byte's highest bit.
        const std::uint64_t alone = (bits & 0xFF) * 0x0101010101010101ull & 0x8040201008040201ull;
        const std::uint64_t eight = (alone + 0x7F7F7F7F7F7F7F7Full) >> 7 & 0x0101010101010101ull;
        std::memcpy(bytes, &eight, 8);
    }
#endif
}

// Only the lowest ones.
inline void spread(std::uint64_t bits, int count, std::uint8_t* bytes) {
    for (; count >= 32; count -= 32, bits >>= 32, bytes += 32) spread_all(static_cast<std::uint32_t>(bits), bytes);
    std::uint8_t rest[32];
    spread_all(static_cast<std::uint32_t>(bits), rest);
    std::memcpy(bytes, rest, static_cast<std::size_t>(count));
}

// Which moves are legal, a byte for each. Some games have a quicker way than making the list.
template <Game G>
void mark(const G& game, const typename G::Position& position, std::uint8_t* legal) {
    MoveList list;
    game.moves(position, list);
    std::memset(legal, 0, game.actions().size());
    for (const Move move : list) legal[move] = 1;
}

// The shape of a game, and all its planes but the last as a seat sees them. By default they are the legal moves.
template <Game G>
Shape shape(const G& game) {
    return {2, 1, static_cast<int>(game.actions().size())};
}
template <Game G>
void observe(const G& game, const typename G::Position& position, int, std::uint8_t* seen) {
    mark(game, position, seen);
}

}  // namespace quincunx
