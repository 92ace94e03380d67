// Proofs of xchain against the plain definition, and what is kept of them.
#include <algorithm>
#include <map>

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
        check(analysis.basis == "all moves to the end", "it is known to the end");
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
    check(weak.basis != "all moves to the end", "a weak level looks ahead");
}

}  // namespace

void test_xchain_proof() {
    test_tiny_boards();
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
    for (const auto& finding : proof.findings()) other.learn(finding);
    Control second;
    second.begin({});
    check(*other.wins(game.empty(), second) && other.nodes() == 0, "what was learned need not be proved again");

    const Xchain larger("size=3x4,first=2");
    XchainProof slow(larger, 1 << 24);
    int pauses = 0;
    std::optional<bool> found;
    for (; !found; ++pauses) {
        Control few;
        few.begin({.nodes = 50000});
        found = slow.wins(larger.empty(2), few);
        check(pauses < 100, "it goes on where it was stopped");
    }
    check(*found && pauses > 1 && slow.fill() > 0, "3x4 is won by who begins");

    for (const char* options : {"size=4x5", "size=3x3,seats=3"}) {
        bool refused = false;
        try {
            XchainProof none(Xchain(options), 1 << 20);
        } catch (const Refusal&) {
            refused = true;
        }
        check(refused, "boards that are too large, and more seats, are refused");
    }
}
