// How the core thinks about a game that has no method of its own: by playouts, for any number of seats and with dice.
#pragma once

#include "search/montecarlo.hpp"

namespace quincunx {

template <Game G>
Analysis think(const G& game, const typename G::Position& position, std::string_view method, const Limits& limits, Control& control) {
    if (method != "montecarlo" && method != "auto")
        throw Refusal(std::string(G::name) + " has no method '" + std::string(method) + "'; it has montecarlo");
    control.begin(limits);
    return montecarlo::search(game, position, montecarlo::Playout{}, {}, limits, control);
}

}  // namespace quincunx
