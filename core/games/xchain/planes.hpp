// What a learning machine sees of xchain.
#pragma once

#include <cstring>

#include "games/xchain/rules.hpp"
#include "planes.hpp"

namespace quincunx {

// For each seat, the viewer first: its squares of at least 1, 2 and 3. Then squares at their maximum, and who still plays.
inline Shape shape(const Xchain& game) { return {4 * game.seats() + 2, game.height(), game.width()}; }
inline void observe(const Xchain& game, const Xchain::Position& position, int seat, std::uint8_t* seen) {
    const int area = game.area(), seats = game.seats();
    const auto whose = [=](int i) { return static_cast<std::uint8_t>((seat - 1 + i) % seats + 1); };
    for (int i = 0; i < seats; ++i)
        for (std::uint8_t owner = whose(i), least = 1; least <= 3; ++least, seen += area)
            for (int k = 0; k < area; ++k) seen[k] = int{position.owner[k] == owner} & int{position.value[k] >= least};
    for (int k = 0; k < area; ++k) seen[k] = position.value[k] >= game.maximum(k);
    for (int i = 0; i < seats; ++i)
        std::memset(seen += area, position.standing[whose(i) - 1] <= Xchain::ALIVE, static_cast<std::size_t>(area));
}
inline void mark(const Xchain& game, const Xchain::Position& position, std::uint8_t* legal) {
    const std::uint8_t mover = position.next;
    for (int k = 0; k < game.area(); ++k)
        legal[k] = int{mover != 0} & (int{position.owner[k] == 0} | int{position.owner[k] == mover});
}

}  // namespace quincunx
