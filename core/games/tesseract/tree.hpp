// The tree of a proof that one side wins a game of lines of four: its positions, numbers and strategy.
#pragma once

#include "games/tesseract/attacks.hpp"
#include "games/tesseract/symmetries.hpp"

namespace quincunx {

// A best-first search by proof numbers. A node is a position with the attacker to move, the same for all its images under the
// symmetries; it is kept in the frame in which it was first met, and everything said of it is in that frame. How a node is
// opened, and what a number means, is for the searches derived from this one: StrategySearch and CubeSearch.
//
// A sequence missed or a move not looked at costs time, never truth: what is proved rests on sequences that were replayed.
class StrategyTree {
public:
    struct Seed {           // where to begin
        Squares won, lost;  // the marks of attacker and defender, ascending
        bool attacker_moves = true;
    };

    virtual ~StrategyTree() = default;
    StrategyTree(const StrategyTree&) = delete;

    bool proved() const { return nodes_[root_].proved; }
    double fill() const { return static_cast<double>(used_) / static_cast<double>(memory_); }
    bool full() const { return used_ > memory_; }
    std::size_t known() const { return proved_; }                // positions proved
    std::uint32_t open() const { return nodes_[root_].number; }  // the root's proof number
    double share() const { return share(root_, 2); }             // of the top of the tree that is proved; rough
    bool exhausted() const { return nodes_[root_].opened && open() >= NEVER; }  // nothing promising is left

    // Runs until the root is proved, everything is tried, the memory is full, or `control` ends it; nodes are those of the threat
    // searches.
    void run(Control& control) {
        while (!proved() && !full() && !exhausted()) {
            path_.clear();
            int at = root_;
            // Picks up what was proved along another path.
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

protected:
    struct Choice {
        Plan plan;
        std::vector<int> below;   // the nodes after the plan's replies
        bool blind = false;       // nothing is threatened, so that every empty square is a reply
        std::uint64_t spent = 0;  // nodes, below it
        std::uint32_t guess = 0;  // the number of a choice whose nodes below are not made yet; 0 if they are
    };
    struct Node {
        Squares won, lost;
        int turned = 0;            // the symmetry that makes the position the least of its images
        std::uint32_t number = 0;  // proof number; NEVER where nothing is left to try
        bool glanced = false, opened = false, proved = false;  // each after those before it
        int active = 0;                                        // the choice followed last
        std::vector<Choice> choices;
        Plan plan;  // when proved
    };

    static constexpr std::uint32_t NEVER = 1u << 30;
    static constexpr std::size_t HINTS = 12;

    StrategyTree(const LineMap& map, int dims, Seed seed, std::uint64_t memory, const AttackSearch::Budgets& budgets)
        : map_(map),
          text_(map),
          symmetries_(map, dims),
          seed_(std::move(seed)),
          memory_(memory - memory / 8),
          attacks_(map, std::min<std::uint64_t>(memory / 8, 64 << 20), budgets) {
        root_ = seed_.attacker_moves ? node_at(seed_.won, seed_.lost) : waiting();
    }

    // Glances at a node or, the second time, opens it. False if it was stopped before the end; the node is then as it was.
    virtual bool open_up(int at, const Control& control) = 0;
    // The node below an open one that is to be opened next.
    virtual int choose(int at) = 0;
    virtual std::uint32_t number_of(const Choice& choice) const = 0;

    int node_at(const Squares& won, const Squares& lost) {
        const auto [key, turned] = symmetries_.least(won, lost);
        const auto [found, fresh] = index_.try_emplace(key, static_cast<int>(nodes_.size()));
        if (fresh) add(won, lost).turned = turned;
        return found->second;
    }
    bool is_waiting(int at) const { return !seed_.attacker_moves && at == root_; }
    LineBoard board_at(int at) const {
        LineBoard board(map_);
        for (const auto square : nodes_[at].won) board.play(0, square);
        for (const auto square : nodes_[at].lost) board.play(1, square);
        return board;
    }

    // Makes the nodes after the replies to a choice.
    void descend(int at, Choice& choice) {
        auto& below = choice.below;
        for (const auto reply : choice.plan.replies) {
            const int child = node_at(with(nodes_[at].won, choice.plan.move), with(nodes_[at].lost, reply));
            if (std::find(below.begin(), below.end(), child) == below.end()) below.push_back(child);
        }
        choice.guess = 0;
        used_ += below.size() * PER_REPLY;
    }
    void open_with(int at, std::vector<Choice> choices) {
        used_ += choices.size() * PER_CHOICE;
        nodes_[at].choices = std::move(choices);
        nodes_[at].glanced = nodes_[at].opened = true;
        update(at);
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

    const LineMap& map_;
    PlanText text_;
    Symmetries symmetries_;
    Seed seed_;
    std::uint64_t memory_, used_ = 0;
    AttackSearch attacks_;
    std::vector<Node> nodes_;
    int root_ = 0;

private:
    // Bytes of a choice, roughly: a few sequences, and what belongs to each reply.
    static constexpr std::uint64_t PER_CHOICE = sizeof(Choice) + 256, PER_REPLY = 8;

    // The root where the defender is to move: outside the index.
    int waiting() {
        add(seed_.won, seed_.lost);
        return static_cast<int>(nodes_.size()) - 1;
    }
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
        return below.empty() ? 0 : sum / static_cast<double>(below.size());
    }

    std::unordered_map<std::uint64_t, int> index_;
    std::size_t proved_ = 0;
    std::vector<int> path_;
};

}  // namespace quincunx
