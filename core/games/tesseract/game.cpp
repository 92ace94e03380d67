// Tesseract, compiled: its rules, methods and planes behind AnyGame.
#include "game_of.hpp"
#include "games/tesseract/methods.hpp"
#include "games/tesseract/planes.hpp"
#include "games/tesseract/rules.hpp"

static const quincunx::Registration registration(quincunx::Tesseract::name, quincunx::make<quincunx::Tesseract>);
