// Whether one seat of xchain can force a win against all others together, on tiny boards, and how it or they do it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "games/xchain/keys.hpp"
#include "search/search.hpp"

namespace quincunx {

// Everything is tried. Each move adds a piece, so no position comes again, and a table of exact keys, the same for all turns of the
// board, keeps what is known. One seat, the hero, plays for its win, and the others to prevent it; a hero who is eliminated has
// failed.
class XchainCoalition {
public:
    static constexpr int SQUARES = 10;  // five bits each, and ten for the seats

    XchainCoalition(const Xchain& game, int hero) : game_(game), hero_(hero) {
        if (game.area() > SQUARES) throw Refusal("coalitions of xchain are for at most 10 squares");
        if (hero < 1 || hero > game.seats()) throw Refusal("the game has no such seat");
        for (int turn = 0; turn < (game.width() == game.height() ? 8 : 4); ++turn) {
            auto& places = turns_.emplace_back();
            for (int square = 0; square < game.area(); ++square) places.push_back(turned(square, turn));
        }
    }

    // Whether the hero can force a win. Empty if the control stopped it; the next call continues from what is known.
    std::optional<bool> wins(const Xchain::Position& position, Control& control) {
        try {
            return forces(position, control);
        } catch (const Stopped&) {
            return std::nullopt;
        }
    }

    // The answers of whoever succeeds, the hero or the others, as docs/certificates.md has them; the value must be known.
    std::vector<std::string> strategy(const Xchain::Position& start, Control& control) {
        hero_succeeds_ = forces(start, control);
        lines_.clear();
        found_.clear();
        if (chooses(start)) {
            lines_.push_back(game_.write(start) + ": " + answer(start, control));
        } else {
            found_.emplace(key(start), start);
            open_.push_back(start);
        }
        for (; !open_.empty(); open_.pop_front()) {
            const auto position = open_.front();
            std::string line = game_.write(position) + ":";
            MoveList list;
            game_.moves(position, list);
            for (const Move move : list) line += ' ' + answer(played(position, move), control);
            lines_.push_back(std::move(line));
        }
        return std::exchange(lines_, {});
    }

    const Xchain& game() const { return game_; }
    std::size_t known() const { return known_.size(); }

private:
    struct Stopped {};

    Xchain::Position played(Xchain::Position position, Move move) const {
        game_.play(position, move);
        return position;
    }
    int turned(int square, int turn) const {
        int x = square % game_.width(), y = square / game_.width();
        if (turn & 1) x = game_.width() - 1 - x;
        if (turn & 2) y = game_.height() - 1 - y;
        if (turn & 4) std::swap(x, y);
        return y * game_.width() + x;
    }
    std::uint64_t key(const Xchain::Position& position) const {
        auto least = ~std::uint64_t{0};
        for (const auto& places : turns_) {
            std::uint64_t number = 0;
            for (int square = 0; square < game_.area(); ++square)
                number |= (std::uint64_t{position.owner[square]} * 4u + position.value[square]) << 5 * places[square];
            least = std::min(least, number);
        }
        for (const auto standing : position.standing) least = least << 2 | standing;
        return least << 2 | (position.next - 1u);
    }

    // The hero's result, if it is obvious.
    std::optional<bool> settled(const Xchain::Position& position) const {
        if (const auto result = game_.result(position); result.over) return result.winner == hero_;
        if (position.standing[hero_ - 1] > Xchain::ALIVE) return false;
        return std::nullopt;
    }

    bool forces(const Xchain::Position& position, Control& control) {
        if (const auto plain = settled(position)) return *plain;
        const auto here = key(position);
        if (const auto known = known_.find(here); known != known_.end()) return known->second;
        if (++nodes_ % 1024 == 0 && control.spend(1024)) throw Stopped{};
        const bool own = position.next == hero_;  // one move that succeeds is enough; else each must
        MoveList list;
        game_.moves(position, list);
        std::vector<Xchain::Position> open;
        bool decided = false;
        for (const Move move : list) {
            const auto after = played(position, move);
            auto value = settled(after);
            if (!value)
                if (const auto known = known_.find(key(after)); known != known_.end()) value = known->second;
            if (!value) open.push_back(after);
            if (value == own) decided = true;
            if (decided) break;
        }
        for (std::size_t i = 0; !decided && i < open.size(); ++i) decided = forces(open[i], control) == own;
        return known_[here] = decided == own;
    }

    // Whether who succeeds is to move.
    bool chooses(const Xchain::Position& position) const { return (position.next == hero_) == hero_succeeds_; }

    // The moves of who succeeds until the others are to move, after the turn of the board that makes the position that of a line; or
    // after '!' where there is nothing left to do.
    std::string answer(Xchain::Position position, Control& control) {
        std::string moves;
        while (!settled(position) && chooses(position)) {
            const Move move = chosen(position, control);
            if (!moves.empty()) moves += ',';
            moves += game_.actions()[move];
            position = played(position, move);
        }
        if (settled(position)) return '!' + moves;
        const auto [standing, fresh] = found_.try_emplace(key(position), position);
        if (fresh) open_.push_back(position);
        return std::to_string(turn_to(position, standing->second)) + moves;
    }
    // The end if possible, else a position that has a line already.
    Move chosen(const Xchain::Position& position, Control& control) {
        MoveList list;
        game_.moves(position, list);
        std::optional<std::pair<int, Move>> best;
        for (const Move move : list) {
            const auto after = played(position, move);
            if (forces(after, control) != hero_succeeds_) continue;
            const int rank = settled(after) ? 0 : !chooses(after) && found_.contains(key(after)) ? 1 : 2;
            if (!best || rank < best->first) best = {rank, move};
        }
        return best.value().second;
    }
    int turn_to(const Xchain::Position& from, const Xchain::Position& to) const {
        for (std::size_t turn = 0; turn < turns_.size(); ++turn) {
            bool same = true;
            for (int square = 0; same && square < game_.area(); ++square) {
                const int image = turns_[turn][square];
                same = from.owner[square] == to.owner[image] && from.value[square] == to.value[image];
            }
            if (same) return static_cast<int>(turn);
        }
        throw std::logic_error("no turn makes the positions alike");
    }

    const Xchain game_;
    const int hero_;
    std::vector<std::vector<int>> turns_;
    std::unordered_map<std::uint64_t, bool> known_;
    std::uint64_t nodes_ = 0;

    bool hero_succeeds_ = false;
    std::unordered_map<std::uint64_t, Xchain::Position> found_;
    std::deque<Xchain::Position> open_;
    std::vector<std::string> lines_;
};

}  // namespace quincunx
