// What a learning machine sees of xchain.
#pragma once

#include <cstring>

#include "games/xchain/rules.hpp"
#include "planes.hpp"

namespace quincunx {

// One byte for each square, in blocks that a compiler turns into vectors. There is room behind the last square of a position.
template <class Test>
void fill_plane(std::uint8_t* seen, int area, Test test) {
    constexpr int BLOCK = 16;
    static_assert(Xchain::MAX_SQUARES % BLOCK == 0);
    for (int from = 0; from < area; from += BLOCK) {
        std::uint8_t block[BLOCK];
        for (int i = 0; i < BLOCK; ++i) block[i] = test(from + i);
        if (from + BLOCK <= area)
            std::memcpy(seen + from, block, BLOCK);
        else
            std::memcpy(seen + from, block, static_cast<std::size_t>(area - from));
    }
}

// For each seat, the viewer first: its squares of at least 1, 2 and 3. Then squares at their maximum, and who still plays.
inline Shape shape(const Xchain& game) { return {4 * game.seats() + 2, game.height(), game.width()}; }
inline void observe(const Xchain& game, const Xchain::Position& position, int seat, std::uint8_t* seen) {
    const int area = game.area(), seats = game.seats();
    const auto whose = [=](int i) { return static_cast<std::uint8_t>((seat - 1 + i) % seats + 1); };
    for (int i = 0; i < seats; ++i)
        for (std::uint8_t owner = whose(i), least = 1; least <= 3; ++least, seen += area)
            fill_plane(seen, area,
                       [&](int k) { return int{position.owner[k] == owner} & int{position.value[k] >= least}; });
    fill_plane(seen, area, [&](int k) { return position.value[k] >= game.maxima()[k]; });
    for (int i = 0; i < seats; ++i)
        std::memset(seen += area, position.standing[whose(i) - 1] <= Xchain::ALIVE, static_cast<std::size_t>(area));
}
inline void mark(const Xchain& game, const Xchain::Position& position, std::uint8_t* legal) {
    constexpr std::uint8_t NONE = 0xFF;
    const std::uint8_t mover = position.next ? position.next : NONE, nobody = position.next ? 0 : NONE;
    fill_plane(legal, game.area(),
               [&](int k) { return int{position.owner[k] == mover} | int{position.owner[k] == nobody}; });
}

}  // namespace quincunx
