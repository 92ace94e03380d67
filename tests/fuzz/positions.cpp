// A position, and on each further line a move to play there: read, or refused with a reason. What is read is written again the
// same, has moves exactly until it is over, and every move leads to such a position.
#include "fuzz.hpp"

using namespace quincunx;
using fuzz::holds;

namespace {

void look(const AnyGame& game, const std::string& body) {
    holds(game.canonical(body) == body, "a canonical position is read and written the same");
    const auto moves = game.moves(body);
    const bool over = game.result(body).over;
    holds(moves.empty() == over, "there are moves until the game is over");
    holds((game.actor(body) == NOBODY) == over, "somebody acts until the game is over");
    const auto weights = game.weights(body);
    holds(weights.empty() == (game.actor(body) != CHANCE), "dice, and only dice, have chances");
    holds(weights.empty() || weights.size() == moves.size(), "each roll has its chance");
    for (const auto& move : moves) {
        const auto next = game.play(body, move);
        holds(game.canonical(next) == next, "every move leads to a position");
        game.steps(body, move);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    auto text = fuzz::text(data, size);
    try {
        const Line line(fuzz::line(text));
        holds(make_game(line.game->spec())->spec() == line.game->spec(),
              "a canonical game is read and written the same");
        auto body = line.game->canonical(line.body);
        look(*line.game, body);
        while (!text.empty()) {
            body = line.game->play(body, fuzz::line(text));
            look(*line.game, body);
        }
    } catch (const Refusal&) {}
    return 0;
}
