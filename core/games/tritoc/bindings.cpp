// The inputs of tritoc's learned evaluation.
#include "bindings.hpp"
#include "games/tritoc/learned.hpp"

using namespace quincunx;

static void bind(nb::module_& m) {
    m.def(
        "tritoc_features",
        [](const std::vector<Text>& positions) {
            std::vector<tritoc::Features> rows;
            for (const auto position : positions) {
                const Line line(position);
                const Tritoc game(options_of(line.game->spec(), Tritoc::name));
                tritoc::see(game.read(line.body), game.equal_dice, rows.emplace_back());
            }
            return nb::bytes(rows.data(), rows.size() * sizeof(rows[0]));
        },
        "positions"_a);
}

static const Bindings bindings(bind);
