// Xtic, compiled: its rules, methods and planes behind AnyGame.
#include "game_of.hpp"
#include "games/xtic/methods.hpp"
#include "games/xtic/planes.hpp"
#include "games/xtic/rules.hpp"

static const quincunx::Registration registration(quincunx::Xtic::name, quincunx::make<quincunx::Xtic>);
