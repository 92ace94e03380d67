// Proves that a side wins a game of lines of four: a strategy with quiet moves, each followed by threat sequences.
#pragma once

#include <stdexcept>
#include <string>
#include <unordered_map>

#include "search/symmetries.hpp"
#include "search/threats.hpp"

namespace quincunx {

// What the winner does in a position: takes a square, then wins by one of the sequences or in the position after the reply.
struct Plan {
    static constexpr int NONE = -1;
    int move = NONE;                                 // none: the sequence wins at once, or it is the loser's turn
    std::vector<std::vector<std::uint8_t>> sequences;  // the winner's own moves
    std::vector<std::uint8_t> replies;               // those that no sequence refutes
};

// A best-first search by proof numbers. A node is a position with the attacker to move, the same for all its images under the
// symmetries; it is kept in the frame in which it was first met, and everything said of it is in that frame. A position is
// opened by looking at every move: what does the attacker threaten after it, and which replies does none of his sequences
// refute? The fewer they are, the better the move; these replies are the nodes below. There are no disproofs: a search that
// finds nothing goes on until it is stopped or full.
//
// A sequence missed or a move not looked at costs time, never truth: what is proved rests on sequences that were replayed.
class StrategySearch {
public:
    struct Seed {  // where to begin
        std::vector<std::uint8_t> won, lost;  // the squares of attacker and defender
        bool attacker_moves = true;
    };

    StrategySearch(const LineMap& map, int dims, Seed seed, std::uint64_t memory)
        : map_(map), symmetries_(map, dims), seed_(std::move(seed)), memory_(memory),
          threats_(std::min<std::uint64_t>(memory / 8, 64 << 20), own_) {
        std::sort(seed_.won.begin(), seed_.won.end());
        std::sort(seed_.lost.begin(), seed_.lost.end());
        root_ = seed_.attacker_moves ? node_at(seed_.won, seed_.lost) : waiting();
    }

    bool proved() const { return nodes_[root_].proved; }
    bool full() const { return used_ > memory_ - memory_ / 8; }
    double fill() const { return static_cast<double>(used_) / static_cast<double>(memory_ - memory_ / 8); }
    std::size_t known() const { return proved_; }                      // positions proved
    std::uint32_t open() const { return nodes_[root_].number; }        // the root's proof number

    double share() const { return share(root_, 2); }                   // of the top of the tree that is proved; rough
    bool exhausted() const { return nodes_[root_].opened && open() >= NEVER; }  // no choice is left that was worth a look

    // Goes on until the root is proved, all is tried, the memory is full, or `control` ends it; nodes are those of the threat search.
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
                const auto before = own_.nodes();
                const bool opened = open_up(at, control);
                if (control.spend(own_.nodes() - before + 1) || !opened) break;
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
            std::string line = words(node.plan, i == 0 && !seed_.attacker_moves);
            for (const auto reply : node.plan.replies) {
                auto [won, lost] = after(node, node.plan.move, reply);
                const auto [key, turned] = symmetries_.least(won, lost);
                const int child = index_.at(key);
                const auto [found, fresh] = number.try_emplace(child, static_cast<int>(order.size()));
                if (fresh) order.push_back(child);
                const int name = symmetries_.from_to(turned, nodes_[child].turned);
                line += " " + square(reply) + ">" + std::to_string(found->second) + (name ? "." + std::to_string(name) : "");
            }
            lines.push_back(line);
        }
        return lines;
    }

    // Every position proved so far, a line each: squares of attacker and defender, and the plan with its replies. `recall`
    // takes such lines back, in another search too; it throws where a line is none.
    std::vector<std::string> remember() const {
        std::vector<std::string> lines;
        for (const Node& node : nodes_) {
            if (!node.proved || (!seed_.attacker_moves && &node == &nodes_[root_])) continue;
            std::string line = squares(node.won) + " " + squares(node.lost) + " " + words(node.plan, false);
            for (const auto reply : node.plan.replies) line += " " + square(reply);
            lines.push_back(line);
        }
        return lines;
    }
    void recall(std::string_view line);

private:
    struct Choice {
        Plan plan;
        std::vector<int> below;  // the nodes after the plan's replies
        bool blind = false;      // nothing is threatened after the move, so that every square is a reply
    };
    struct Node {
        std::vector<std::uint8_t> won, lost;
        int turned = 0;            // the symmetry that makes the position the least of its images
        std::uint32_t number = 0;  // proof number, once it is opened
        bool opened = false, proved = false;
        int active = 0;            // the choice followed last
        std::vector<Choice> choices;
        Plan plan;                 // when proved
    };

    // A reply to a threat counts so much before it is opened; one of all replies to a blind move counts 1.
    static constexpr std::uint32_t UNKNOWN = 16, DEEPER = 8, NEVER = 1u << 30;
    static constexpr std::size_t KEEP = 8;      // choices kept in a node
    static constexpr std::size_t MOST = 16;     // replies to a threat; a move with more is dropped
    static constexpr std::size_t BLIND = 8;     // blind moves kept, of those with the greatest gain
    static constexpr std::size_t EARLY = 2;     // marks of the attacker up to which blind moves are tried, and at the root
    static constexpr std::uint64_t AT_ONCE = 4'000, THREAT = 300, REFUTE = 500;  // threat-search nodes

    // --- the tree

    int node_at(const std::vector<std::uint8_t>& won, const std::vector<std::uint8_t>& lost) {
        const auto [key, turned] = symmetries_.least(won, lost);
        const auto [found, fresh] = index_.try_emplace(key, static_cast<int>(nodes_.size()));
        if (fresh) {
            Node node;
            node.won = won;
            node.lost = lost;
            node.turned = turned;
            used_ += sizeof(Node) + 64 + won.size() + lost.size();
            nodes_.push_back(std::move(node));
        }
        return found->second;
    }
    // The root where the defender is to move: outside the index.
    int waiting() {
        Node node;
        node.won = seed_.won;
        node.lost = seed_.lost;
        nodes_.push_back(std::move(node));
        return static_cast<int>(nodes_.size()) - 1;
    }
    bool is_waiting(int at) const { return !seed_.attacker_moves && at == root_; }

    static std::vector<std::uint8_t> with(std::vector<std::uint8_t> squares, int more) {
        if (more != Plan::NONE)
            squares.insert(std::lower_bound(squares.begin(), squares.end(), more), static_cast<std::uint8_t>(more));
        return squares;
    }
    static std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>> after(const Node& node, int move, int reply) {
        return {with(node.won, move), with(node.lost, reply)};
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
            const Node& node = nodes_[child];
            sum += node.proved ? 0 : node.opened ? node.number : choice.blind ? 1 : UNKNOWN;
            if (sum >= NEVER) return NEVER;
        }
        return sum ? sum + DEEPER : 0;
    }

    // The hardest reply to the best choice. A choice is left only for one twice as good, or it would be changed all the time.
    int choose(int at) {
        Node& node = nodes_[at];
        node.active = best(node);
        const Choice& choice = node.choices[node.active];
        int hardest = -1;
        std::uint32_t most = 0;
        for (const int child : choice.below) {
            const Node& below = nodes_[child];
            if (below.proved) continue;
            const auto number = below.opened ? below.number : 1;
            if (number > most) {
                most = number;
                hardest = child;
            }
        }
        return hardest;
    }
    int best(const Node& node) const {
        std::uint64_t least = std::uint64_t{4} * NEVER;
        int found = 0;
        for (int i = 0; i < static_cast<int>(node.choices.size()); ++i) {
            const auto number = std::uint64_t{number_of(node.choices[i])} * (i == node.active || !node.choices[i].blind ? 1 : 2);
            if (number < least) {
                least = number;
                found = i;
            }
        }
        return found;
    }

    void update(int at) {
        if (nodes_[at].proved) return;
        std::uint32_t least = NEVER;
        for (Choice& choice : nodes_[at].choices) {
            const auto number = number_of(choice);
            if (number == 0) return prove(at, std::move(choice.plan));
            least = std::min(least, number);
        }
        nodes_[at].number = least;
    }
    void prove(int at, Plan&& plan) {
        Node& node = nodes_[at];
        node.plan = std::move(plan);
        node.opened = node.proved = true;
        node.number = 0;
        for (const auto& choice : node.choices) used_ -= weight(choice);
        node.choices = {};
        ++proved_;
    }
    static std::uint64_t weight(const Choice& choice) {
        std::uint64_t sum = sizeof(Choice) + choice.below.size() * 5;
        for (const auto& sequence : choice.plan.sequences) sum += sizeof(sequence) + 16 + sequence.size();
        return sum;
    }

    // --- opening a position

    // Looks at every move. False if it was stopped before the end; the node is then as it was.
    bool open_up(int at, Control& control);
    // What a move threatens, and which replies are left; false where it threatens nothing.
    bool try_move(LineBoard& board, int move, std::size_t most, Choice& choice);
    std::vector<int> hints(int at) const;
    int gain(const LineBoard& board, int side, int square) const;

    LineBoard board_of(const Node& node) const {
        LineBoard board(map_);
        for (const auto square : node.won) board.play(0, square);
        for (const auto square : node.lost) board.play(1, square);
        return board;
    }
    static std::vector<std::uint8_t> own_moves(const Attack& attack) {
        std::vector<std::uint8_t> moves;
        for (std::size_t i = 0; i < attack.sequence.size(); i += 2) moves.push_back(static_cast<std::uint8_t>(attack.sequence[i]));
        return moves;
    }
    static bool wins(LineBoard& board, const std::vector<std::uint8_t>& sequence);

    // --- text

    std::string square(int number) const {
        constexpr auto DIGITS = "0123456789ABCDEF";
        const int width = map_.squares() / 16;
        return {DIGITS[number / width], DIGITS[number % width]};
    }
    std::string squares(const std::vector<std::uint8_t>& numbers) const {
        std::string text;
        for (const auto number : numbers) text += square(number);
        return text.empty() ? "-" : text;
    }
    std::string words(const Plan& plan, bool waits) const {
        std::string text = plan.move != Plan::NONE ? square(plan.move) : waits ? "-" : "";
        for (const auto& sequence : plan.sequences) text += (text.empty() ? "!" : " !") + squares(sequence);
        return text;
    }
    std::vector<std::uint8_t> read_squares(std::string_view text) const;

    const LineMap& map_;
    Symmetries symmetries_;
    Seed seed_;
    std::uint64_t memory_, used_ = 0;
    Control own_;  // counts the threat search's nodes
    ThreatSearch threats_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, int> index_;
    std::size_t proved_ = 0;
    int root_ = 0;
    std::vector<int> path_;
};

inline int StrategySearch::gain(const LineBoard& board, int side, int square) const {
    int sum = 0;
    for (const auto [line, place] : map_.through(square)) {
        const int kind = board.kind(line);
        if (kind == EMPTY_LINE || kind == line_of(1 - side, 1)) sum += 2;
        else if (kind == line_of(side, 1)) sum += 7;
        else if (kind == line_of(1 - side, 2)) sum += 9;
    }
    return sum;
}

// The attacker, to move, plays the sequence; the defender only what he must.
inline bool StrategySearch::wins(LineBoard& board, const std::vector<std::uint8_t>& sequence) {
    std::array<std::uint8_t, 256> replies;
    std::size_t done = 0;
    bool won = false;
    for (const auto move : sequence) {
        if (!board.is_empty(move)) break;
        const bool four = [&] {
            for (const auto [line, place] : board.map().through(move))
                if (board.kind(line) == line_of(0, 3)) return true;
            return false;
        }();
        if (four) {
            won = true;
            break;
        }
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

inline bool StrategySearch::try_move(LineBoard& board, int move, std::size_t most, Choice& choice) {
    choice.plan.move = move;
    if (move != Plan::NONE) board.play(0, move);
    const auto undo = [&](bool answer) {
        if (move != Plan::NONE) board.take_back(0, move);
        return answer;
    };
    if (board.fourth(1) >= 0) return undo(false);
    bool several;
    SquareSet open;
    if (const int fourth = board.fourth(0, several); fourth >= 0) {
        if (several) return undo(true);
        open.set(fourth);
    } else {
        const Attack attack = threats_.find(board, 0, THREAT);
        if (!attack) return undo(false);
        choice.plan.sequences.push_back(own_moves(attack));
        open = answers(board, 0, attack);
    }
    std::vector<std::pair<int, int>> replies;  // the strongest first
    for (int square = 0; square < map_.squares(); ++square)
        if (open[square] && board.is_empty(square)) replies.emplace_back(-gain(board, 1, square), square);
    std::sort(replies.begin(), replies.end());
    for (const auto& [strength, reply] : replies) {
        board.play(1, reply);
        bool refuted = std::any_of(choice.plan.sequences.begin(), choice.plan.sequences.end(),
                                   [&](const auto& sequence) { return wins(board, sequence); });
        if (!refuted) {
            const Attack attack = threats_.find(board, 0, REFUTE);
            refuted = static_cast<bool>(attack);
            if (refuted) choice.plan.sequences.push_back(own_moves(attack));
        }
        board.take_back(1, reply);
        if (!refuted) choice.plan.replies.push_back(static_cast<std::uint8_t>(reply));
        if (choice.plan.replies.size() > most) return undo(false);
    }
    return undo(true);
}

// Moves that beat other replies in the position above: most likely they beat this one too.
inline std::vector<int> StrategySearch::hints(int at) const {
    std::vector<int> moves;
    if (path_.empty()) return moves;
    const Node& above = nodes_[path_.back()];
    if (above.choices.empty()) return moves;
    const auto& below = above.choices[above.active].below;
    for (std::size_t i = below.size(); i-- > 0 && moves.size() < 6;) {
        const Node& sibling = nodes_[below[i]];
        if (below[i] == at || !sibling.proved || sibling.plan.move == Plan::NONE) continue;
        if (std::find(moves.begin(), moves.end(), sibling.plan.move) == moves.end()) moves.push_back(sibling.plan.move);
    }
    return moves;
}

inline bool StrategySearch::open_up(int at, Control& control) {
    LineBoard board = board_of(nodes_[at]);
    std::vector<Choice> found;
    std::vector<std::pair<int, int>> blind;  // by gain
    if (is_waiting(at)) {
        Choice only;
        if (try_move(board, Plan::NONE, map_.squares(), only)) {
            if (only.plan.replies.empty()) return prove(at, std::move(only.plan)), true;
            found.push_back(std::move(only));
        }
    } else {
        const Attack attack = threats_.find(board, 0, AT_ONCE);
        if (attack) {
            Plan plan;
            plan.sequences.push_back(own_moves(attack));
            prove(at, std::move(plan));
            return true;
        }
        const auto fewer = [](const Choice& a, const Choice& b) { return a.plan.replies.size() < b.plan.replies.size(); };
        const int must = board.fourth(1);
        std::size_t most = MOST;
        std::vector<int> moves = hints(at);
        const std::size_t hinted = moves.size();
        std::vector<std::pair<int, int>> ranked;
        const SquareSet distinct = symmetries_.distinct(nodes_[at].won, nodes_[at].lost);
        for (int square = 0; square < map_.squares(); ++square)
            if (distinct[square] && board.is_empty(square) && std::find(moves.begin(), moves.end(), square) == moves.end())
                ranked.emplace_back(-gain(board, 0, square), square);
        std::sort(ranked.begin(), ranked.end());
        for (const auto& [rank, square] : ranked) moves.push_back(square);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (control.stopped()) return false;
            const int move = moves[i];
            if (!board.is_empty(move) || (must >= 0 && move != must)) continue;
            Choice choice;
            if (try_move(board, move, most, choice)) {
                if (choice.plan.replies.empty()) {
                    prove(at, std::move(choice.plan));
                    return true;
                }
                found.insert(std::upper_bound(found.begin(), found.end(), choice, fewer), std::move(choice));
                if (found.size() > KEEP) found.pop_back();
                if (found.size() == KEEP) most = found.back().plan.replies.size() - 1;
            } else if (i >= hinted && choice.plan.sequences.empty() && must < 0) {
                blind.emplace_back(-gain(board, 0, move), move);
            }
        }
        if (at == root_ || nodes_[at].won.size() <= EARLY) {
            if (blind.size() > BLIND) blind.resize(BLIND);
            for (const auto& [rank, move] : blind) {
                if (rank > blind.front().first) break;
                Choice choice;
                choice.blind = true;
                choice.plan.move = move;
                std::vector<std::pair<int, int>> replies;
                board.play(0, move);
                for (int square = 0; square < map_.squares(); ++square)
                    if (board.is_empty(square)) replies.emplace_back(-gain(board, 1, square), square);
                board.take_back(0, move);
                std::sort(replies.begin(), replies.end());
                for (const auto& [strength, reply] : replies) choice.plan.replies.push_back(static_cast<std::uint8_t>(reply));
                found.push_back(std::move(choice));
            }
        }
    }
    for (auto& choice : found) {
        for (const auto reply : choice.plan.replies) {
            const auto [won, lost] = after(nodes_[at], choice.plan.move, reply);
            const int child = node_at(won, lost);
            if (std::find(choice.below.begin(), choice.below.end(), child) == choice.below.end()) choice.below.push_back(child);
        }
        used_ += weight(choice);
    }
    nodes_[at].choices = std::move(found);
    nodes_[at].opened = true;
    update(at);
    return true;
}

inline std::vector<std::uint8_t> StrategySearch::read_squares(std::string_view text) const {
    std::vector<std::uint8_t> numbers;
    if (text == "-") return numbers;
    const int width = map_.squares() / 16;
    const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99; };
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        if (digit(text[i]) > 15 || digit(text[i + 1]) >= width) throw std::invalid_argument("no squares: " + std::string(text));
        numbers.push_back(static_cast<std::uint8_t>(digit(text[i]) * width + digit(text[i + 1])));
    }
    if (numbers.empty() || text.size() % 2) throw std::invalid_argument("no squares: " + std::string(text));
    return numbers;
}

inline void StrategySearch::recall(std::string_view line) {
    std::vector<std::string_view> fields;
    for (std::size_t at = 0; at <= line.size();) {
        const auto end = std::min(line.find(' ', at), line.size());
        fields.push_back(line.substr(at, end - at));
        at = end + 1;
    }
    if (fields.size() < 3) throw std::invalid_argument("no position with its plan: " + std::string(line.substr(0, 60)));
    auto won = read_squares(fields[0]), lost = read_squares(fields[1]);
    Plan plan;
    for (std::size_t i = 2; i < fields.size(); ++i) {
        if (fields[i].starts_with('!')) plan.sequences.push_back(read_squares(fields[i].substr(1)));
        else if (const auto one = read_squares(fields[i]); one.size() != 1) throw std::invalid_argument("no square: " + std::string(fields[i]));
        else if (i == 2) plan.move = one[0];
        else plan.replies.push_back(one[0]);
    }
    std::sort(won.begin(), won.end());
    std::sort(lost.begin(), lost.end());
    const int at = node_at(won, lost);
    Node& node = nodes_[at];
    if (node.proved || node.won != won || node.lost != lost) return;  // known already, or in another frame
    prove(at, std::move(plan));
}

}  // namespace quincunx
