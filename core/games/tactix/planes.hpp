// The observation planes of tactix.
#pragma once

#include "batch/planes.hpp"
#include "games/tactix/rules.hpp"

namespace quincunx {

// The counters.
inline Shape shape(const Tactix& game) { return {2, game.size, game.size}; }
inline void observe(const Tactix& game, const Tactix::Position& position, int, std::uint8_t* seen) {
    spread(position.counters, game.size * game.size, seen);
}
inline void mark(const Tactix& game, const Tactix::Position& position, std::uint8_t* legal) {
    for (const auto span : game.spans()) *legal++ = (span & ~position.counters) == 0;
}

}  // namespace quincunx
