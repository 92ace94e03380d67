// The promising moves of an attacker: what each threatens, and which replies that leaves.
#pragma once

#include <optional>

#include "games/tesseract/plans.hpp"
#include "games/tesseract/threats.hpp"

namespace quincunx {

// The attacker is side 0 of every board here.
class AttackSearch {
public:
    // The attacker's options in a position. A plan without replies wins.
    struct Moves {
        std::vector<Plan> threatening;  // the fewest replies first
        std::vector<Plan> blind;        // nothing is threatened, so that every empty square is a reply
        bool whole = true;              // false if it was stopped early
        bool won() const { return !threatening.empty() && threatening.front().replies.empty(); }
    };

    // Nodes of a threat search: for a sequence that wins at once, for what a move threatens, and against a reply.
    struct Budgets {
        std::uint64_t at_once, threat, refute;
    };

    AttackSearch(const LineMap& map, std::uint64_t memory, const Budgets& budgets)
        : map_(map), budgets_(budgets), threats_(memory, own_) {}

    std::uint64_t nodes() const { return own_.nodes(); }  // of the threat search, in all

    // The attacker is to move. `hints` are tried first; of the others those in `distinct`.
    //
    // Tries the hints and the likeliest other moves for a sequence, or for a move that leaves no reply. A tenth of the cost of a
    // look.
    std::optional<Plan> glance(LineBoard& board, const std::vector<int>& hints, const SquareSet& distinct);
    // The best of the likeliest moves, or of all; ends with the first that leaves no reply. To be done after a glance: it
    // looks for no sequence.
    Moves look(LineBoard& board, const std::vector<int>& hints, const SquareSet& distinct, bool blind,
               const Control& control);
    // It is the defender's turn: what is threatened, and the replies to it; nothing where nothing is.
    std::optional<Plan> wait(LineBoard& board) { return threaten(board, Plan::NONE, map_.squares()).first; }

    // The steps of a look, for searches with their own choice; `begin` comes first in each position.
    void begin() { upsetting_.reset(); }
    // The moves, those with the greatest gain first; only one where the defender has a three.
    std::vector<int> candidates(const LineBoard& board, const std::vector<int>& hints, const SquareSet& distinct) const;
    // A move's plan, if it threatens something and leaves at most this many replies; and whether it threatens nothing.
    std::pair<std::optional<Plan>, bool> threaten(LineBoard& board, int move, std::size_t most);
    Plan blind_plan(LineBoard& board, int move) const;
    // The defender's own sequence, whether or not it is his move.
    Attack counter(LineBoard& board, std::uint64_t budget) { return threats_.find(board, 1, budget); }

private:
    static constexpr std::size_t GLANCE =
        24;  // moves tried in a glance; one that wins is nearly always among the first 8
    static constexpr std::size_t LOOK = 40;  // moves looked at; more only if none of these threatens anything
    static constexpr std::size_t KEEP = 12;  // threatening moves kept
    static constexpr std::size_t MOST = 16;  // replies; a move with more is dropped
    static constexpr std::size_t THREE = 8;  // replies that a plain three counts for, besides its one
    static constexpr std::size_t BLIND = 8;  // blind moves kept, of those with the greatest gain

    std::optional<Plan> threaten_after(LineBoard& board, int move, std::size_t most, bool& nothing);
    // The fewer replies the better; but a plain three uses up what it threatens with.
    static std::size_t weight(const Plan& plan) { return plan.replies.size() + (plan.is_three() ? THREE : 0); }

    // The empty squares among some, those with the greatest gain for a side first.
    std::vector<int> ranked(const LineBoard& board, int side, const SquareSet& among) const {
        std::vector<std::pair<int, int>> squares;
        for (int square = 0; square < map_.squares(); ++square)
            if (among[square] && board.is_empty(square)) squares.emplace_back(-gain(board, side, square), square);
        std::sort(squares.begin(), squares.end());
        std::vector<int> order;
        for (const auto& [rank, square] : squares) order.push_back(square);
        return order;
    }
    // The effect of a mark on the lines through it, for both sides.
    int gain(const LineBoard& board, int side, int square) const {
        int sum = 0;
        for (const auto [line, place] : map_.through(square)) {
            const int kind = board.kind(line);
            if (kind == EMPTY_LINE || kind == line_of(1 - side, 1))
                sum += 2;
            else if (kind == line_of(side, 1))
                sum += 7;
            else if (kind == line_of(1 - side, 2))
                sum += 9;
        }
        return sum;
    }
    static Squares own_moves(const Attack& attack) {
        Squares moves;
        for (std::size_t i = 0; i < attack.sequence.size(); i += 2)
            moves.push_back(static_cast<std::uint8_t>(attack.sequence[i]));
        return moves;
    }

    const LineMap& map_;
    const Budgets budgets_;
    SquareSet upsetting_;  // replies that nothing refuted, in the position that is looked at
    Control own_;          // counts the nodes
    ThreatSearch threats_;
};

// Whether the attacker, to move, wins by a sequence of his own moves; the defender does what he must.
inline bool wins(LineBoard& board, const Squares& sequence) {
    std::array<std::uint8_t, LineMap::MAX_SQUARES> replies;
    std::size_t done = 0;
    bool won = false;
    for (const auto move : sequence) {
        if (!board.is_empty(move)) break;
        const auto through = board.map().through(move);
        won = std::any_of(through.begin(), through.end(),
                          [&](const auto& each) { return board.kind(each.line) == line_of(0, 3); });
        if (won) break;
        board.play(0, move);
        bool several = false;
        const int reply = board.fourth(0, several);
        const bool stopped = reply < 0 || board.fourth(1) >= 0;
        if (stopped || several) {
            won = !stopped;
            board.take_back(0, move);
            break;
        }
        board.play(1, reply);
        replies[done++] = static_cast<std::uint8_t>(reply);
    }
    while (done-- > 0) {
        board.take_back(1, replies[done]);
        board.take_back(0, sequence[done]);
    }
    return won;
}

inline std::pair<std::optional<Plan>, bool> AttackSearch::threaten(LineBoard& board, int move, std::size_t most) {
    bool nothing = false;
    if (move != Plan::NONE) board.play(0, move);
    auto plan = threaten_after(board, move, most, nothing);
    if (move != Plan::NONE) board.take_back(0, move);
    return {std::move(plan), nothing};
}

inline std::optional<Plan> AttackSearch::threaten_after(LineBoard& board, int move, std::size_t most, bool& nothing) {
    if (board.fourth(1) >= 0) return {};
    Plan plan;
    plan.move = move;
    bool several;
    SquareSet open;
    if (const int fourth = board.fourth(0, several); fourth >= 0) {
        if (several) return plan;
        open.set(fourth);
    } else {
        const Attack attack = threats_.find(board, 0, budgets_.threat);
        nothing = !attack;
        if (nothing) return {};
        plan.sequences.push_back(own_moves(attack));
        open = answers(board, 0, attack);
    }
    auto order = ranked(board, 1, open);
    // What upset one move upsets others: most moves are dropped for a few replies.
    std::stable_partition(order.begin(), order.end(), [&](int reply) { return upsetting_[reply]; });
    for (const int reply : order) {
        board.play(1, reply);
        bool refuted = std::any_of(plan.sequences.begin(), plan.sequences.end(),
                                   [&](const auto& sequence) { return wins(board, sequence); });
        if (!refuted) {
            const Attack attack = threats_.find(board, 0, budgets_.refute);
            refuted = static_cast<bool>(attack);
            if (refuted) plan.sequences.push_back(own_moves(attack));
        }
        board.take_back(1, reply);
        if (refuted) continue;
        upsetting_.set(reply);
        plan.replies.push_back(static_cast<std::uint8_t>(reply));
        if (plan.replies.size() > most) return {};
    }
    return plan;
}

inline Plan AttackSearch::blind_plan(LineBoard& board, int move) const {
    Plan plan;
    plan.move = move;
    board.play(0, move);
    for (const int reply : ranked(board, 1, SquareSet().set()))
        plan.replies.push_back(static_cast<std::uint8_t>(reply));
    board.take_back(0, move);
    return plan;
}

inline std::vector<int> AttackSearch::candidates(const LineBoard& board, const std::vector<int>& hints,
                                                 const SquareSet& distinct) const {
    if (const int must = board.fourth(1); must >= 0) return {must};
    std::vector<int> moves;
    for (const int move : hints)
        if (board.is_empty(move)) moves.push_back(move);
    for (const int move : ranked(board, 0, distinct))
        if (std::find(hints.begin(), hints.end(), move) == hints.end()) moves.push_back(move);
    return moves;
}

inline std::optional<Plan> AttackSearch::glance(LineBoard& board, const std::vector<int>& hints,
                                                const SquareSet& distinct) {
    upsetting_.reset();
    if (const Attack attack = threats_.find(board, 0, budgets_.at_once))
        return Plan{Plan::NONE, {own_moves(attack)}, {}};
    auto moves = candidates(board, hints, distinct);
    moves.resize(std::min(moves.size(), hints.size() + GLANCE));
    for (const int move : moves)
        if (auto plan = threaten(board, move, 0).first) return plan;
    return {};
}

inline AttackSearch::Moves AttackSearch::look(LineBoard& board, const std::vector<int>& hints,
                                              const SquareSet& distinct, bool blind, const Control& control) {
    Moves found;
    auto& kept = found.threatening;
    upsetting_.reset();
    std::vector<int> blind_moves;
    std::size_t most = MOST, seen = 0;
    for (const int move : candidates(board, hints, distinct)) {
        if (seen++ >= LOOK && !kept.empty()) break;
        if (control.stopped()) {
            found.whole = false;
            return found;
        }
        auto [plan, nothing] = threaten(board, move, most);
        if (nothing) blind_moves.push_back(move);
        if (!plan) continue;
        if (plan->replies.empty()) {
            kept.assign(1, std::move(*plan));
            return found;
        }
        const auto lighter = [](const Plan& a, const Plan& b) { return weight(a) < weight(b); };
        kept.insert(std::upper_bound(kept.begin(), kept.end(), *plan, lighter), std::move(*plan));
        if (kept.size() > KEEP) kept.pop_back();
        if (kept.size() == KEEP) most = std::min(most, weight(kept.back()) - 1);
    }
    if (!blind || blind_moves.empty() || board.fourth(1) >= 0) return found;
    std::stable_sort(blind_moves.begin(), blind_moves.end(),
                     [&](int a, int b) { return gain(board, 0, a) > gain(board, 0, b); });
    const int best = gain(board, 0, blind_moves.front());
    for (const int move : blind_moves)
        if (gain(board, 0, move) == best && found.blind.size() < BLIND) found.blind.push_back(blind_plan(board, move));
    return found;
}

}  // namespace quincunx
