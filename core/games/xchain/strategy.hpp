// The winner's strategy on a small board of xchain, drawn from a proof.
#pragma once

#include <map>
#include <queue>
#include <string>
#include <tuple>

#include "games/xchain/proof.hpp"

namespace quincunx {

// The winner's answers, as docs/certificates.md has them, for as few positions as a greedy choice needs: it goes where it has
// been, else where the loser has the fewest moves. The first of a position's turns that it meets stands for all.
class XchainStrategy {
public:
    // From `leaves` pieces on positions get no line; 0 for lines to the end of the game.
    XchainStrategy(XchainProof& proof, const Xchain::Position& start, int winner, int leaves)
        : proof_(proof), game_(proof.game()), winner_(winner), leaves_(leaves) {
        open_.push({0, 0, start});
    }

    // Goes on until the strategy is whole, or the control stops it. True if it is whole.
    bool run(Control& control) {
        while (!open_.empty()) {
            const auto position = open_.top().position;
            const auto line = answers(position, control);
            if (!line) return false;
            open_.pop();
            add_new();
            lines_.push_back(game_.write(position) + ":" + *line);
        }
        return true;
    }

    const std::vector<std::string>& lines() const { return lines_; }
    std::size_t open() const { return open_.size(); }

private:
    struct Open {
        int pieces;
        std::size_t order;
        Xchain::Position position;
        // The fewest pieces first, and then what was met first.
        bool operator<(const Open& other) const {
            return std::tie(pieces, order) > std::tie(other.pieces, other.order);
        }
    };

    Xchain::Position played(Xchain::Position position, Move move) const {
        game_.play(position, move);
        return position;
    }
    int pieces(const Xchain::Position& position) const {
        int sum = 0;
        for (int square = 0; square < game_.area(); ++square) sum += position.value[square];
        return sum;
    }
    std::size_t replies(const Xchain::Position& position) const {
        MoveList list;
        game_.moves(position, list);
        return list.size();
    }

    // The winner's answer to each of the loser's moves, or his move where it is his turn. First what wins is found everywhere, for that
    // may be stopped; only then something is chosen.
    std::optional<std::string> answers(const Xchain::Position& position, Control& control) {
        std::vector<Xchain::Position> asking;
        if (position.next == winner_) {
            asking.push_back(position);
        } else {
            MoveList list;
            game_.moves(position, list);
            for (const Move move : list) asking.push_back(played(position, move));
        }
        std::vector<std::vector<Move>> winning;
        for (const auto& each : asking) {
            auto found = proof_.winning(each, leaves_ == 0, control);
            if (!found) return std::nullopt;
            winning.push_back(std::move(*found));
        }
        std::string line;
        for (std::size_t i = 0; i < asking.size(); ++i) line += ' ' + answer(asking[i], winning[i]);
        return line;
    }

    std::string answer(const Xchain::Position& position, const std::vector<Move>& winning) {
        std::tuple<bool, std::size_t, std::size_t> best;
        std::optional<Move> chosen;
        for (std::size_t i = 0; i < winning.size(); ++i) {
            const auto after = played(position, winning[i]);
            if (game_.result(after).over) return '!' + game_.actions()[winning[i]];
            const std::tuple rank{!found_.contains(proof_.keys().of(after)), replies(after), i};
            if (!chosen || rank < best) {
                best = rank;
                chosen = winning[i];
            }
        }
        if (!chosen) throw Refusal("no move wins where one should: what was learned is wrong");
        const auto after = played(position, *chosen);
        const auto [standing, fresh] = found_.try_emplace(proof_.keys().of(after), after);
        if (fresh && (leaves_ == 0 || pieces(after) < leaves_)) new_.push_back({pieces(after), found_.size(), after});
        return std::to_string(turn_to(after, standing->second)) + game_.actions()[*chosen];
    }
    // Only when a position's line is written may others take its place at the top.
    void add_new() {
        for (auto& each : new_) open_.push(std::move(each));
        new_.clear();
    }

    // The first turn of the board that makes one position the other.
    int turn_to(const Xchain::Position& from, const Xchain::Position& to) const {
        for (int turn = 0; turn < 8; ++turn) {
            bool same = true;
            for (int square = 0; same && square < game_.area(); ++square) {
                const int image = proof_.keys().turned(square, turn);
                same = from.owner[square] == to.owner[image] && from.value[square] == to.value[image];
            }
            if (same) return turn;
        }
        throw std::logic_error("no turn makes the positions alike");
    }

    XchainProof& proof_;
    const Xchain& game_;
    const int winner_, leaves_;
    std::map<std::uint64_t, Xchain::Position> found_;
    std::priority_queue<Open> open_;
    std::vector<Open> new_;
    std::vector<std::string> lines_;
};

}  // namespace quincunx
