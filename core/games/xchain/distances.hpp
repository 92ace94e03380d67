// Who wins a small board of xchain for two, and in how many moves: every position that can come up.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "games/xchain/keys.hpp"
#include "search/search.hpp"

namespace quincunx::xchain {

// Each move adds a piece, so no position comes again: plain recursion with a table, the same for all turns of a board. The keys of
// small boards are small numbers, so the table is an array of bytes: 62 MB for 3x4, whose 10,806,262 positions after the first
// move, up to turns, take some seconds. Results are kept, also those of a search that was stopped; threads share them without
// locks, because all of them write the same values.
class Distances {
public:
    static constexpr int SMALL = 10;  // squares of a board that takes less than a second
    static constexpr int SQUARES = 12;

    static bool covers(const Xchain& game, int squares = SQUARES) {
        return game.seats() == 2 && game.area() <= squares;
    }

    // One for each size, shared by all callers.
    static std::shared_ptr<Distances> of(const Xchain& game) {
        static std::mutex mutex;
        static std::map<std::pair<int, int>, std::shared_ptr<Distances>> made;
        const std::lock_guard lock(mutex);
        auto& found = made[{game.width(), game.height()}];
        if (!found) found = std::make_shared<Distances>(game);
        return found;
    }

    explicit Distances(const Xchain& game) : game_(game), keys_(game), known_(keys_.most() + 1) {}

    // Every move with its value, the moves to the end of the game, and best play to it. Empty if the control stopped it, or if it
    // took more than `seconds`; 0 means no limit.
    std::optional<std::vector<MoveScore>> moves(const Xchain::Position& position, Control& control, double seconds) {
        Visit visit{control, seconds > 0 ? control.seconds() + seconds : 0};
        std::vector<MoveScore> found;
        MoveList list;
        game_.moves(position, list);
        try {
            for (const Move move : list) {
                auto board = keys_.board_of(position);
                const int distance = after(board, move, visit);
                MoveScore said{move, {true, {}, std::abs(distance)}, {move}};
                said.score.values[(distance > 0 ? position.next : 3 - position.next) - 1] = 1;
                for (bool over = board.play(keys_.grid(), move); !over;) {
                    said.line.push_back(best(board, visit).first);
                    over = board.play(keys_.grid(), said.line.back());
                }
                found.push_back(std::move(said));
            }
        } catch (const Stopped&) {
            return std::nullopt;
        }
        return found;
    }

    // How many positions have a known value, up to turns.
    std::size_t known() const {
        return static_cast<std::size_t>(
            std::count_if(known_.begin(), known_.end(), [](const auto& each) { return each.load() != 0; }));
    }

private:
    using Board = Keys::Board;
    struct Stopped {};
    struct Visit {
        Control& control;
        double end;
        unsigned nodes = 0;

        void count() {
            if (++nodes % 1024 == 0 && (control.spend(0) || (end > 0 && control.seconds() >= end))) throw Stopped{};
        }
    };

    // Moves to the end after a move: positive if it wins, negative if it loses.
    int after(Board board, Move move, Visit& visit) {
        if (board.play(keys_.grid(), move)) return 1;
        const int distance = of_board(board, visit);
        return distance > 0 ? -distance - 1 : -distance + 1;
    }
    // The quickest win or, where there is none, the longest loss; the first of several.
    std::pair<Move, int> best(const Board& board, Visit& visit) {
        std::pair<Move, int> found{};  // no distance is 0
        for (auto squares = board.legal(keys_.grid()); squares.any();) {
            const auto move = static_cast<Move>(squares.pop());
            const int distance = after(board, move, visit);
            const bool better = found.second == 0                      ? true
                                : (distance > 0) == (found.second > 0) ? distance < found.second
                                                                       : distance > 0;
            if (better) found = {move, distance};
        }
        return found;
    }
    int of_board(const Board& board, Visit& visit) {
        auto& known = known_[keys_.of(board)];
        if (const int distance = known.load(std::memory_order_relaxed)) return distance;
        visit.count();
        const int distance = best(board, visit).second;
        known.store(static_cast<std::int8_t>(distance), std::memory_order_relaxed);
        return distance;
    }

    const Xchain game_;
    const Keys keys_;
    std::vector<std::atomic<std::int8_t>> known_;  // by key
};

}  // namespace quincunx::xchain
