// Winning by force in a game of lines of four: every own three leaves the other side one reply, so a forced win is a plain
// list of squares, which anybody can check.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "games/tesseract/lines.hpp"

namespace quincunx {

// The attacker's move, the forced reply, the attacker's move, and so on. Each move makes a three; the last one makes two
// threes with different fourth squares at once. Or a single move that completes a four.
using ThreatSequence = std::vector<Move>;

// The result of a threat search for the attacker, who is to move: a sequence, or none.
struct Attack {
    ThreatSequence sequence;
    bool four = false;     // the sequence is a single move that ends the game
    bool settled = false;  // nothing is left to find: there is a sequence, or it is certain that there is none

    explicit operator bool() const { return !sequence.empty(); }
    // Moves to the end of the game. No sequence of threes is shorter; from 7 on, a win with a quiet move in it might be.
    int distance() const { return static_cast<int>(sequence.size()) + (four ? 0 : 2); }
};

// Finds the shortest threat sequences, looking one move further at a time, depth first, with a table of positions that
// failed. A defender's reply that makes a three of his own must be stopped by the attacker's next threat. What is found is
// certain; should two positions ever share a key in the table, a sequence is missed, never invented.
class ThreatSearch {
public:
    static constexpr int LONGEST = 126;  // of the attacker's moves

    // `memory` is for the table, in bytes. Nodes are counted in `control`, which may stop the search at any time. Sequences with more
    // than `longest` moves of the attacker are not looked for.
    ThreatSearch(std::uint64_t memory, Control& control, int longest = LONGEST)
        : table_(std::bit_floor(std::max<std::uint64_t>(memory / sizeof(std::uint64_t), 1024))),
          control_(control),
          longest_(std::min(longest, LONGEST)) {}

    // Spends at most `budget` nodes; a node is a position with the attacker to move. Nobody may have four in a line yet. The
    // board comes back as it was.
    Attack find(LineBoard& board, int attacker, std::uint64_t budget) {
        if (const int square = board.fourth(attacker); square >= 0) return {{static_cast<Move>(square)}, true, true};
        board_ = &board;
        attacker_ = attacker;
        left_ = budget;
        stopped_ = false;
        backwards_.clear();
        Attack attack;
        for (int length = 1; !attack.settled && !stopped_ && length <= longest_; ++length) {
            cut_ = false;
            const bool won = search(length);
            attack.settled = won || !(cut_ || stopped_);
        }
        attack.sequence.assign(backwards_.rbegin(), backwards_.rend());
        control_.spend(std::exchange(uncounted_, 0));
        return attack;
    }

private:
    struct Threat {
        std::uint8_t move, reply;
        std::int16_t rank;
    };
    static constexpr std::uint64_t ALWAYS = 127;
    static constexpr std::uint64_t OTHER_SIDE = 0x9E3779B97F4A7C15ull;  // sets the two attackers' keys apart

    bool spend() {
        if (left_ == 0)
            stopped_ = true;
        else
            --left_;
        if (++uncounted_ == 1024 && control_.spend(std::exchange(uncounted_, 0))) stopped_ = true;
        return !stopped_;
    }

    // Whether the attacker, to move and without a three, wins with at most `length` moves. `cut_` is set where more might do.
    bool search(int length) {
        if (!spend()) return false;
        LineBoard& board = *board_;
        const int defender = 1 - attacker_;
        bool several;
        const int must = board.fourth(defender, several);
        if (several) return false;

        // Each two offers two threats; a square of two twos makes the double three.
        std::array<Threat, 2 * LineMap::MAX_LINES> threats;
        int count = 0, last = -1;
        SquareSet hot;
        LineBoard::for_each(board.lines(line_of(attacker_, 2)), [&](int line) {
            const int a = board.first_free(line), b = board.last_free(line);
            for (const auto& [move, reply] : {std::pair{a, b}, std::pair{b, a}}) {
                if (must >= 0 && move != must) continue;
                if (hot[move]) last = move;
                hot.set(move);
                threats[count++] = {static_cast<std::uint8_t>(move), static_cast<std::uint8_t>(reply), 0};
            }
        });
        if (last >= 0) return note(last);
        if (count == 0) return false;
        if (length == 1) return cut();

        // An entry of the table is the position's key, with the length that failed in its lowest 7 bits.
        const auto key = (attacker_ ? board.hash() ^ OTHER_SIDE : board.hash()) & ~ALWAYS;
        auto& entry = table_[(key >> 20) & (table_.size() - 1)];
        if ((entry & ~ALWAYS) == key) {
            if ((entry & ALWAYS) == ALWAYS) return false;
            if (static_cast<int>(entry & ALWAYS) >= length) return cut();
        }

        for (int i = 0; i < count; ++i)
            if (const int square = prepare(threats[i], hot); square >= 0)
                return note(square) && note(threats[i].reply) && note(threats[i].move);
        if (length == 2 && must < 0) return cut();

        std::sort(threats.begin(), threats.begin() + count, [](const Threat& a, const Threat& b) {
            return a.rank != b.rank ? a.rank > b.rank : a.move < b.move;
        });
        const bool cut_before = std::exchange(cut_, false);
        for (int i = 0; i < count; ++i) {
            const auto [move, reply, rank] = threats[i];
            board.play(attacker_, move);
            board.play(defender, reply);
            const bool won = search(length - 1);
            board.take_back(defender, reply);
            board.take_back(attacker_, move);
            if (won) return note(reply) && note(move);
            if (stopped_) return false;
        }
        entry = key | (cut_ ? static_cast<std::uint64_t>(length) : ALWAYS);
        cut_ |= cut_before;
        return false;
    }

    // Ranks a threat by the twos and ones it makes, and gives the square where it leads to a double three, or -1. Most of a
    // search ends here, so the moves are not made: the square is one of those of the present twos (`hot`), on a line that the
    // threat makes a two. Two lines share one square at most, so the reply is on no such line.
    int prepare(Threat& threat, const SquareSet& hot) const {
        const LineBoard& board = *board_;
        const LineMap& map = board.map();
        std::array<int, 3 * LineMap::MAX_THROUGH> found;
        int count = 0, ones = 0, fresh = 0;
        for (const auto [line, place] : map.through(threat.move)) {
            fresh += board.kind(line) == EMPTY_LINE;
            if (board.kind(line) != line_of(attacker_, 1)) continue;
            ++ones;
            for (unsigned left = board.free_places(line) & ~(1u << place); left; left &= left - 1)
                if (const int square = map.square(line, std::countr_zero(left)); hot[square]) found[count++] = square;
        }
        threat.rank = static_cast<std::int16_t>(16 * ones + fresh);
        if (count == 0) return -1;
        // Where the reply makes a three, the double three must stop it; it cannot stop two.
        int must = -1;
        for (const auto [line, place] : map.through(threat.reply)) {
            if (board.kind(line) != line_of(1 - attacker_, 2)) continue;
            if (must >= 0) return -1;
            must = map.square(line, std::countr_zero(board.free_places(line) & ~(1u << place)));
        }
        if (must < 0) return found[0];
        return std::find(found.begin(), found.begin() + count, must) == found.begin() + count ? -1 : must;
    }

    bool note(int square) { return backwards_.push_back(static_cast<Move>(square)), true; }
    bool cut() { return cut_ = true, false; }

    std::vector<std::uint64_t> table_;
    Control& control_;
    const int longest_;
    LineBoard* board_ = nullptr;
    int attacker_ = 0;
    std::uint64_t left_ = 0, uncounted_ = 0;
    bool stopped_ = false, cut_ = false;
    ThreatSequence backwards_;  // the sequence found, last move first
};

// The moves of the defender, who is to move, that can upset an attack; any other loses to it as it stands. They are the
// squares of the attack and of its last fourths, and those on which one more mark can give the defender a three (or a
// four) on the way. It holds for one added mark, not for two.
inline SquareSet answers(LineBoard& board, int attacker, const Attack& attack) {
    const int defender = 1 - attacker;
    const auto& sequence = attack.sequence;
    SquareSet squares;
    const auto add = [&](int line) { squares.set(board.first_free(line)).set(board.last_free(line)); };
    if (attack.four) {
        LineBoard::for_each(board.lines(line_of(defender, 3)), add);
        return squares.set(sequence[0]);
    }
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        squares.set(sequence[i]);
        board.play(i % 2 ? defender : attacker, sequence[i]);
    }
    LineBoard::for_each(board.lines(line_of(attacker, 3)), add);
    for (std::size_t i = 0; i < sequence.size(); i += 2) board.take_back(attacker, sequence[i]);
    LineBoard::for_each(board.lines(line_of(defender, 2)), add);
    LineBoard::for_each(board.lines(line_of(defender, 3)), add);
    for (std::size_t i = 1; i < sequence.size(); i += 2) board.take_back(defender, sequence[i]);
    return squares;
}

// The attack played to the end of the game, with one of the two last blocks.
inline std::vector<Move> to_the_end(LineBoard board, int attacker, const Attack& attack) {
    auto line = attack.sequence;
    if (attack.four) return line;
    for (std::size_t i = 0; i < line.size(); ++i) board.play(i % 2 ? 1 - attacker : attacker, line[i]);
    for (const int side : {1 - attacker, attacker}) {
        line.push_back(static_cast<Move>(board.fourth(attacker)));
        board.play(side, line.back());
    }
    return line;
}

// Whether the attacker, to move, wins with the sequence whatever the defender does. Slow and plain on purpose: it knows only
// the lines and who has marked each square (0, 1, or -1 for nobody), tries every reply to every move, and shares no code
// with the search.
template <class Lines>
bool verify_sequence(const Lines& lines, std::vector<int> marks, int attacker, std::span<const Move> sequence) {
    const auto has_line = [&](int side, int own, int empty) {  // with this many of the side's marks and empty squares
        return std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
            const auto with = [&](int mark) {
                return std::count_if(line.begin(), line.end(), [&](int square) { return marks[square] == mark; });
            };
            return with(side) == own && with(-1) == empty;
        });
    };
    const auto has_four = [&](int side) { return has_line(side, 4, 0); };
    const auto can_win = [&](int side) { return has_line(side, 3, 1); };
    const auto is_empty = [&](Move square) { return square < marks.size() && marks[square] < 0; };

    const int defender = 1 - attacker;
    if (has_four(attacker) || has_four(defender)) return false;
    for (std::size_t i = 0; i < sequence.size(); i += 2) {
        const bool last = i + 1 == sequence.size();
        if (!is_empty(sequence[i])) return false;
        marks[sequence[i]] = attacker;
        if (has_four(attacker)) return last;
        if (can_win(defender)) return false;
        for (Move reply = 0; reply < marks.size(); ++reply) {
            if (!is_empty(reply) || (!last && reply == sequence[i + 1])) continue;
            marks[reply] = defender;
            const bool refuted = can_win(attacker);
            marks[reply] = -1;
            if (!refuted) return false;
        }
        if (last) return true;
        if (!is_empty(sequence[i + 1])) return false;
        marks[sequence[i + 1]] = defender;
    }
    return false;  // it ends with a reply, or is empty
}

}  // namespace quincunx
