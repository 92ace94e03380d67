// Who wins a tiny board of xchain for two, and in how many moves: every position that can come up.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "games/xchain/proof.hpp"

namespace quincunx::xchain {

// Each move adds a piece, so no position comes again: plain recursion with a table, the same for all turns of a board. 3x3 has
// 29,847 positions up to turns, 2x5 has 195,776: a fraction of a second. 3x4 has 10,806,262 and would take 40 s.
class Distances {
public:
    static bool covers(const Xchain& game) { return game.seats() == 2 && game.area() <= SQUARES; }

    // One for each size, shared by all who ask.
    static std::shared_ptr<Distances> of(const Xchain& game) {
        static std::mutex mutex;
        static std::unordered_map<int, std::shared_ptr<Distances>> made;
        const std::lock_guard lock(mutex);
        auto& found = made[100 * game.width() + game.height()];
        if (!found) found = std::make_shared<Distances>(game);
        return found;
    }

    explicit Distances(const Xchain& game) : game_(game), keys_(game, 1 << 10) {}

    // Every move with its value, the moves to the end of the game, and best play to it.
    std::vector<MoveScore> moves(const Xchain::Position& position) {
        const std::lock_guard lock(mutex_);
        std::vector<MoveScore> found;
        MoveList list;
        game_.moves(position, list);
        for (const Move move : list) {
            const auto distance = after(position, move);
            MoveScore said{move, {true, {}, std::abs(distance)}, {move}};
            said.score.values[(distance > 0 ? position.next : 3 - position.next) - 1] = 1;
            auto next = played(position, move);
            while (!game_.result(next).over) {
                said.line.push_back(best(next).first);
                next = played(next, said.line.back());
            }
            found.push_back(std::move(said));
        }
        return found;
    }

private:
    static constexpr int SQUARES = 10;

    Xchain::Position played(Xchain::Position position, Move move) const {
        game_.play(position, move);
        return position;
    }

    // Moves to the end after a move: positive if it wins, negative if it loses.
    int after(const Xchain::Position& position, Move move) {
        const auto next = played(position, move);
        if (game_.result(next).over) return 1;
        const int distance = of_position(next);
        return distance > 0 ? -distance - 1 : -distance + 1;
    }
    // The quickest win or, where there is none, the longest loss.
    std::pair<Move, int> best(const Xchain::Position& position) {
        MoveList list;
        game_.moves(position, list);
        std::pair<Move, int> found{};  // no distance is 0
        for (const Move move : list) {
            const int distance = after(position, move);
            const bool better = found.second == 0                      ? true
                                : (distance > 0) == (found.second > 0) ? distance < found.second
                                                                       : distance > 0;
            if (better) found = {move, distance};
        }
        return found;
    }
    int of_position(const Xchain::Position& position) {
        const auto key = keys_.key(position);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        const int distance = best(position).second;
        known_.emplace(key, static_cast<std::int8_t>(distance));
        return distance;
    }

    const Xchain game_;
    const XchainProof keys_;
    std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::int8_t> known_;
};

}  // namespace quincunx::xchain
