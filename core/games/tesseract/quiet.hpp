// Best-first search over the quiet moves of a game of lines of four, with a threat search for both sides in every position.
#pragma once

#include <cmath>
#include <cstdlib>

#include "games/tesseract/threats.hpp"

namespace quincunx {

// A tree that grows by walks. A walk goes from the root to a new position, looks at it, and carries its value back. To look
// means: a winning sequence of the side to move decides the position; one of the other side leaves only the answers to it;
// without both, the lines are counted. Decided positions decide those above them, so walks may prove the root.
//
// All numbers are fixed point, so that every machine walks the same way. The constants were tuned by matches at 20,000 nodes
// a move; strength hardly changes when one of them is halved or doubled.
class QuietTree {
public:
    static constexpr int ONE = 1 << 16, HALF = ONE / 2;
    enum class Fate : std::uint8_t { OPEN, WON, LOST, DRAWN };  // for the side to move

    struct Node {
        std::int64_t sum = 0;  // of the values of all visits, for the side that moved here
        std::uint32_t visits = 0;
        std::int32_t first = 0;    // the children stand together
        std::uint16_t count = 0;   // of children; none before the second visit
        std::uint16_t prior = 0;   // share of the parent's visits before anything is known, out of ONE
        std::int32_t attack = -1;  // the one that wins here if WON, else the one that must be answered here
        Move move = 0;
        std::int16_t distance = -1;  // moves to the end, where the fate is known
        Fate fate = Fate::OPEN;
        bool whole = false;    // the moves that are no children lose to the attack
        bool settled = false;  // the side to move has no winning sequence
    };

    // `expected` is how many nodes will be spent in all, and `room` how many positions the tree may hold.
    QuietTree(const LineBoard& board, int side, ThreatSearch& threats, std::uint64_t expected, std::size_t room,
              std::uint64_t seed)
        : board_(board),
          side_(side),
          threats_(threats),
          room_(room),
          random_(seed),
          budget_(32 + 2 * static_cast<std::uint64_t>(std::sqrt(static_cast<double>(expected)))) {
        nodes_.reserve(room);
        nodes_.emplace_back();
        nodes_[0].visits = 1;
        nodes_[0].sum = ONE - look(0, side, expected / 8);
        if (nodes_[0].fate != Fate::DRAWN) open(0, side);
    }

    const Node& root() const { return nodes_[0]; }
    std::size_t size() const { return nodes_.size(); }
    bool full() const { return nodes_.size() + LineMap::MAX_SQUARES > room_; }
    std::span<const Node> children(const Node& node) const { return std::span(nodes_).subspan(node.first, node.count); }
    // The root's two attacks: the winning one of the side to move, and the one it has to answer. Either may be empty.
    const Attack& own() const { return own_; }
    const Attack& theirs() const { return theirs_; }

    // One walk. Only while the root's fate is open and the tree is not full.
    void walk() {
        path_.assign(1, 0);
        int at = 0, side = side_;
        while (nodes_[at].fate == Fate::OPEN && nodes_[at].visits > 0) {
            if (nodes_[at].count == 0) open(at, side);
            at = choose(nodes_[at]);
            board_.play(side, nodes_[at].move);
            side = 1 - side;
            path_.push_back(at);
            look_again(at, side);
        }
        int value = nodes_[at].fate == Fate::OPEN ? look(at, side, budget_) : worth(nodes_[at].fate);
        for (std::size_t i = path_.size(); i-- > 0;) {
            at = path_[i];
            const bool below = i + 1 < path_.size() && nodes_[path_[i + 1]].fate != Fate::OPEN;
            if (below && nodes_[at].fate == Fate::OPEN) decide(at, side);
            if (nodes_[at].fate != Fate::OPEN) value = worth(nodes_[at].fate);
            value = ONE - value;
            ++nodes_[at].visits;
            nodes_[at].sum += value;
            side = 1 - side;
            if (i > 0) board_.take_back(side, nodes_[at].move);
        }
    }

    // The move of the root that was visited most and does not lose; while the root's fate is open there is one.
    Move favourite() const {
        const auto all = children(root());
        const auto worse = [](const Node& a, const Node& b) {
            return std::pair(a.fate != Fate::WON, a.visits) < std::pair(b.fate != Fate::WON, b.visits);
        };
        return std::max_element(all.begin(), all.end(), worse)->move;
    }

    // How play continues from a child of the root: to the end where that is known, else as far as it was looked at.
    std::vector<Move> line(const Node& child) const {
        std::vector<Move> line{child.move};
        LineBoard board = board_;
        int side = side_;
        for (const Node* node = &child; node; side = 1 - side) {
            board.play(side, line.back());
            const int mover = 1 - side;
            if (node->fate == Fate::WON && node->attack >= 0)
                return append(line, to_the_end(board, mover, attacks_[node->attack]));
            const Node* next = best_child(*node);
            if (next)
                line.push_back(next->move);
            else if (node->fate == Fate::LOST) {
                // The longest defence is a move that does not answer the attack: any.
                Move other = 0;
                while (!board.is_empty(other) || is_child(*node, other)) ++other;
                line.push_back(other);
                board.play(mover, other);
                return append(line, to_the_end(board, side, attacks_[node->attack]));
            }
            node = next;
        }
        return line;
    }

    // The value for the root's side after a move, from counting lines alone.
    int standing_after(Move move) {
        board_.play(side_, move);
        const int value = ONE - standing(1 - side_);
        board_.take_back(side_, move);
        return value;
    }

    static int worth(Fate fate) { return fate == Fate::WON ? ONE : fate == Fate::LOST ? 0 : HALF; }

private:
    // What a line with one or two marks of one side alone is worth to it, and to be the one to move.
    static constexpr int WORTH_1 = 2, WORTH_2 = 9, TEMPO = 4;
    static constexpr int EVEN = 50;  // an advantage of this size wins three games in four
    static constexpr int SHARPNESS =
        6 * 16;                      // a move with a gain this much below the best's (in 16ths) has half its prior
    static constexpr int KEEP = 24;  // moves tried at first
    static constexpr int DOUBT = ONE / 20;  // an unvisited move counts this much less than its parent

    int standing(int side) const {
        const auto lines = [&](int marks) {
            return board_.count(line_of(side, marks)) - board_.count(line_of(1 - side, marks));
        };
        const int lead = WORTH_1 * lines(1) + WORTH_2 * lines(2) + TEMPO;
        return HALF + HALF * lead / (std::abs(lead) + EVEN);
    }

    // How a line changes the standing when a side marks one of its empty squares, by side and state of the line. A three by
    // itself is no gain: it is answered, and the two is gone.
    static constexpr auto GAINS = [] {
        std::array<std::array<std::int8_t, 256>, 2> gains{};
        for (int side = 0; side < 2; ++side)
            for (int state = 0; state < 256; ++state) {
                const int kind = LineBoard::KINDS[static_cast<std::size_t>(state)];
                const bool first = kind == EMPTY_LINE || kind == line_of(1 - side, 1);
                gains[static_cast<std::size_t>(side)][static_cast<std::size_t>(state)] =
                    first                          ? WORTH_1
                    : kind == line_of(side, 1)     ? WORTH_2 - WORTH_1
                    : kind == line_of(1 - side, 2) ? WORTH_2
                    : kind == line_of(side, 2)     ? -WORTH_2
                                                   : 0;
            }
        return gains;
    }();

    int gain(int side, int square) const {
        int sum = 0;
        for (const auto [line, place] : board_.map().through(square)) sum += GAINS[side][board_.state(line)];
        return sum;
    }

    // The most promising child: its mean value plus a bonus that shrinks as it is visited more than its prior suggests.
    int choose(const Node& node) const {
        const std::int64_t unseen = std::max<std::int64_t>(0, ONE - node.sum / node.visits - DOUBT);
        const auto root = static_cast<std::int64_t>(std::sqrt(256.0 * node.visits));  // in 16ths
        std::int64_t most = -1;
        int best = node.first;
        for (int i = node.first; i < node.first + node.count; ++i) {
            const Node& child = nodes_[i];
            if (child.fate == Fate::WON) continue;
            const auto value = child.visits ? child.sum / child.visits : unseen;
            const auto hope =
                value + root * child.prior / (26 * (std::int64_t{child.visits} + 1));  // 0.6 sqrt(N) P / (1 + n)
            if (hope > most) {
                most = hope;
                best = i;
            }
        }
        return best;
    }

    // Values a position for the side to move.
    int look(int at, int side, std::uint64_t budget) {
        if (board_.count(DEAD_LINE) == board_.map().lines()) return end(at, Fate::DRAWN, 0);
        Attack own = threats_.find(board_, side, budget);
        nodes_[at].settled = own.settled;
        if (own && at) return win(at, std::move(own));
        Attack theirs = threats_.find(board_, 1 - side, budget);
        int value = standing(side);
        if (theirs && !theirs.four) value -= value / 4;
        if (at == 0) {
            own_ = own;
            theirs_ = theirs;
        }
        if (theirs) {
            nodes_[at].attack = keep(std::move(theirs));
            nodes_[at].whole = true;
        }
        return value;
    }

    // Positions that are visited often get a longer search for the winning sequence.
    void look_again(int at, int side) {
        const auto visits = nodes_[at].visits;
        if (nodes_[at].fate != Fate::OPEN || nodes_[at].settled || visits < 8 || !std::has_single_bit(visits)) return;
        Attack own = threats_.find(board_, side, budget_ * visits / 4);
        nodes_[at].settled = own.settled;
        if (own) win(at, std::move(own));
    }

    // Makes the children: the answers if there is an attack; else at first the moves of greatest gain, and all of them at the
    // root or when it is done again.
    void open(int at, int side) {
        SquareSet candidates = SquareSet().set();
        if (nodes_[at].whole) candidates = answers(board_, 1 - side, attacks_[nodes_[at].attack]);
        std::vector<std::pair<int, Move>> moves;
        for (Move move = 0; move < board_.map().squares(); ++move)
            if (candidates[move] && board_.is_empty(move))
                moves.emplace_back(-16 * gain(side, move) - static_cast<int>(random_.below(8)), move);
        const auto before = std::vector<Node>(children(nodes_[at]).begin(), children(nodes_[at]).end());
        const bool some = at && !nodes_[at].whole && before.empty() && moves.size() > KEEP;
        std::partial_sort(moves.begin(), some ? moves.begin() + KEEP : moves.end(), moves.end());
        if (some)
            moves.resize(KEEP);
        else
            nodes_[at].whole = true;
        const auto weight = [&](int gain) {
            const std::int64_t gap = gain - moves[0].first, scale = SHARPNESS * SHARPNESS;
            return scale * ONE / (scale + gap * gap);
        };
        std::int64_t sum = 1;
        for (const auto& [gain, move] : moves) sum += weight(gain);
        nodes_[at].first = static_cast<std::int32_t>(nodes_.size());
        nodes_[at].count = static_cast<std::uint16_t>(moves.size());
        for (const auto& [gain, move] : moves) {
            Node child;
            child.move = move;
            child.prior = static_cast<std::uint16_t>(weight(gain) * (ONE - 1) / sum);
            for (const Node& old : before)
                if (old.move == move) child = old;
            nodes_.push_back(child);
        }
    }

    // Settles a position from its children if they decide it.
    void decide(int at, int side) {
        constexpr int NEVER = 10000;
        int shortest = NEVER, longest = nodes_[at].attack < 0 ? 0 : attacks_[nodes_[at].attack].distance() + 1;
        bool drawn = false, undecided = false;
        for (const Node& child : children(nodes_[at])) {
            if (child.fate == Fate::LOST)
                shortest = std::min(shortest, child.distance + 1);
            else if (child.fate == Fate::WON)
                longest = std::max(longest, child.distance + 1);
            else if (child.fate == Fate::DRAWN)
                drawn = true;
            else
                undecided = true;
        }
        if (shortest < NEVER) {
            nodes_[at].attack = -1;
            end(at, Fate::WON, shortest);
        } else if (undecided) {
            return;
        } else if (!nodes_[at].whole) {
            open(at, side);
        } else if (drawn) {
            end(at, Fate::DRAWN, -1);
        } else {
            end(at, Fate::LOST, longest);
        }
    }

    int end(int at, Fate fate, int distance) {
        nodes_[at].fate = fate;
        nodes_[at].distance = static_cast<std::int16_t>(distance);
        return worth(fate);
    }
    int win(int at, Attack&& attack) {
        const int distance = attack.distance();
        nodes_[at].attack = keep(std::move(attack));
        return end(at, Fate::WON, distance);
    }
    std::int32_t keep(Attack&& attack) {
        attacks_.push_back(std::move(attack));
        return static_cast<std::int32_t>(attacks_.size()) - 1;
    }

    // The child by which the position has its distance, or the most visited one; null where the tree ends.
    const Node* best_child(const Node& node) const {
        const Node* best = nullptr;
        for (const Node& child : children(node)) {
            if (node.fate == Fate::WON || node.fate == Fate::LOST) {
                const Fate wanted = node.fate == Fate::WON ? Fate::LOST : Fate::WON;
                if (child.fate == wanted && child.distance + 1 == node.distance) return &child;
            } else if (child.fate != Fate::WON && child.visits > (best ? best->visits : 0)) {
                best = &child;
            }
        }
        return best;
    }
    bool is_child(const Node& node, Move move) const {
        const auto all = children(node);
        return std::any_of(all.begin(), all.end(), [&](const Node& child) { return child.move == move; });
    }
    static std::vector<Move> append(std::vector<Move> line, const std::vector<Move>& more) {
        line.insert(line.end(), more.begin(), more.end());
        return line;
    }

    LineBoard board_;
    int side_;
    ThreatSearch& threats_;
    std::size_t room_;
    Random random_;
    std::uint64_t budget_;
    std::vector<Node> nodes_;
    std::vector<Attack> attacks_;
    Attack own_, theirs_;
    std::vector<int> path_;
};

}  // namespace quincunx
