// Proves that a side wins a game of lines of four: a strategy with quiet moves, each followed by threat sequences.
#pragma once

#include "games/tesseract/tree.hpp"

namespace quincunx {

// The search where threats abound: in four dimensions. The first time a node is only glanced at, for most are won at once by
// a move that beats another reply. Where that finds nothing, it is opened by looking at more moves: what does the attacker
// threaten after each, and which replies does no sequence of his refute? The fewer they are, the better the move; these
// replies are the nodes below. There are no disproofs: a search that finds nothing continues until it is stopped or full, or
// has nothing left that threatens anything.
class StrategySearch final : public StrategyTree {
public:
    // `memory` is in bytes.
    StrategySearch(const LineMap& map, int dims, Seed seed, std::uint64_t memory)
        : StrategyTree(map, dims, std::move(seed), memory, {.at_once = 4'000, .threat = 300, .refute = 500}) {}

private:
    // A proof number is an estimate of the remaining work: a fixed amount for a position not yet seen (after a threat, or where
    // every reply must be met: to the attacker's second move, or to later ones), for one that a glance did not win, and for each
    // move on the way, or the search would follow single replies to the end of the board. Above all it would follow plain threes.
    // The second move's replies weigh much, so that it is not given up for another because one of them is hard.
    static constexpr std::uint32_t THREATENED = 4, SECOND = 24, LATER = 1, GLANCED = 24, DEEPER = 16, THREE = 64;
    // Nodes that are about the work of 1. Where every reply must be met, what was spent in vain counts too: one reply that
    // stands may be the end of the move, and its own number rises slowly.
    static constexpr std::uint64_t UNIT = 10'000;
    static constexpr std::size_t EARLY = 2;  // marks of the attacker up to which blind moves are tried, and at the root

    std::uint32_t number_of(const Choice& choice) const override {
        std::uint32_t sum = 0;
        for (const int child : choice.below) {
            sum += number_of(nodes_[child], choice.blind);
            if (sum >= NEVER) return NEVER;
        }
        if (choice.blind && sum) sum += static_cast<std::uint32_t>(std::min<std::uint64_t>(choice.spent / UNIT, NEVER));
        return sum ? sum + (choice.plan.is_three() ? THREE : DEEPER) : 0;
    }
    static std::uint32_t number_of(const Node& node, bool blind) {
        if (node.glanced) return node.number;
        return !blind ? THREATENED : node.won.size() <= 2 ? SECOND : LATER;
    }

    // The hardest reply to the best choice. A blind choice is left only for one twice as good, or it would be changed all the
    // time.
    int choose(int at) override {
        Node& node = nodes_[at];
        std::uint64_t least = std::uint64_t{4} * NEVER;
        int best = 0;
        for (int i = 0; i < static_cast<int>(node.choices.size()); ++i) {
            const bool steady = i == node.active || !node.choices[i].blind;
            const auto number = std::uint64_t{number_of(node.choices[i])} * (steady ? 1 : 2);
            if (number < least) {
                least = number;
                best = i;
            }
        }
        node.active = best;
        int hardest = -1;
        std::uint32_t most = 0;
        for (const int child : node.choices[best].below) {
            const auto number = number_of(nodes_[child], node.choices[best].blind);
            if (number > most) {
                most = number;
                hardest = child;
            }
        }
        return hardest;
    }

    bool open_up(int at, const Control& control) override {
        LineBoard board = board_at(at);
        AttackSearch::Moves moves;
        if (is_waiting(at)) {
            if (auto plan = attacks_.wait(board)) moves.threatening.push_back(std::move(*plan));
        } else {
            const bool blind = at == root_ || nodes_[at].won.size() <= EARLY;
            const auto distinct = symmetries_.distinct(nodes_[at].won, nodes_[at].lost);
            if (!nodes_[at].glanced) {
                auto plan = attacks_.glance(board, hints(at), distinct);
                if (plan) return prove(at, std::move(*plan)), true;
                nodes_[at].glanced = true;
                nodes_[at].number = GLANCED;
                return true;
            }
            moves = attacks_.look(board, hints(at), distinct, blind, control);
        }
        if (moves.won()) return prove(at, std::move(moves.threatening.front())), true;
        if (!moves.whole) return false;
        std::vector<Choice> choices;
        for (auto& plan : moves.threatening) choices.push_back({.plan = std::move(plan), .below = {}});
        for (auto& plan : moves.blind) choices.push_back({.plan = std::move(plan), .below = {}, .blind = true});
        for (auto& choice : choices) descend(at, choice);
        open_with(at, std::move(choices));
        return true;
    }
};

}  // namespace quincunx
