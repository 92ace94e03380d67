// Proofs of xchain against the plain definition, and what is kept of them.
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "games/xchain/coalition.hpp"
#include "games/xchain/methods.hpp"
#include "games/xchain/proof.hpp"

using namespace quincunx;

void check(bool ok, const char* what);

namespace {

// The definition.
class Plain {
public:
    explicit Plain(const Xchain& game) : game_(game) {}

    bool wins(const Xchain::Position& position) {
        const auto text = game_.write(position);
        if (const auto known = known_.find(text); known != known_.end()) return known->second;
        MoveList list;
        game_.moves(position, list);
        bool found = false;
        for (const Move move : list) {
            auto after = position;
            game_.play(after, move);
            if (game_.result(after).over || !wins(after)) found = true;
        }
        return known_[text] = found;
    }

private:
    const Xchain& game_;
    std::map<std::string, bool> known_;
};

// Random games from the empty board, as long as they last.
template <class Look>
void walk(const Xchain& game, int games, Look look) {
    Random random(5);
    for (int i = 0; i < games; ++i) {
        MoveList list;
        for (auto position = game.empty(); !game.result(position).over;) {
            look(position);
            game.moves(position, list);
            game.play(position, list[random.below(static_cast<std::uint32_t>(list.size()))]);
        }
    }
}

// On a tiny board analysis knows every move, and how long the game lasts after it.
void test_tiny_boards() {
    const Xchain game("size=3x3");
    Plain plain(game);
    walk(game, 5, [&](const Xchain::Position& position) {
        Control control;
        const auto analysis = think(game, position, "adaptive", {}, control);
        check(analysis.basis == "xchain.basis.end", "it is known to the end");
        for (const auto& [move, score, line] : analysis.moves) {
            auto after = position;
            game.play(after, move);
            const bool won = game.result(after).over || !plain.wins(after);
            check(score.exact && score.values[position.next - 1] == won, "each move has its value");
            for (std::size_t i = 1; i < line.size(); ++i) game.play(after, line[i]);
            check(static_cast<int>(line.size()) == score.distance && game.result(after).over, "it ends when it says");
            check((game.result(after).winner == position.next) == won, "and as it says");
        }
    });
    Control control;
    const auto weak = think(game, game.empty(), "adaptive", {.nodes = 1000}, control);
    check(weak.basis != "xchain.basis.end", "a weak level looks ahead");
}

// Exact keys: alike for the turns of a position, and different for all others.
void test_keys() {
    for (const char* options : {"size=3x3", "size=3x4", "size=3x6", "size=5x5"}) {
        const Xchain game(options);
        const xchain::Keys keys(game);
        std::map<std::uint64_t, std::string> found;
        walk(game, 200, [&](const Xchain::Position& position) {
            std::string least;
            for (int turn = 0; turn < (game.width() == game.height() ? 8 : 4); ++turn) {
                auto turned = position;
                for (int square = 0; square < game.area(); ++square) {
                    turned.owner[keys.turned(square, turn)] = position.owner[square];
                    turned.value[keys.turned(square, turn)] = position.value[square];
                }
                check(keys.of(turned) == keys.of(position), "a turn has the same key");
                std::string cells;  // as the seat to move sees them
                for (int square = 0; square < game.area(); ++square) {
                    const int owner = turned.owner[square];
                    cells +=
                        static_cast<char>('a' + 8 * (owner ? 1 + (owner != position.next) : 0) + turned.value[square]);
                }
                least = least.empty() ? cells : std::min(least, cells);
            }
            check(keys.of(position) > 0 && keys.of(position) <= keys.most(), "keys are small numbers from 1 on");
            check(found.try_emplace(keys.of(position), least).first->second == least, "no two positions share a key");
        });
    }
}

// What one seat can force against all others, by the definition.
void test_coalitions() {
    const Xchain game("size=2x3,seats=3");
    std::map<std::string, bool> known;
    const auto forces = [&](auto&& self, const Xchain::Position& position, int hero) -> bool {
        if (const auto result = game.result(position); result.over) return result.winner == hero;
        const auto [entry, fresh] = known.try_emplace(game.write(position) + std::to_string(hero));
        if (!fresh) return entry->second;
        MoveList list;
        game.moves(position, list);
        int good = 0;
        for (const Move move : list) {
            auto after = position;
            game.play(after, move);
            good += self(self, after, hero);
        }
        return entry->second = position.next == hero ? good > 0 : good == static_cast<int>(list.size());
    };
    int won = 0;
    for (int hero = 1; hero <= 3; ++hero) {
        XchainCoalition coalition(game, hero);
        walk(game, 30, [&](const Xchain::Position& position) {
            Control control;
            control.begin({});
            const bool wins = *coalition.wins(position, control);
            check(wins == forces(forces, position, hero), "a seat can force what the definition says");
            won += wins;
        });
    }
    check(won > 0, "somebody can force a win somewhere");
    Control few;
    few.begin({.nodes = 1});
    const Xchain larger("size=3x3,seats=3");
    check(!XchainCoalition(larger, 1).wins(larger.empty(), few), "it can be stopped");
}

}  // namespace

void test_xchain_proof() {
    test_tiny_boards();
    test_keys();
    test_coalitions();
    const Xchain game("size=3x3");
    Plain plain(game);
    XchainProof proof(game, 1 << 20), small(game, 1 << 14);
    Control control;
    walk(game, 20, [&](const Xchain::Position& position) {
        check(proof.wins(position, control) == plain.wins(position), "a proof says what is true");
        check(small.wins(position, control) == plain.wins(position), "also with a table that is too small");
        const auto winning = proof.winning(position, true, control), some = proof.winning(position, false, control);
        check(winning->empty() != plain.wins(position), "who wins has a winning move");
        check(some->empty() == winning->empty(), "and one can be found for sure");
        check(std::includes(winning->begin(), winning->end(), some->begin(), some->end()), "some are of all");
    });

    XchainProof other(game, 1 << 20);
    const auto findings = proof.findings(1 << 20);
    for (const auto finding : findings) other.learn(finding);
    const auto few = proof.findings(findings.size() / 2);
    const auto work = [](auto each) { return each & 0xE; };  // the lower bits of a finding, but for who won
    const auto total = [&](const auto& those) {
        return std::transform_reduce(those.begin(), those.end(), std::uint64_t{0}, std::plus<>(), work);
    };
    check(few.size() == findings.size() / 2, "of many findings as many are kept as there is room for");
    check(total(few) > total(findings) / 2, "and those that took the most work");
    check(std::all_of(few.begin(), few.end(), [&](auto each) { return std::ranges::count(findings, each) == 1; }),
          "and no others");
    Control second;
    second.begin({});
    check(*other.wins(game.empty(), second) && other.nodes() == 0, "what was learned need not be proved again");

    const Xchain larger("size=3x4,first=2");
    XchainProof slow(larger, 1 << 24);
    int pauses = 0;
    std::optional<bool> found;
    for (; !found; ++pauses) {
        Control few;
        few.begin({.nodes = 10000});
        found = slow.wins(larger.empty(2), few);
        check(pauses < 100, "it goes on where it was stopped");
    }
    check(*found && pauses > 1 && slow.fill() > 0, "3x4 is won by who begins");

    for (const char* options : {"size=4x7", "size=3x3,seats=3"}) {
        bool refused = false;
        try {
            XchainProof none(Xchain(options), 1 << 20);
        } catch (const Refusal&) {
            refused = true;
        }
        check(refused, "boards that are too large, and more seats, are refused");
    }
}
