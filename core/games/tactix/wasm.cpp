// The hardest defence of tactix in a browser.
#include "wasm.hpp"

#include "games/tactix/rules.hpp"
#include "games/tactix/subsets.hpp"

using namespace quincunx;
using namespace quincunx::wasm;

// How many replies win, for each legal move: `{"a1": 3, …}`; null if that takes longer than the given seconds (0: no limit).
static std::string refutations(const Arguments& arguments) {
    const Line line(arguments.at(0));
    const Tactix game(options_of(arguments[0].substr(0, arguments[0].find(' ')), Tactix::name));
    const auto start = game.read(line.body);
    tactix::Losses table(start.counters, game.spans(), game.last_loses);
    Control control;
    control.begin({.seconds = std::strtod(std::string(arguments.at(1)).c_str(), nullptr)});
    table.fill(control);
    if (table.done() < table.words()) return "null";
    MoveList moves;
    game.moves(start, moves);
    std::string text = "{";
    for (const Move move : moves) {
        const auto replies = table.winning(start.counters & ~game.spans()[move], game.spans()).size();
        text += (text.size() > 1 ? "," : "") + json(game.actions()[move]) + ':' + std::to_string(replies);
    }
    return text + '}';
}

static const Function function("tactix/refutations", refutations);
