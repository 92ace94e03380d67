// The search methods of tesseract.
#pragma once

#include "games/tesseract/dazzler.hpp"
#include "games/tesseract/glance.hpp"
#include "games/tesseract/quiet.hpp"
#include "games/tesseract/rules.hpp"

namespace quincunx {

namespace tesseract {

inline Score score(int side, bool exact, double value, int distance = -1) {
    Score score{exact, {}, distance};
    score.values[side] = value;
    score.values[1 - side] = 1 - value;
    return score;
}

inline std::vector<MoveScore> dazzler(const Tesseract& game, const Tesseract::Position& position,
                                      const MoveList& moves) {
    const Move choice = dazzle(game, position).choice;
    std::vector<MoveScore> scores;
    for (const Move move : moves) scores.push_back({move, score(position.count % 2, false, move == choice), {move}});
    return scores;
}

// What the search knows of every move at the end.
inline std::vector<MoveScore> scores(QuietTree& tree, const LineBoard& board, int side, const MoveList& moves) {
    using Fate = QuietTree::Fate;
    const auto share = [](std::int64_t value) { return static_cast<double>(value) / QuietTree::ONE; };
    std::array<const QuietTree::Node*, LineMap::MAX_SQUARES> node{};
    const QuietTree::Node* best = nullptr;
    int standing = 0;
    for (const auto& child : tree.children(tree.root())) {
        node[child.move] = &child;
        if (child.fate == Fate::WON) continue;
        if (!best || child.visits > best->visits) best = &child;
        standing = std::max(standing, tree.standing_after(child.move));
    }
    // The most visited move is the choice. Others cannot be above it, and are below it by up to an eighth as they were visited
    // less. One visit's worth of the count of lines, as far as it is less than the best count, orders those never visited.
    const auto top = !best ? 0 : best->visits ? best->sum / best->visits : standing;
    const auto estimate = [&](const QuietTree::Node& child) {
        if (&child == best) return top;
        const auto counted = top - top / 8 - (standing - tree.standing_after(child.move));
        const auto missing = std::int64_t{best->visits - child.visits} + 1;
        const auto ceiling = top - top * missing / (8 * (std::int64_t{best->visits} + 1));
        return std::clamp<std::int64_t>((child.sum + counted) / (child.visits + 1), 0, ceiling);
    };
    std::vector<MoveScore> all;
    for (const Move move : moves) {
        std::vector<Move> line{move};
        const auto forced = [&](int attacker, const Attack& attack) {
            const auto rest = to_the_end(board, attacker, attack);
            line.insert(line.end(), rest.begin(), rest.end());
        };
        bool fourth = false;
        LineBoard::for_each(board.lines(line_of(side, 3)),
                            [&](int three) { fourth |= board.first_free(three) == move; });
        if (fourth) {
            all.push_back({move, score(side, true, 1, 1), {move}});
        } else if (tree.own() && tree.own().sequence[0] == move) {
            all.push_back({move, score(side, true, 1, tree.own().distance()), to_the_end(board, side, tree.own())});
        } else if (!node[move]) {
            forced(1 - side, tree.theirs());
            all.push_back({move, score(side, true, 0, static_cast<int>(line.size())), line});
        } else {
            const auto& child = *node[move];
            const bool exact = child.fate != Fate::OPEN;
            const auto value = exact ? QuietTree::ONE - QuietTree::worth(child.fate) : estimate(child);
            const int distance = exact && child.distance >= 0 ? child.distance + 1 : -1;
            all.push_back({move, score(side, exact, share(value), distance), tree.line(child)});
        }
    }
    return all;
}

inline std::vector<MoveScore> threats(const Tesseract& game, const Tesseract::Position& position, const MoveList& moves,
                                      bool brisk, const Limits& limits, Control& control, std::string& basis) {
    constexpr std::uint64_t MEMORY = 64 << 20, UNLIMITED = 20'000'000, PER_SECOND = 2'500'000;
    // Bytes of a position in the tree: the same where addresses have 32 bits (WebAssembly), so that the answers are too.
    constexpr std::uint64_t PER_POSITION = 64;
    static_assert(sizeof(QuietTree::Node) + sizeof(Attack) <= PER_POSITION);
    const LineMap map(game.squares, game.lines());
    LineBoard board(map);
    for (int side = 0; side < 2; ++side)
        for (int square = 0; square < game.squares; ++square)
            if (Tesseract::has(position.marks[side], square)) board.play(side, square);
    auto expected = limits.nodes ? limits.nodes : UNLIMITED;
    if (limits.seconds > 0)
        expected = static_cast<std::uint64_t>(std::min(limits.seconds * PER_SECOND, double(expected)));
    const auto half = (limits.memory ? limits.memory : MEMORY) / 2;
    ThreatSearch search(std::min(half, 16 * expected), control,
                        limits.depth > 0 ? limits.depth : ThreatSearch::LONGEST);
    const int side = position.count % 2;
    QuietTree tree(board, side, search, expected, half / PER_POSITION, limits.seed);

    const auto enough = brisk && tree.root().count == 1 ? expected / 16 : std::numeric_limits<std::uint64_t>::max();
    if (tree.own()) control.prefer(static_cast<Move>(tree.own().sequence[0]));
    std::uint64_t walks = 0;
    while (tree.root().fate == QuietTree::Fate::OPEN && !tree.own() && !tree.full() && control.nodes() < enough) {
        if (control.has_listener()) control.prefer(tree.favourite());
        tree.walk();
        ++walks;
        if (control.spend(1)) break;
        const double spent = limits.seconds > 0 ? control.seconds() / limits.seconds : 0;
        control.set_progress(std::min(1.0, std::max(spent, double(control.nodes()) / double(expected))));
    }
    basis = "tesseract.basis.threats " + std::to_string(walks);
    return scores(tree, board, side, moves);
}

}  // namespace tesseract

// The methods:
//   dazzler   the period player: its choice has the value 1, the others 0, as estimates. The limits do not matter to it.
//   threats   looks for winning sequences of both seats and walks through the quiet moves with what is left. Wins and losses by
//             force are exact; their distance is that of the line found. The best estimate is the choice. Works from 2,000
//             nodes on. Memory is 64 MiB unless said otherwise, and the search ends when it is full. One thread. `depth` is how many threes in a row it looks
//             ahead.
//   brisk     the same for a player: a forced move gets a sixteenth of the nodes, since it will be made whatever its value.
//   glance    counts the lines that a player notices who overlooks slanting ones (`depth`, seed): how the weak levels play.
inline Analysis think(const Tesseract& game, const Tesseract::Position& position, std::string_view method,
                      const Limits& limits, Control& control) {
    if (method != "dazzler" && method != "threats" && method != "brisk" && method != "glance")
        throw Refusal("tesseract has no method " + quoted(method) + "; it has dazzler, threats, brisk and glance");
    control.begin(limits);
    Analysis analysis;
    MoveList moves;
    game.moves(position, moves);
    if (moves.empty()) return analysis;
    if (method == "dazzler") {
        analysis.moves = tesseract::dazzler(game, position, moves);
        analysis.basis = "tesseract.basis.dazzler";
    } else if (method == "glance") {
        analysis.moves = tesseract::glance(game, position, moves, limits, control);
        analysis.basis = "tesseract.basis.glance";
    } else {
        analysis.moves = tesseract::threats(game, position, moves, method == "brisk", limits, control, analysis.basis);
    }
    analysis.nodes = control.nodes();
    analysis.seconds = control.seconds();
    return analysis;
}

}  // namespace quincunx
