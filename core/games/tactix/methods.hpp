// How the computer thinks about tactix.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>

#include "games/tactix/rules.hpp"
#include "games/tactix/subsets.hpp"

namespace quincunx {

namespace tactix {

// One analysis of one position. What happens after a move is the business of the counters it leaves: `behind` it.
class Thinker {
public:
    Thinker(const Tactix& game, const Tactix::Position& position, const Limits& limits, Control& control)
        : game_(game), position_(position), limits_(limits), control_(control) {
        MoveList list;
        game.moves(position, list);
        for (const Move move : list) {
            behind_.push_back(position.counters & ~game.spans()[move]);
            analysis_.moves.push_back({move, {}, {move}});
        }
    }

    // Judges all moves by a table that covers the position. False if it cannot be afforded.
    bool by_table() {
        const auto mirrored = std::find_if(behind_.begin(), behind_.end(), [&](auto left) { return symmetric(left); });
        prefer(mirrored == behind_.end() ? 0 : static_cast<std::size_t>(mirrored - behind_.begin()));
        const auto all = game_.start().counters;
        const int counters = std::popcount(position_.counters), most = std::popcount(all);
        if (most <= TIMED) return judge(shared<Distances>(), "table of all positions");
        if (counters <= TIMED) return judge(made<Distances>(position_.counters), "table of all subsets");
        if (most <= WHOLE) return judge(shared<Losses>(), "table of all positions");
        return judge(made<Losses>(position_.counters), "table of all subsets");
    }

    // Judges all moves by symmetry, then proves the most promising ones with tables of what is behind them, until one wins or
    // the next cannot be afforded.
    void by_search() {
        std::vector<std::size_t> order(behind_.size());
        std::iota(order.begin(), order.end(), 0u);
        for (const auto i : order) guess(i);
        control_.spend(order.size());
        const auto value = [&](std::size_t i) { return score(i).values[position_.next - 1]; };
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return value(a) != value(b) ? value(a) > value(b) : std::popcount(behind_[a]) < std::popcount(behind_[b]);
        });
        int proved = 0;
        for (const auto i : order) {
            prefer(*std::max_element(order.begin(), order.end(), [&](auto a, auto b) { return value(a) < value(b); }));
            if (score(i).exact && value(i) == 1) break;
            if (score(i).exact) continue;
            if (value(i) == RESTORED && std::popcount(behind_[i]) > TIMED) break;
            const auto table = made<Losses>(behind_[i]);
            if (!table) break;
            ++proved;
            for (const auto j : order)
                if (!(behind_[j] & ~behind_[i])) settle(j, table->lost(behind_[j]), -1);
        }
        analysis_.basis = "symmetry";
        if (proved)
            analysis_.basis +=
                ", and tables of the subsets behind " + std::to_string(proved) + (proved == 1 ? " move" : " moves");
    }

    Analysis answer() {
        analysis_.nodes = control_.nodes();
        analysis_.seconds = control_.seconds();
        return std::move(analysis_);
    }

private:
    static constexpr int TIMED =
        20;  // counters up to which a table tells how long the game lasts: 1 MiB, a tenth of a second
    static constexpr int WHOLE = 25;  // counters of a grid that gets one table for all its positions: 4 MiB
    // Where addresses have 32 bits (WebAssembly), there is not room for more: 30 counters on 6x6 instead of 31.
    static constexpr std::uint64_t MEMORY = std::uint64_t{sizeof(void*) < 8 ? 128 : 256} << 20;
    static constexpr double SPEED = 6e6;  // entries a second that even a slow machine makes, of either table

    // Who turns the grid around its middle and mirrors every move has the last move. So where the last counter wins, a
    // symmetric position is lost (unless a move can be its own mirror image, through the middle of an odd grid). Where it
    // loses, that is no proof, but of 120 random symmetric positions with 16 to 26 counters of 36 it was true of 116; of 300
    // others with as many, 22 were lost.
    static constexpr double MIRRORED = 0.97, RESTORED = 1 - MIRRORED, OTHERS = 0.07;

    void prefer(std::size_t i) { control_.prefer(analysis_.moves[i].move); }
    Score& score(std::size_t i) { return analysis_.moves[i].score; }

    // `lost`: the other seat has lost after move i.
    void settle(std::size_t i, bool lost, int distance) {
        score(i).exact = true;
        score(i).distance = distance;
        set_value(i, lost);
    }
    void set_value(std::size_t i, double value) {
        score(i).values[position_.next - 1] = value;
        score(i).values[2 - position_.next] = 1 - value;
    }

    bool symmetric(std::uint64_t counters) const {
        if (!counters) return !game_.last_loses;
        const int squares = game_.size * game_.size;
        if (squares % 2 && counters >> squares / 2 & 1) return false;
        return turned(counters) == counters;
    }
    // The grid turned around its middle.
    std::uint64_t turned(std::uint64_t counters) const {
        std::uint64_t turned =
            counters;  // bit by bit the other way round: pairs of bits, of twos, of fours … change places
        for (const auto& [shift, low] : {std::pair<int, std::uint64_t>{1, 0x5555555555555555},
                                         {2, 0x3333333333333333},
                                         {4, 0x0F0F0F0F0F0F0F0F},
                                         {8, 0x00FF00FF00FF00FF},
                                         {16, 0x0000FFFF0000FFFF},
                                         {32, 0x00000000FFFFFFFF}})
            turned = (turned >> shift & low) | (turned & low) << shift;
        return turned >> (64 - game_.size * game_.size);
    }

    void guess(std::size_t i) {
        const auto counters = behind_[i];
        if (counters == 0) return settle(i, !game_.last_loses, 1);
        const bool mirrored = symmetric(counters);
        const auto lonely = counters & ~turned(counters);  // a reply that leaves one of these makes nothing symmetric
        const auto none = static_cast<Move>(game_.spans().size());
        const Move reply =
            mirrored || std::popcount(lonely) > game_.size
                ? none
                : first(counters, [&](std::uint64_t next) { return !(next & lonely) && symmetric(next); });
        const bool restored = reply < none;
        if (restored) analysis_.moves[i].line.push_back(reply);
        if (!game_.last_loses && (mirrored || restored)) return settle(i, mirrored, -1);
        set_value(i, mirrored ? MIRRORED : restored ? RESTORED : OTHERS);
    }

    template <class Table>
    bool affordable(int counters) const {
        const auto entries = Table::entries(counters);
        if (control_.stopped()) return false;
        if (entries > (limits_.memory ? limits_.memory : MEMORY) / sizeof(typename Table::Entry)) return false;
        if (limits_.nodes && control_.nodes() + entries >= limits_.nodes) return false;
        return limits_.seconds <= 0 || control_.seconds() + static_cast<double>(entries) / SPEED <= limits_.seconds;
    }

    // The table of all subsets, or nothing if it is too much or was stopped.
    template <class Table>
    std::shared_ptr<const Table> made(std::uint64_t counters) const {
        if (!affordable<Table>(std::popcount(counters))) return nullptr;
        auto table = Table::make(counters, game_.spans(), game_.last_loses, control_);
        return table ? std::make_shared<const Table>(*std::move(table)) : nullptr;
    }

    // The table of the whole grid, which is kept for everybody. It is charged each time, so that no answer depends on who asked
    // before; two who need it at the same time both make it, so that nobody has to wait for another.
    template <class Table>
    std::shared_ptr<const Table> shared() const {
        static std::mutex mutex;
        static std::array<std::shared_ptr<const Table>, 2 * 7> tables;
        const auto all = game_.start().counters;
        if (!affordable<Table>(std::popcount(all))) return nullptr;
        auto& kept = tables[static_cast<std::size_t>(2 * game_.size + game_.last_loses)];
        std::unique_lock lock(mutex);
        auto table = kept;
        lock.unlock();
        if (table) return control_.spend(Table::entries(std::popcount(all))) ? nullptr : table;
        table = made<Table>(all);
        lock.lock();
        if (table) kept = table;
        return table;
    }

    bool judge(const std::shared_ptr<const Distances>& table, const char* basis) {
        if (!table) return false;
        for (std::size_t i = 0; i < behind_.size(); ++i) {
            const int lasts = 1 + (*table)[behind_[i]];
            settle(i, table->won(lasts), lasts);
            auto& line = analysis_.moves[i].line;
            for (auto counters = behind_[i]; counters; counters &= ~game_.spans()[line.back()])
                line.push_back(
                    first(counters, [&](std::uint64_t next) { return 1 + (*table)[next] == (*table)[counters]; }));
        }
        analysis_.basis = basis;
        return true;
    }

    // Losses do not tell how the winner gets on; so the line of a losing move ends with a reply that wins.
    bool judge(const std::shared_ptr<const Losses>& table, const char* basis) {
        if (!table) return false;
        for (std::size_t i = 0; i < behind_.size(); ++i) {
            settle(i, table->lost(behind_[i]), -1);
            if (!table->lost(behind_[i]))
                analysis_.moves[i].line.push_back(
                    first(behind_[i], [&](std::uint64_t next) { return table->lost(next); }));
        }
        analysis_.basis = basis;
        return true;
    }

    // The first move that leaves what is wanted; one more than the last if there is none.
    template <class Wanted>
    Move first(std::uint64_t counters, Wanted wanted) const {
        const auto& spans = game_.spans();
        const auto found = std::find_if(spans.begin(), spans.end(), [&](std::uint64_t span) {
            return !(span & ~counters) && wanted(counters & ~span);
        });
        return static_cast<Move>(found - spans.begin());
    }

    const Tactix& game_;
    const Tactix::Position position_;
    const Limits limits_;
    Control& control_;
    std::vector<std::uint64_t> behind_;
    Analysis analysis_;
};

}  // namespace tactix

// The methods:
//   table    exact: by a table of all positions of the grid up to 5x5, and of all subsets of the position's counters on 6x6.
//            Distances are known with 20 counters or fewer. Refused where the limits do not allow such a table.
//   search   guesses by symmetry, and proves the most promising moves exactly as far as the limits allow.
//   auto     table where it can be afforded, else search.
// Distance and line begin with the move itself. Memory is for one table, 256 MiB (with 32-bit addresses 128) unless said otherwise: enough for 31
// (30) counters on 6x6, in a few seconds. The node limit counts bytes of the tables that know distances, words of 64 subsets of the others.
inline Analysis think(const Tactix& game, const Tactix::Position& position, std::string_view method,
                      const Limits& limits, Control& control) {
    if (method != "table" && method != "search" && method != "auto")
        throw Refusal("tactix has no method " + quoted(method) + "; it has table, search and auto");
    control.begin(limits);
    tactix::Thinker thinker(game, position, limits, control);
    if (position.counters == 0) return thinker.answer();
    if (method == "search" || !thinker.by_table()) {
        if (method == "table" && !control.stopped())
            throw Refusal("a table for " + std::to_string(std::popcount(position.counters)) +
                          " counters is more than the limits allow");
        thinker.by_search();
    }
    return thinker.answer();
}

}  // namespace quincunx
