// The observation planes of xchain.
#pragma once

#include <cstring>
#include <type_traits>

#include "batch/planes.hpp"
#include "games/xchain/rules.hpp"

namespace quincunx {

namespace xchain {

// A register of squares, a byte each. gcc 12 makes slower code of loops over bytes.
#ifdef __AVX2__
constexpr int BLOCK = 32;
#else
constexpr int BLOCK = 16;
#endif
typedef std::uint8_t Block __attribute__((vector_size(BLOCK)));

// Calls `work` with the first square of each block and the number of its squares, a constant where the block is whole. The
// last block begins in the one before it; only a board that is smaller than a block has one that is not whole.
template <class Work>
void each_block(int area, const Work& work) {
    constexpr auto whole = std::integral_constant<std::size_t, BLOCK>();
    for (int from = 0; from + BLOCK <= area; from += BLOCK) work(from, whole);
    if (area < BLOCK)
        work(0, static_cast<std::size_t>(area));
    else if (area % BLOCK)
        work(area - BLOCK, whole);
}
template <class Size>
Block block_at(const std::uint8_t* squares, Size size) {
    Block block{};
    std::memcpy(&block, squares, size);
    return block;
}
// Writes 1 where a comparison is true, which has all bits set there, and 0 elsewhere.
template <class Size, class Compared>
void put(std::uint8_t* squares, Size size, const Compared& compared) {
    const Block ones = reinterpret_cast<Block>(compared) & 1;
    std::memcpy(squares, &ones, size);
}

}  // namespace xchain

// For each seat, the viewer first: its squares of at least 1, 2 and 3. Then squares at their maximum, and who still plays.
inline Shape shape(const Xchain& game) { return {4 * game.seats() + 2, game.height(), game.width()}; }
inline void observe(const Xchain& game, const Xchain::Position& position, int seat, std::uint8_t* seen) {
    const int area = game.area(), seats = game.seats();
    const auto whose = [=](int i) { return static_cast<std::uint8_t>(seat + i > seats ? seat + i - seats : seat + i); };
    xchain::each_block(area, [=, &game, &position](int from, auto size) {
        const auto owners = xchain::block_at(position.owner.data() + from, size),
                   values = xchain::block_at(position.value.data() + from, size),
                   maxima = xchain::block_at(game.maxima().data() + from, size);
        std::uint8_t* plane = seen + from;
        for (int i = 0; i < seats; ++i) {
            const auto own = owners == whose(i);
            for (std::uint8_t least = 1; least <= 3; ++least, plane += area)
                xchain::put(plane, size, own & (values >= least));
        }
        xchain::put(plane, size, values >= maxima);
    });
    seen += (3 * seats + 1) * area;
    for (int i = 0; i < seats; ++i, seen += area)
        std::memset(seen, position.standing[whose(i) - 1] <= Xchain::ALIVE, static_cast<std::size_t>(area));
}
inline void mark(const Xchain& game, const Xchain::Position& position, std::uint8_t* legal) {
    constexpr std::uint8_t NONE = 0xFF;
    const std::uint8_t mover = position.next ? position.next : NONE, nobody = position.next ? 0 : NONE;
    xchain::each_block(game.area(), [&](int from, auto size) {
        const auto owners = xchain::block_at(position.owner.data() + from, size);
        xchain::put(legal + from, size, (owners == mover) | (owners == nobody));
    });
}

}  // namespace quincunx
