// Proves that a side wins in three dimensions, where lines are few and the first moves threaten nothing.
#pragma once

#include <cmath>

#include "games/tesseract/tree.hpp"

namespace quincunx {

// It differs from StrategySearch in four ways. A position that was not looked at yet has a number guessed from its lines. A
// choice weighs as much as its hardest reply, and the other replies count little: mostly the same move beats them. Moves that
// threaten nothing are tried up to the attacker's seventh, the most promising ones first; their replies become nodes only when
// they are followed. And moves after which the defender wins by threes of his own are left out.
class CubeSearch final : public StrategyTree {
public:
    // `memory` is in bytes.
    CubeSearch(const LineMap& map, int dims, Seed seed, std::uint64_t memory)
        : StrategyTree(map, dims, std::move(seed), memory, {.at_once = 20'000, .threat = 1'500, .refute = 3'000}),
          early_(std::max(EARLY, seed_.won.size())),
          latest_(seed_.won.size() + LONGEST) {
        nodes_[root_].number = guess(board_at(root_));
    }

private:
    static constexpr std::size_t EARLY = 6;          // marks of the attacker up to which blind moves are tried
    static constexpr std::size_t LONGEST = 22;       // moves of the attacker, before his last sequence
    static constexpr std::size_t MOST = 20;          // replies to a threat; a move with more is dropped
    static constexpr std::size_t BLIND = 14;         // blind moves kept, of those with the least numbers
    static constexpr std::uint64_t COUNTER = 1'500;  // nodes of a search for the defender's own threes

    // In units of 1/ONE of what a promising position counts.
    static constexpr std::uint32_t ONE = 16, MORE = ONE, DEEPER = 3 * ONE, THREE = 6 * ONE;
    static constexpr std::uint64_t UNIT = 16'000;  // nodes spent below a blind choice that count as 1

    // What a position seems to need, the attacker to move: half as much for every 8 points of his lines. Found by trials.
    static std::uint32_t guess(const LineBoard& board) {
        const double points = 5 * board.count(line_of(0, 2)) + 2 * board.count(line_of(0, 1)) -
                              4 * board.count(line_of(1, 2)) - 1.5 * board.count(line_of(1, 1));
        return static_cast<std::uint32_t>(ONE * std::clamp(std::exp2((40 - points) / 8), 1.0, 1e5));
    }

    // Adds up replies, of which the hardest counts whole.
    struct Sum {
        std::uint64_t hardest = 0, all = 0, count = 0;
        void add(std::uint32_t number) {
            hardest = std::max<std::uint64_t>(hardest, number);
            all += number;
            ++count;
        }
        std::uint64_t weight() const { return hardest + (all - hardest) * 3 / 10 + (count - 1) * MORE; }
    };

    std::uint32_t number_of(const Choice& choice) const override {
        if (choice.guess) return choice.guess;
        Sum sum;
        for (const int child : choice.below) {
            if (nodes_[child].number >= NEVER) return NEVER;
            if (!nodes_[child].proved) sum.add(nodes_[child].number);
        }
        if (!sum.count) return 0;
        const auto number = sum.weight() + (choice.plan.is_three() ? THREE : DEEPER);
        return static_cast<std::uint32_t>(
            std::min<std::uint64_t>(number + (choice.blind ? choice.spent / UNIT : 0), NEVER - 1));
    }

    // The hardest reply to the best choice; the choice followed last counts a fifth less. After the first move of all the easiest
    // reply comes first: all must be met in any case, and what is proved helps with the others.
    int choose(int at) override {
        auto& choices = nodes_[at].choices;
        std::uint64_t least = std::uint64_t{8} * NEVER;
        int best = 0;
        for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
            const auto number = std::uint64_t{number_of(choices[i])} * (i == nodes_[at].active ? 4 : 5);
            if (number < least) {
                least = number;
                best = i;
            }
        }
        nodes_[at].active = best;
        if (choices[best].guess) follow(at, best);
        int next = -1;
        for (const int child : nodes_[at].choices[best].below) {
            if (nodes_[child].proved) continue;
            const bool harder = next < 0 || nodes_[child].number > nodes_[next].number;
            if (next < 0 || harder != nodes_[at].won.empty()) next = child;
        }
        return next < 0 ? at : next;  // all proved on other ways: then so is this node
    }

    void follow(int at, int choice) {
        Choice followed = std::move(nodes_[at].choices[choice]);  // nodes may move in memory
        descend(at, followed);
        for (const int child : followed.below)
            if (!nodes_[child].number && !nodes_[child].proved) nodes_[child].number = guess(board_at(child));
        nodes_[at].choices[choice] = std::move(followed);
    }

    bool open_up(int at, const Control& control) override {
        LineBoard board = board_at(at);
        std::vector<Choice> choices;
        if (is_waiting(at)) {
            if (auto plan = attacks_.wait(board)) {
                if (plan->replies.empty()) return prove(at, std::move(*plan)), true;
                choices.push_back({.plan = std::move(*plan), .below = {}, .guess = 1});
            }
        } else {
            const auto distinct = symmetries_.distinct(nodes_[at].won, nodes_[at].lost);
            if (!nodes_[at].glanced) {
                if (auto plan = attacks_.glance(board, hints(at), distinct)) return prove(at, std::move(*plan)), true;
                nodes_[at].glanced = true;
                nodes_[at].number += nodes_[at].number / 2 + 2 * ONE;
                return true;
            }
            if (nodes_[at].won.size() <= latest_) {
                bool won = false;
                if (!look(at, board, distinct, choices, won, control)) return false;
                if (won) return prove(at, std::move(choices.front().plan)), true;
            }
        }
        open_with(at, std::move(choices));
        for (int i = 0; i < static_cast<int>(nodes_[at].choices.size()); ++i)
            if (!nodes_[at].choices[i].blind) follow(at, i);
        update(at);
        return true;
    }

    // Every promising move; only one if it leaves no reply (`won`). False if it was stopped early.
    bool look(int at, LineBoard& board, const SquareSet& distinct, std::vector<Choice>& choices, bool& won,
              const Control& control) {
        std::vector<Choice> blind;
        attacks_.begin();
        SquareSet helping;
        helping.set();
        if (board.fourth(1) < 0)
            if (const Attack threat = attacks_.counter(board, 4 * COUNTER)) {
                helping = answers(board, 1, threat);
                LineBoard::for_each(board.lines(line_of(0, 2)),
                                    [&](int line) { helping.set(board.first_free(line)).set(board.last_free(line)); });
            }
        for (const int move : attacks_.candidates(board, {}, distinct)) {
            if (!helping[move]) continue;
            if (control.stopped()) return false;
            auto [plan, nothing] = attacks_.threaten(board, move, MOST);
            if (plan && plan->replies.empty()) {
                choices.clear();
                choices.push_back({.plan = std::move(*plan), .below = {}});
                return won = true;
            }
            if (plan) choices.push_back({.plan = std::move(*plan), .below = {}, .guess = 1});
            if (!nothing || nodes_[at].won.size() > early_) continue;
            board.play(0, move);
            if (!attacks_.counter(board, COUNTER)) {
                Sum sum;
                for (int reply = 0; reply < map_.squares(); ++reply) {
                    if (!board.is_empty(reply)) continue;
                    board.play(1, reply);
                    sum.add(guess(board));
                    board.take_back(1, reply);
                }
                blind.push_back({.plan = {},
                                 .below = {},
                                 .blind = true,
                                 .guess = static_cast<std::uint32_t>(sum.weight() + DEEPER)});
                blind.back().plan.move = move;
            }
            board.take_back(0, move);
        }
        std::stable_sort(blind.begin(), blind.end(),
                         [](const Choice& a, const Choice& b) { return a.guess < b.guess; });
        blind.resize(std::min(blind.size(), BLIND));
        for (auto& choice : blind) {
            choice.plan = attacks_.blind_plan(board, choice.plan.move);
            choices.push_back(std::move(choice));
        }
        return true;
    }

    const std::size_t early_, latest_;
};

}  // namespace quincunx
