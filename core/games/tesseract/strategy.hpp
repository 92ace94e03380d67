// Proves that a side wins a game of lines of four: a strategy with quiet moves, each followed by threat sequences.
#pragma once

#include "games/tesseract/attacks.hpp"
#include "games/tesseract/symmetries.hpp"

namespace quincunx {

// A best-first search by proof numbers. A node is a position with the attacker to move, the same for all its images under the
// symmetries; it is kept in the frame in which it was first met, and everything said of it is in that frame. The first time
// it is only glanced at, for most are won at once by a move that beats another reply. Where that finds nothing, it is opened
// by looking at more moves: what does the attacker threaten after each, and which replies does no sequence of his refute?
// The fewer they are, the better the move; these replies are the nodes below. There are no disproofs: a search that finds
// nothing goes on until it is stopped or full, or has nothing left that threatens anything.
//
// A sequence missed or a move not looked at costs time, never truth: what is proved rests on sequences that were replayed.
class StrategySearch {
public:
    struct Seed {           // where to begin
        Squares won, lost;  // the marks of attacker and defender, ascending
        bool attacker_moves = true;
    };

    // `memory` is in bytes.
    StrategySearch(const LineMap& map, int dims, Seed seed, std::uint64_t memory)
        : map_(map),
          text_(map),
          symmetries_(map, dims),
          seed_(std::move(seed)),
          memory_(memory - memory / 8),
          attacks_(map, std::min<std::uint64_t>(memory / 8, 64 << 20)) {
        root_ = seed_.attacker_moves ? node_at(seed_.won, seed_.lost) : waiting();
    }

    bool proved() const { return nodes_[root_].proved; }
    double fill() const { return static_cast<double>(used_) / static_cast<double>(memory_); }
    bool full() const { return used_ > memory_; }
    std::size_t known() const { return proved_; }                // positions proved
    std::uint32_t open() const { return nodes_[root_].number; }  // the root's proof number
    double share() const { return share(root_, 2); }             // of the top of the tree that is proved; rough
    bool exhausted() const { return nodes_[root_].opened && open() >= NEVER; }  // nothing is left that was worth a look

    // Goes on until the root is proved, all is tried, the memory is full, or `control` ends it; nodes are those of the
    // threat searches.
    void run(Control& control) {
        while (!proved() && !full() && !exhausted()) {
            path_.clear();
            int at = root_;
            // What was proved on another way is news here.
            while (nodes_[at].opened && (update(at), !nodes_[at].proved && nodes_[at].number < NEVER)) {
                path_.push_back(at);
                at = choose(at);
            }
            if (!nodes_[at].opened) {
                const auto before = attacks_.nodes();
                const bool opened = open_up(at, control);
                const auto spent = attacks_.nodes() - before + 1;
                for (const int above : path_) nodes_[above].choices[nodes_[above].active].spent += spent;
                if (control.spend(spent) || !opened) break;
            }
            for (std::size_t i = path_.size(); i-- > 0;) update(path_[i]);
        }
        for (std::size_t i = path_.size(); i-- > 0;) update(path_[i]);
    }

    // The winner's strategy, a line a position, as docs/certificates.md has it. Only when it is proved.
    std::vector<std::string> strategy() const {
        std::vector<std::string> lines;
        std::unordered_map<int, int> number{{root_, 0}};
        std::vector<int> order{root_};
        for (std::size_t i = 0; i < order.size(); ++i) {
            const Node& node = nodes_[order[i]];
            std::string line = text_.words(node.plan, i == 0 && !seed_.attacker_moves);
            for (const auto reply : node.plan.replies) {
                const auto [key, turned] = symmetries_.least(with(node.won, node.plan.move), with(node.lost, reply));
                const int child = index_.at(key);
                const auto [found, fresh] = number.try_emplace(child, static_cast<int>(order.size()));
                if (fresh) order.push_back(child);
                line += ' ' + text_.name(reply) + '>' + std::to_string(found->second);
                if (const int name = symmetries_.from_to(turned, nodes_[child].turned))
                    line += '.' + std::to_string(name);
            }
            lines.push_back(line);
        }
        return lines;
    }

    // Every position proved so far, a line each. `recall` takes such lines back, in another search too; it throws where a
    // line is none.
    std::vector<std::string> remember() const {
        std::vector<std::string> lines;
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (nodes_[i].proved && !is_waiting(static_cast<int>(i)))
                lines.push_back(text_.whole({nodes_[i].won, nodes_[i].lost, nodes_[i].plan}));
        return lines;
    }
    void recall(std::string_view line) {
        auto [won, lost, plan] = text_.read(line);
        const int at = node_at(won, lost);
        const Node& node = nodes_[at];
        if (!node.proved && node.won == won && node.lost == lost)
            prove(at, std::move(plan));  // else known, or another frame
    }

private:
    struct Choice {
        Plan plan;
        std::vector<int> below;  // the nodes after the plan's replies
        bool blind = false;
        std::uint64_t spent = 0;  // nodes, below it
    };
    struct Node {
        Squares won, lost;
        int turned = 0;            // the symmetry that makes the position the least of its images
        std::uint32_t number = 0;  // proof number, once it is glanced at
        bool glanced = false, opened = false, proved = false;  // each after those before it
        int active = 0;                                        // the choice followed last
        std::vector<Choice> choices;
        Plan plan;  // when proved
    };

    // A proof number is the work that seems to be left: so much for a position not yet seen (after a threat, or where every
    // reply must be met: to the attacker's second move, or to later ones), for one that a glance did not win, and for each
    // move on the way, or the search would follow single replies to the end of the board. Above all it would follow plain
    // threes. The second move's replies weigh much, so that it is not given up for another because one of them is hard.
    static constexpr std::uint32_t THREATENED = 4, SECOND = 24, LATER = 1, GLANCED = 24, DEEPER = 16, THREE = 64;
    static constexpr std::uint32_t NEVER = 1u << 30;
    // Nodes that are about the work of 1. Where every reply must be met, what was spent in vain counts too: one reply that
    // stands may be the end of the move, and its own number rises slowly.
    static constexpr std::uint64_t UNIT = 10'000;
    static constexpr std::size_t EARLY = 2;  // marks of the attacker up to which blind moves are tried, and at the root
    static constexpr std::size_t HINTS = 12;

    int node_at(const Squares& won, const Squares& lost) {
        const auto [key, turned] = symmetries_.least(won, lost);
        const auto [found, fresh] = index_.try_emplace(key, static_cast<int>(nodes_.size()));
        if (fresh) add(won, lost).turned = turned;
        return found->second;
    }
    // The root where the defender is to move: outside the index.
    int waiting() {
        add(seed_.won, seed_.lost);
        return static_cast<int>(nodes_.size()) - 1;
    }
    bool is_waiting(int at) const { return !seed_.attacker_moves && at == root_; }
    Node& add(const Squares& won, const Squares& lost) {
        nodes_.emplace_back();
        nodes_.back().won = won;
        nodes_.back().lost = lost;
        used_ += sizeof(Node) + 64 + won.size() + lost.size();
        return nodes_.back();
    }
    static Squares with(Squares squares, int more) {
        if (more != Plan::NONE)
            squares.insert(std::lower_bound(squares.begin(), squares.end(), more), static_cast<std::uint8_t>(more));
        return squares;
    }

    double share(int at, int depth) const {
        const Node& node = nodes_[at];
        if (node.proved) return 1;
        if (depth == 0 || !node.opened || node.choices.empty()) return 0;
        double sum = 0;
        const auto& below = node.choices[node.active].below;
        for (const int child : below) sum += share(child, depth - 1);
        return sum / static_cast<double>(below.size());
    }

    std::uint32_t number_of(const Choice& choice) const {
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
    int choose(int at) {
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

    void update(int at) {
        if (nodes_[at].proved) return;
        std::uint32_t least = NEVER;
        for (Choice& choice : nodes_[at].choices) {
            const auto number = number_of(choice);
            if (number == 0) return prove(at, Plan(std::move(choice.plan)));
            least = std::min(least, number);
        }
        nodes_[at].number = least;
    }
    void prove(int at, Plan plan) {
        Node& node = nodes_[at];
        node.plan = std::move(plan);
        node.glanced = node.opened = node.proved = true;
        node.number = 0;
        for (const auto& choice : node.choices) used_ -= choice.below.size() * PER_REPLY + PER_CHOICE;
        node.choices = {};
        ++proved_;
    }
    // Bytes of a choice, roughly: a few sequences, and what belongs to each reply.
    static constexpr std::uint64_t PER_CHOICE = sizeof(Choice) + 256, PER_REPLY = 8;

    // Moves that beat other replies in the position above: most likely they beat this one too.
    std::vector<int> hints(int at) const {
        std::vector<int> moves;
        if (path_.empty()) return moves;
        const Node& above = nodes_[path_.back()];
        const auto& below = above.choices[above.active].below;
        for (std::size_t i = below.size(); i-- > 0 && moves.size() < HINTS;) {
            const Node& sibling = nodes_[below[i]];
            if (below[i] == at || !sibling.proved || sibling.plan.move == Plan::NONE) continue;
            if (std::find(moves.begin(), moves.end(), sibling.plan.move) == moves.end())
                moves.push_back(sibling.plan.move);
        }
        return moves;
    }

    // Glances at a node or, the second time, opens it. False if it was stopped before the end; the node is then as it was.
    bool open_up(int at, const Control& control) {
        LineBoard board(map_);
        for (const auto square : nodes_[at].won) board.play(0, square);
        for (const auto square : nodes_[at].lost) board.play(1, square);
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
        for (auto& plan : moves.threatening) choices.push_back({std::move(plan), {}, false});
        for (auto& plan : moves.blind) choices.push_back({std::move(plan), {}, true});
        for (auto& [plan, below, blind, spent] : choices) {
            for (const auto reply : plan.replies) {
                const int child = node_at(with(nodes_[at].won, plan.move), with(nodes_[at].lost, reply));
                if (std::find(below.begin(), below.end(), child) == below.end()) below.push_back(child);
            }
            used_ += below.size() * PER_REPLY + PER_CHOICE;
        }
        nodes_[at].choices = std::move(choices);
        nodes_[at].glanced = nodes_[at].opened = true;
        update(at);
        return true;
    }

    const LineMap& map_;
    PlanText text_;
    Symmetries symmetries_;
    Seed seed_;
    std::uint64_t memory_, used_ = 0;
    AttackSearch attacks_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, int> index_;
    std::size_t proved_ = 0;
    int root_ = 0;
    std::vector<int> path_;
};

}  // namespace quincunx
