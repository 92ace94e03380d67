// What guarded levels do not overlook: on positions made by hand, and that their choice is never in more danger than another.
#include "levels/guard.hpp"

#include "games/tactix/stubborn.hpp"
#include "games/xchain/stubborn.hpp"
#include "levels/choice.hpp"
#include "search/montecarlo.hpp"

using namespace quincunx;

void check(bool ok, const char* what);

namespace {

// Seat 2 explodes in the corner and takes b1. If seat 1 grows that square, it has no other.
void eliminations() {
    const Xchain three("seats=3,size=3x3"), two("size=3x3");
    const auto cornered = three.read("B1A1./..C1/... aaa 1");
    check(danger(three, cornered, 1) == Danger::ELIMINATION, "the next seat takes the only square");
    check(danger(three, cornered, 6) == Danger::NONE, "it cannot take two squares that are apart");
    check(danger(two, two.read("B1A1./.../... aa 1"), 1) == Danger::WIN, "with two seats that is a win");
}

void last_counters() {
    const Tactix loses("size=3"), wins("size=3,goal=last-wins");
    const auto position = loses.read("oo./.../... 1");
    check(winning_moves(loses, position).size() == 2, "whoever leaves one counter has won");
    check(winning_moves(wins, position).size() == 1, "whoever takes the last counter has won");
    check(danger(wins, position, winning_moves(loses, position)[0]) == Danger::WIN, "the next seat takes the last one");
}

// A level of a few playouts, which is in danger often without the guard.
void choices(std::string_view options, int games) {
    const Xchain game(options);
    Level level;
    level.method = "playouts";
    level.limits.nodes = 64;
    level.guarded = true;
    Random random(7);
    int averted = 0;
    for (int i = 0; i < games; ++i) {
        auto position = game.read("......../......../......../......../......../......../......../........ uuu 1");
        for (; game.actor(position) != NOBODY; game.play(position, montecarlo::any_move(game, position, random))) {
            MoveList list;
            game.moves(position, list);
            auto least = Danger::WIN, most = Danger::NONE;
            for (const Move move : list) {
                least = std::min(least, danger(game, position, move));
                most = std::max(most, danger(game, position, move));
            }
            if (least == most || !winning_moves(game, position).empty()) continue;
            const Seed seed(std::to_string(i));
            const auto chosen = Choice<Xchain>(game, position, level, seed).make();
            check(danger(game, position, chosen) == least, "a guarded level takes a move in the least danger");
            auto careless = level;
            careless.guarded = false;
            averted += danger(game, position, Choice<Xchain>(game, position, careless, seed).make()) > least;
        }
    }
    check(averted > 0, "the guard is needed");
}

}  // namespace

void test_guard() {
    eliminations();
    last_counters();
    choices("seats=3", 5);
}
