// The method that works for any game: playouts, for any number of seats and with dice. A new game has only this.
#pragma once

#include "search/montecarlo.hpp"
#include "text.hpp"

namespace quincunx {

template <Game G>
Analysis playouts(const G& game, const typename G::Position& position, const Limits& limits, Control& control) {
    control.begin(limits);
    return montecarlo::search(game, position, montecarlo::Playout{}, {}, limits, control);
}

// The methods of a game without its own; an overload for one game takes precedence.
template <Game G>
Analysis think(const G&, const typename G::Position&, std::string_view method, const Limits&, Control&) {
    throw Refusal(std::string(G::name) + " has no method " + quoted(method) + "; it has playouts");
}

}  // namespace quincunx
