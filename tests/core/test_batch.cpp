// Batches under the sanitizers: random play of every game, the same by one thread and by three; what is refused changes
// nothing; and a game that says nothing of planes. That batches keep the rules is shown against the law, in tests/batch.
#include <memory>
#include <string>

#include "batch/batch_of.hpp"
// What a level of a game does when it has lost is said where the core makes batches of it, and so here too.
#include "games/tactix/planes.hpp"
#include "games/tactix/stubborn.hpp"
#include "games/tesseract/planes.hpp"
#include "games/tritoc/planes.hpp"
#include "games/xchain/planes.hpp"
#include "games/xchain/stubborn.hpp"
#include "games/xtic/planes.hpp"

using namespace quincunx;

void check(bool ok, const char* what);

namespace {

// Two seats take one or two of five counters; who takes the last wins.
struct Heap {
    static constexpr std::string_view name = "heap";
    struct Position {
        int left, next;
        bool operator==(const Position&) const = default;
    };
    explicit Heap(std::string_view) {}
    int seats() const { return 2; }
    const std::string& spec() const { return spec_; }
    const std::vector<std::string>& actions() const { return actions_; }
    Position read(std::string_view) const { return {5, 1}; }
    std::string write(const Position& position) const { return std::to_string(position.left); }
    int turn(const Position& position) const { return position.left ? position.next : NOBODY; }
    int actor(const Position& position) const { return turn(position); }
    void moves(const Position& position, MoveList& list) const {
        list.clear();
        for (Move move = 0; move < 2 && move < position.left; ++move) list.push(move);
    }
    void play(Position& position, Move move) const { position = {position.left - move - 1, 3 - position.next}; }
    Result result(const Position& position) const { return {position.left == 0, 3 - position.next, "last"}; }
    int weight(const Position&, Move) const { return 0; }
    std::vector<std::string> steps(const Position&, Move) const { return {}; }
    std::uint64_t hash(const Position& position) const {
        return static_cast<std::uint64_t>(2 * position.left + position.next);
    }
    std::string spec_ = "heap";
    std::vector<std::string> actions_{"one", "two"};
};

struct Arrays {
    explicit Arrays(const AnyBatch& batch)
        : observations(batch.count() * static_cast<std::size_t>(batch.shape().size())),
          turns(batch.count()),
          rewards(batch.count() * static_cast<std::size_t>(batch.seats())),
          actions(batch.count()),
          masks(new bool[batch.count() * static_cast<std::size_t>(batch.actions())]),
          done(new bool[batch.count()]),
          cut(new bool[batch.count()]) {}
    Sheets sheets() { return {observations.data(), masks.get(), turns.data(), rewards.data(), done.get(), cut.get()}; }

    std::vector<std::uint8_t> observations;
    std::vector<std::int8_t> turns;
    std::vector<float> rewards;
    std::vector<std::int32_t> actions;
    std::unique_ptr<bool[]> masks, done, cut;
};

template <Game G>
void alike(std::string_view options, const std::vector<std::string_view>& starts) {
    const G game(options);
    BatchOf<G> one(game, starts, {1100, 7, 20, 1}), three(game, starts, {1100, 7, 20, 3});
    Arrays a(one), b(three);
    one.reset({}, nullptr, a.sheets());
    three.reset({}, nullptr, b.sheets());
    bool finished = false;
    for (int step = 0; step < 30; ++step) {
        one.sample(a.actions.data());
        three.sample(b.actions.data());
        check(a.actions == b.actions, "samples depend on threads");
        one.step(a.actions.data(), a.sheets());
        three.step(b.actions.data(), b.sheets());
        check(a.observations == b.observations && a.turns == b.turns && a.rewards == b.rewards,
              "steps depend on threads");
        for (std::size_t i = 0; i < one.count(); ++i) finished |= a.done[i];
    }
    check(finished, "no match came to an end");
    const auto before = a.observations;
    a.actions.back() = one.actions();
    try {
        one.step(a.actions.data(), a.sheets());
        check(false, "an action that is none was played");
    } catch (const Refusal&) {}
    check(a.observations == before && one.position(0) == three.position(0), "a refused step changed something");
}

}  // namespace

void test_batch() {
    const std::string tesseract = "..../..../..../..../..../..../..../..../..../..../..../..../..../..../..../....";
    const std::string tritoc =
        "........./........./........./........./........./........./........./........./......... 1 - 0 0";
    alike<Xtic>("type=torus", {"..../..../..../.... -"});
    alike<Tactix>("", {"oooo/oooo/oooo/oooo 1", "oooo/oooo/oooo/.... 2"});
    alike<Tritoc>("", {tritoc});
    alike<Tesseract>("dims=3", {tesseract});
    alike<Xchain>("seats=3,size=4x3", {"..../..../.... uuu 1"});
    alike<Heap>("", {"5"});

    BatchOf<Heap> heap(Heap(""), {"5"}, {1, 0, 100, 1});
    Arrays seen(heap);
    const std::int32_t two = 1, one = 0;
    for (const auto* action : {&two, &two}) heap.step(action, seen.sheets());
    check(seen.observations == std::vector<std::uint8_t>{1, 0, 1, 1}, "one is left to take");
    heap.step(&one, seen.sheets());
    check(seen.done[0] && !seen.cut[0] && seen.rewards == std::vector<float>{1, -1}, "the first seat has won");
    check(heap.ended(0) == "0" && heap.position(0) == "5", "a new match begins");
}
