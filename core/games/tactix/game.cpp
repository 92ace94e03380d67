// Tactix, compiled: its rules, methods and planes behind AnyGame.
#include "game_of.hpp"
#include "games/tactix/methods.hpp"
#include "games/tactix/planes.hpp"
#include "games/tactix/rules.hpp"
#include "games/tactix/stubborn.hpp"

static const quincunx::Registration registration(quincunx::Tactix::name, quincunx::make<quincunx::Tactix>);
