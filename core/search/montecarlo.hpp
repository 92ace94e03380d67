// Monte Carlo tree search for any number of seats and with dice: every seat prefers what is best for itself, rolls come as
// often as their weights say, and decided positions no longer take part in the sampling.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <vector>

#include "search/progress.hpp"
#include "search/search.hpp"
#include "threads.hpp"

namespace quincunx::montecarlo {

using Values = std::array<double, MAX_SEATS>;

// The part of `Game` that a tree needs: a search may bring a faster form of its game.
template <class G>
concept Rules =
    requires(const G game, typename G::Position position, const typename G::Position& view, Move move, MoveList& list) {
        requires std::copyable<typename G::Position>;
        { game.seats() } -> std::same_as<int>;
        { game.actor(view) } -> std::same_as<int>;
        { game.moves(view, list) } -> std::same_as<void>;
        { game.play(position, move) } -> std::same_as<void>;
        { game.result(view) } -> std::same_as<Result>;
        { game.weight(view, move) } -> std::same_as<int>;
    };

// Evaluates a position that is not over for each seat.
template <class E, class G>
concept Evaluator = requires(const E evaluator, const G& game, const typename G::Position& position, Random& random) {
    { evaluator(game, position, random) } -> std::same_as<Values>;
};

inline Values values_of(const Result& result, int seats) {
    Values values{};
    for (int seat = 1; seat <= seats; ++seat)
        values[seat - 1] = result.winner == 0 ? 0.5 : seat == result.winner ? 1 : 0;
    return values;
}

// One of the rolls of a position, as often as its weight says.
template <Rules G>
Move roll_dice(const G& game, const typename G::Position& position, const MoveList& rolls, Random& random) {
    std::uint32_t sum = 0;
    for (const Move move : rolls) sum += static_cast<std::uint32_t>(game.weight(position, move));
    auto left = static_cast<int>(random.below(sum));
    for (const Move move : rolls)
        if ((left -= game.weight(position, move)) < 0) return move;
    return rolls[0];
}

// A roll, by its chance, without the list of all where the game does not need it.
template <Rules G>
Move any_roll(const G& game, const typename G::Position& position, Random& random) {
    if constexpr (requires { game.any_roll(random); }) {
        return game.any_roll(random);
    } else {
        MoveList rolls;
        game.moves(position, rolls);
        return roll_dice(game, position, rolls, random);
    }
}

// Any legal move, each equally likely.
template <Rules G>
Move any_move(const G& game, const typename G::Position& position, Random& random) {
    if constexpr (requires { game.any_move(position, random); }) {
        return game.any_move(position, random);
    } else {
        MoveList list;
        game.moves(position, list);
        return list[random.below(static_cast<std::uint32_t>(list.size()))];
    }
}

// Evaluates by playing at random to the end. `most` bounds games that need not end; a game not over by then counts as a draw.
struct Playout {
    int most = 4000;

    template <Rules G>
    Values operator()(const G& game, typename G::Position position, Random& random) const {
        MoveList list;
        for (int n = 0; n < most; ++n) {
            const int actor = game.actor(position);
            if (actor == NOBODY) return values_of(game.result(position), game.seats());
            game.moves(position, list);
            game.play(position, actor == CHANCE ? roll_dice(game, position, list, random)
                                                : list[random.below(static_cast<std::uint32_t>(list.size()))]);
        }
        return values_of({true, 0, ""}, game.seats());
    }
};

struct Settings {
    double exploration = 0.5;                          // the square of the constant of UCT: more of it tries more moves
    std::uint64_t memory = 64u << 20;                  // bytes for all trees, where the limits do not say
    std::string_view basis = "engine.basis.playouts";  // see Analysis
};

// The tree of one thread.
//
// Every machine grows the same tree: sums are made in a fixed order, divisions and square roots are rounded exactly by IEEE 754,
// and no product is added to anything except by std::fma, which leaves the compiler no choice of rounding.
template <Rules G, Evaluator<G> E>
class Tree {
public:
    struct Node {
        Values sum{};  // of the evaluations below; the value itself once it is `sure`
        std::uint32_t visits = 0;
        std::uint32_t first = 0;      // of its children, which lie side by side; 0: none yet
        std::uint32_t best_sure = 0;  // the best child that is sure; 0: none yet
        std::uint16_t count = 0;
        std::uint16_t weight = 0;  // of the roll that led here
        Move move = 0;             // that led here
        std::int8_t actor = NOBODY;
        bool sure = false;

        double mean(int seat) const { return sure ? sum[seat - 1] : sum[seat - 1] / visits; }
    };

    Tree(const G& game, const typename G::Position& root, const E& evaluator, double exploration, std::uint64_t memory,
         std::uint64_t seed)
        : game_(game),
          root_(root),
          evaluator_(evaluator),
          exploration_(exploration),
          random_(seed),
          capacity_(std::clamp<std::uint64_t>(memory / sizeof(Node), 2 * 256, 1u << 31)) {
        nodes_.reserve(capacity_);
        nodes_.emplace_back().actor = static_cast<std::int8_t>(game_.actor(root_));
        expand(nodes_[0], root_);
    }

    // Grows by one evaluation. False once the root is decided.
    bool grow() {
        if (nodes_[0].sure) return false;
        path_.assign(1, 0);
        auto position = root_;
        std::uint32_t at = 0;
        while (nodes_[at].first) {
            at = choose(nodes_[at]);
            game_.play(position, nodes_[at].move);
            path_.push_back(at);
            if (nodes_[at].visits > 0 && nodes_[at].first == 0) expand(nodes_[at], position);
        }
        auto values = evaluate(nodes_[at], position);
        for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
            auto& node = nodes_[*step];
            ++node.visits;
            if (node.first) conclude(node, *(step - 1));
            if (node.sure)
                values = node.sum;
            else if (node.best_sure && nodes_[node.best_sure].sum[node.actor - 1] > values[node.actor - 1])
                values = nodes_[node.best_sure].sum;
            if (!node.sure)
                for (int i = 0; i < MAX_SEATS; ++i) node.sum[i] += values[i];
        }
        return true;
    }

    // The child that play is expected to continue with, null where nothing is known. What is known to be worse than another
    // move is not played, however often it was looked at before.
    const Node* favourite(const Node& node) const {
        if (!node.first) return nullptr;
        const Node *sure = node.best_sure ? &nodes_[node.best_sure] : nullptr, *most = nullptr;
        for (const auto* child = begin(node); child != end(node); ++child)
            if (child->visits > (most ? most->visits : 0) && !(sure && child->sure)) most = child;
        if (!sure || (most && !node.sure && most->mean(node.actor) >= sure->mean(node.actor))) return most;
        return sure;
    }

    const Node& root() const { return nodes_[0]; }
    const Node* begin(const Node& node) const { return &nodes_[node.first]; }
    const Node* end(const Node& node) const { return begin(node) + node.count; }

private:
    Values evaluate(Node& node, const typename G::Position& position) {
        if (node.sure) return node.sum;
        if (node.visits == 0) {
            node.actor = static_cast<std::int8_t>(game_.actor(position));
            if (node.actor == NOBODY) {
                node.sure = true;
                return node.sum = values_of(game_.result(position), game_.seats());
            }
        }
        return evaluator_(game_, position, random_);
    }

    // Gives a node its children, in random order where a seat chooses; not when the game or the memory is at its end.
    void expand(Node& node, const typename G::Position& position) {
        if (node.actor == NOBODY || node.sure) return;
        MoveList list;
        game_.moves(position, list);
        if (nodes_.size() + list.size() > capacity_) return;
        node.first = static_cast<std::uint32_t>(nodes_.size());
        node.count = static_cast<std::uint16_t>(list.size());
        for (const Move move : list) {
            auto& child = nodes_.emplace_back();
            child.move = move;
            child.weight = static_cast<std::uint16_t>(node.actor == CHANCE ? game_.weight(position, move) : 0);
        }
        if (node.actor == CHANCE) return;
        for (std::uint32_t i = node.count; i > 1; --i)
            std::swap(nodes_[node.first + i - 1].move, nodes_[node.first + random_.below(i)].move);
    }

    std::uint32_t choose(const Node& node) {
        const std::uint32_t end = node.first + node.count;
        if (node.actor != CHANCE || &node == &nodes_[0])
            for (auto at = node.first; at < end; ++at)
                if (nodes_[at].visits == 0) return at;
        if (node.actor == CHANCE) {
            std::uint32_t sum = 0;
            for (auto at = node.first; at < end; ++at) sum += nodes_[at].weight;
            auto left = random_.below(sum);
            auto at = node.first;
            while (left >= nodes_[at].weight) left -= nodes_[at++].weight;
            return at;
        }
        // A logarithm that every machine knows: the digits of a binary number, and the way from one power of two to the next.
        const auto digits = std::bit_width(node.visits) - 1;
        const double logarithm = digits + (static_cast<double>(node.visits) / (1u << digits) - 1);
        const double spread = exploration_ * logarithm;
        auto best = node.best_sure;
        double most = -1;
        for (auto at = node.first; at < end; ++at) {
            const auto& child = nodes_[at];
            if (child.sure) continue;  // nothing to find out there; `best_sure` remembers it
            const double bonus = std::sqrt(spread / child.visits);
            const double worth = child.mean(node.actor) + bonus;
            if (worth > most) {
                most = worth;
                best = at;
            }
        }
        return best;
    }

    // Makes a node sure if its children settle it, of which `news` was the last to change. Where a seat loses either way but
    // decides which of the others wins, nothing is settled.
    void conclude(Node& node, std::uint32_t news) {
        if (node.sure || !nodes_[news].sure) return;
        const auto all_sure = [](const Node& child) { return child.sure; };
        const Node *from = begin(node), *to = end(node);
        if (node.actor == CHANCE) {
            if (!std::all_of(from, to, all_sure)) return;
            node.sum = {};
            double weights = 0;
            for (const auto* child = from; child != to; ++child) {
                weights += child->weight;
                for (int i = 0; i < MAX_SEATS; ++i) node.sum[i] = std::fma(child->weight, child->sum[i], node.sum[i]);
            }
            for (auto& value : node.sum) value /= weights;
            node.sure = true;
            return;
        }
        const auto worth = [&](const Node& child) { return child.sum[node.actor - 1]; };
        if (!node.best_sure || worth(nodes_[news]) > worth(nodes_[node.best_sure])) node.best_sure = news;
        const auto& best_sure = nodes_[node.best_sure];
        const auto differs = [&](const Node& child) {
            return worth(child) == worth(best_sure) && child.sum != best_sure.sum;
        };
        if (worth(best_sure) < 1 && (!std::all_of(from, to, all_sure) || std::any_of(from, to, differs))) return;
        node.sum = best_sure.sum;
        node.sure = true;
    }

    const G& game_;
    const typename G::Position root_;
    const E& evaluator_;
    const double exploration_;
    Random random_;
    const std::uint64_t capacity_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> path_;
};

// The trees' combined verdict on every move. A move visited less than the favourite is never ranked above it: its mean may come
// from a few lucky visits.
template <Rules G, Evaluator<G> E>
std::vector<MoveScore> report(const G& game, const typename G::Position& position,
                              const std::vector<Tree<G, E>>& trees) {
    using Node = typename Tree<G, E>::Node;
    const int actor = game.actor(position);
    MoveList list;
    game.moves(position, list);
    std::vector<MoveScore> scores;
    std::vector<std::uint64_t> visits;
    for (const Move move : list) {
        MoveScore said{move, {}, {move}};
        std::uint64_t seen = 0;
        for (const auto& tree : trees) {
            const auto& root = tree.root();
            const auto leads = [&](const Node& child) { return child.move == move; };
            const Node* node = std::find_if(tree.begin(root), tree.end(root), leads);
            if (said.score.exact || node->visits == 0) continue;
            if (node->sure) said.score = {true, {}, node->actor == NOBODY ? 1 : -1};
            for (int i = 0; i < MAX_SEATS; ++i)
                said.score.values[i] = node->sure ? node->sum[i] : said.score.values[i] + node->sum[i];
            seen += node->visits;
            if (&tree != &trees[0]) continue;
            while ((node = tree.favourite(*node))) said.line.push_back(node->move);
        }
        // A proved win ends the search before all other moves were tried: nothing is known of those.
        if (!seen)
            std::fill_n(said.score.values.begin(), game.seats(), 1.0 / game.seats());
        else if (!said.score.exact)
            for (auto& value : said.score.values) value /= static_cast<double>(seen);
        scores.push_back(std::move(said));
        visits.push_back(seen);
    }
    if (actor == CHANCE) return scores;
    // Only over unproved moves: a loss that was found late says nothing about the others.
    auto favourite = scores.size();
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (!scores[i].score.exact && (favourite == scores.size() || visits[i] > visits[favourite])) favourite = i;
    if (favourite == scores.size()) return scores;
    const double most = scores[favourite].score.values[actor - 1];
    const double ceiling = std::nextafter(most, 0.0);
    for (auto& [move, score, line] : scores) {
        if (score.exact || move == list[favourite] || score.values[actor - 1] <= ceiling) continue;
        const double excess = (score.values[actor - 1] - ceiling) / (game.seats() - 1);
        for (int seat = 1; seat <= game.seats(); ++seat) score.values[seat - 1] += excess;
        score.values[actor - 1] = ceiling;
    }
    return scores;
}

// Grows a tree for each thread until the limits are spent or nothing is left to find out, and adds them up. A node is one
// evaluation. Every move is tried at least once, whatever the limits. A roll's values are those after it has been rolled.
template <Rules G, Evaluator<G> E>
Analysis search(const G& game, const typename G::Position& position, const E& evaluator, const Settings& settings,
                const Limits& limits, Control& control) {
    Analysis analysis;
    if (game.actor(position) == NOBODY) return analysis;
    const auto threads = static_cast<std::uint64_t>(std::max(1, limits.threads));
    const auto memory = (limits.memory ? limits.memory : settings.memory) / threads;
    std::vector<Tree<G, E>> trees;
    trees.reserve(threads);
    for (std::uint64_t i = 0; i < threads; ++i)
        trees.emplace_back(game, position, evaluator, settings.exploration, memory, limits.seed + i);
    const auto work = [&](Tree<G, E>& tree) {
        for (int least = tree.root().count; tree.grow(); --least) {
            if (control.has_listener() && least % 64 == 0) control.prefer(tree.favourite(tree.root())->move);
            if (control.spend(1) && least <= 1) break;
            control.set_progress(share_spent(limits, control));
        }
    };
    {
        std::vector<Thread> others;
        for (std::uint64_t i = 1; i < threads; ++i) others.emplace_back([&work, &tree = trees[i]] { work(tree); });
        work(trees[0]);
    }
    analysis.moves = report(game, position, trees);
    analysis.nodes = control.nodes();
    analysis.seconds = control.seconds();
    analysis.basis = std::string(settings.basis) + ' ' + std::to_string(analysis.nodes);
    return analysis;
}

}  // namespace quincunx::montecarlo
