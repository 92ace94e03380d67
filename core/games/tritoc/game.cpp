// Tritoc, compiled: its rules, methods and planes behind AnyGame.
#include "game_of.hpp"
#include "games/tritoc/methods.hpp"
#include "games/tritoc/planes.hpp"
#include "games/tritoc/rules.hpp"

static const quincunx::Registration registration(quincunx::Tritoc::name, quincunx::make<quincunx::Tritoc>);
