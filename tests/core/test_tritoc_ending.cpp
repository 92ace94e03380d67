// The last open field of tritoc: every value must be what the rules make of the values after it.
#include <cmath>

#include "games/tritoc/methods.hpp"

using namespace quincunx;

void check(bool ok, const char* what);

namespace {

// A board with one open field, random in all that matters; the fields won are chosen so that nobody has a row yet.
Tritoc::Position drawn(const Tritoc& game, Random& random) {
    constexpr const char *WON_R = "rrr......", *WON_Y = "yyy......", *FULL = "ryrryryry";
    constexpr const char* AROUND[] = {
        "RYF"
        "Y"
        ""
        "F"
        "FFR",
        "RRY"
        "F"
        ""
        "F"
        "YRF",
        "FYF"
        "R"
        ""
        "R"
        "FYF",
        "RFY"
        "F"
        ""
        "F"
        "YFR"};
    for (;;) {
        std::string text, around = AROUND[random.below(4)];
        around.insert(4, ".");
        for (const char each : around) {
            if (!text.empty()) text += '/';
            if (each != '.') text += each == 'R' ? WON_R : each == 'Y' ? WON_Y : FULL;
            for (int hole = 0; each == '.' && hole < 9; ++hole) text += "..ry"[random.below(4)];
        }
        text += random.below(2) ? " 1 - " : " 2 - ";
        text += "012"[random.below(3)];
        text += std::string(" ") + "0123"[random.below(4)];
        try {
            const auto position = game.read(text);
            if (tritoc::Ending::last_field(position) == 4 && game.actor(position) == CHANCE) return position;
        } catch (const Refusal&) {}
    }
}

double value(const Tritoc& game, const Tritoc::Position& position) {
    const auto result = game.result(position);
    if (result.over) return result.winner == 0 ? 0.5 : result.winner == 1 ? 1 : 0;
    if (game.actor(position) == CHANCE)
        return static_cast<double>(tritoc::Ending::of(game.equal_dice, position, 4)->value(position, 4)) /
               static_cast<double>(expectimax::ONE);
    MoveList list;
    game.moves(position, list);
    double best = position.next == 1 ? 0 : 1;
    for (const Move move : list) {
        auto after = position;
        game.play(after, move);
        best = position.next == 1 ? std::max(best, value(game, after)) : std::min(best, value(game, after));
    }
    return best;
}

}  // namespace

void test_tritoc_ending() {
    for (const char* options : {"", "dice=equal"}) {
        const Tritoc game(options);
        Random random(9);
        for (int i = 0; i < 2000; ++i) {
            const auto position = drawn(game, random);
            double sum = 0, weights = 0;
            for (Move roll = 0; roll < Tritoc::ROLLS; ++roll) {
                auto after = position;
                game.play(after, roll);
                sum += game.weight(position, roll) * value(game, after);
                weights += game.weight(position, roll);
            }
            check(std::abs(value(game, position) - sum / weights) < 1e-8, "a value is the average over the rolls");
            Control control;
            for (const auto& roll : think(game, position, "expectimax", {}, control).moves) {
                auto after = position;
                game.play(after, roll.move);
                check(std::abs(roll.score.values[0] - value(game, after)) < 1e-8, "a roll is worth its best use");
            }
        }
        auto position = drawn(game, random);
        while (game.actor(position) == CHANCE) game.play(position, 10);
        for (const std::uint64_t nodes : {std::uint64_t{0}, std::uint64_t{500}}) {
            Control control;
            const auto analysis = think(game, position, "expectimax", {.nodes = nodes}, control);
            bool exact = true;
            for (const auto& each : analysis.moves) exact = exact && each.score.exact;
            check(exact || nodes, "analysis is exact in the last field");
            check((analysis.basis == "tritoc.basis.ending") == !nodes, "a weak level looks some turns ahead");
        }
    }
}
