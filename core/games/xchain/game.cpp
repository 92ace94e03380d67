// Xchain, compiled: its rules, methods and planes behind AnyGame.
#include "game_of.hpp"
#include "games/xchain/methods.hpp"
#include "games/xchain/planes.hpp"
#include "games/xchain/rules.hpp"
#include "games/xchain/stubborn.hpp"

static const quincunx::Registration registration(quincunx::Xchain::name, quincunx::make<quincunx::Xchain>);
