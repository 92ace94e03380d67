// The search methods of tactix.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <queue>

#include "games/tactix/rules.hpp"
#include "games/tactix/subsets.hpp"

namespace quincunx {

namespace tactix {

// One analysis of one position. The value of a move depends on the counters that it leaves: `behind_` has them.
class Analyser {
public:
    Analyser(const Tactix& game, const Tactix::Position& position, const Limits& limits, Control& control)
        : game_(game), position_(position), limits_(limits), control_(control) {
        game.moves(position, list_);
        behind_.reserve(list_.size());
        analysis_.moves.reserve(list_.size());
        for (const Move move : list_) {
            behind_.push_back(position.counters & ~game.spans()[move]);
            analysis_.moves.push_back({move, {}, {}});
        }
    }

    // Evaluates all moves by a table that covers the position. False if it cannot be afforded.
    bool by_table() {
        if (control_.has_listener()) {
            const auto mirrored =
                std::find_if(behind_.begin(), behind_.end(), [&](auto left) { return symmetric(left); });
            prefer(mirrored == behind_.end() ? 0 : static_cast<std::size_t>(mirrored - behind_.begin()));
        }
        const auto all = game_.start().counters;
        const int counters = std::popcount(position_.counters), most = std::popcount(all);
        if (most <= TIMED) return evaluate(shared<Distances>(), "tactix.basis.positions");
        if (counters <= TIMED) return evaluate(made<Distances>(position_.counters), "tactix.basis.subsets");
        if (most <= WHOLE) return evaluate(shared<Losses>(), "tactix.basis.positions");
        return evaluate(made<Losses>(position_.counters), "tactix.basis.subsets");
    }

    // Evaluates all moves by symmetry, then proves the most promising ones with tables of what follows them, until one wins or
    // the next cannot be afforded.
    void by_search() {
        const auto value = [&](std::size_t i) { return score(i).values[position_.next - 1]; };
        std::vector<Promise> promises;
        promises.reserve(behind_.size());
        for (std::size_t i = 0; i < behind_.size(); ++i) {
            guess(i);
            promises.push_back({value(i), std::popcount(behind_[i]), i});
        }
        control_.spend(behind_.size());
        int proved = 0;
        for (std::priority_queue<Promise> left({}, promises); !left.empty(); left.pop()) {
            if (control_.has_listener())
                prefer(std::max_element(promises.begin(), promises.end(), [&](const auto& a, const auto& b) {
                           return value(a.place) != value(b.place) ? value(a.place) < value(b.place) : a < b;
                       })->place);
            const auto i = left.top().place;
            if (score(i).exact && value(i) == 1) break;
            if (score(i).exact) continue;
            if (value(i) == RESTORED && std::popcount(behind_[i]) > TIMED) break;
            const auto table = made<Losses>(behind_[i]);
            if (!table) break;
            ++proved;
            for (std::size_t j = 0; j < behind_.size(); ++j)
                if (!(behind_[j] & ~behind_[i])) settle(j, table->lost(behind_[j]), -1);
        }
        analysis_.basis =
            proved ? "tactix.basis.symmetry-tables " + std::to_string(proved) : std::string("tactix.basis.symmetry");
    }

    Analysis answer() {
        analysis_.nodes = control_.nodes();
        analysis_.seconds = control_.seconds();
        return std::move(analysis_);
    }

private:
    static constexpr int TIMED =
        20;  // counters up to which a table says how long the game lasts: 1 MiB, a tenth of a second
    static constexpr int WHOLE = 25;  // counters of a grid that gets one table for all its positions: 4 MiB
    // With 32-bit addresses (WebAssembly) there is no room for more: 30 counters on 6x6 instead of 31.
    static constexpr std::uint64_t MEMORY = std::uint64_t{sizeof(void*) < 8 ? 128 : 256} << 20;
    static constexpr double SPEED = 6e6;  // entries a second that even a slow machine makes, of either table

    // A player who answers every move with its half-turn makes the last move. So where the last counter wins, a
    // symmetric position is lost (unless a move can be its own mirror image, through the middle of an odd grid). Where it
    // loses, this proves nothing, but of 120 random symmetric positions with 16 to 26 counters of 36 it was true of 116; of 300
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

    // A guess at a move's value before anything is proved; of two equal ones, the one that leaves fewer counters is better.
    struct Promise {
        double value;
        int counters;
        std::size_t place;
        bool operator<(const Promise& other) const {
            if (value != other.value) return value < other.value;
            return counters != other.counters ? counters > other.counters : place > other.place;
        }
    };

    // The counters that have no counterpart opposite the centre.
    std::uint64_t lonely(std::uint64_t counters) const {
        const int squares = game_.size * game_.size;
        return counters & ~(turned(counters) & ~(std::uint64_t(squares % 2) << squares / 2));
    }
    bool symmetric(std::uint64_t counters) const { return counters ? !lonely(counters) : !game_.last_loses; }
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
        const auto alone = lonely(counters);  // a reply that leaves one of these makes nothing symmetric
        const bool mirrored = !alone;
        const auto none = static_cast<Move>(game_.spans().size());
        const Move reply = mirrored || std::popcount(alone) > game_.size
                               ? none
                               : first(counters, [&](std::uint64_t next) { return symmetric(next); }, alone);
        const bool restored = reply < none;
        if (restored) say(i, reply);
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

    // The table of all subsets; null if it is too large or was stopped.
    template <class Table>
    std::shared_ptr<const Table> made(std::uint64_t counters) const {
        if (!affordable<Table>(std::popcount(counters))) return nullptr;
        auto table = Table::make(counters, game_.spans(), game_.last_loses, control_);
        return table ? std::make_shared<const Table>(*std::move(table)) : nullptr;
    }

    // The table of the whole grid, cached for all searches. Its nodes are counted each time, so that no answer depends on earlier
    // questions; two threads that need it at the same time both make it, so that neither waits.
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

    bool evaluate(const std::shared_ptr<const Distances>& table, const char* basis) {
        if (!table) return false;
        for (std::size_t i = 0; i < behind_.size(); ++i) {
            const int lasts = 1 + (*table)[behind_[i]];
            settle(i, table->won(lasts), lasts);
            if (!limits_.lines) continue;
            for (auto counters = behind_[i]; counters; counters &= ~game_.spans()[analysis_.moves[i].line.back()])
                say(i, first(counters, [&](std::uint64_t next) { return 1 + (*table)[next] == (*table)[counters]; }));
        }
        analysis_.basis = basis;
        return true;
    }

    // A loss does not record how the winner continues, so the line of a losing move ends with a reply that wins.
    bool evaluate(const std::shared_ptr<const Losses>& table, const char* basis) {
        if (!table) return false;
        for (std::size_t i = 0; i < behind_.size(); ++i) {
            settle(i, table->lost(behind_[i]), -1);
            if (limits_.lines && !table->lost(behind_[i]))
                say(i, first(behind_[i], [&](std::uint64_t next) { return table->lost(next); }));
        }
        analysis_.basis = basis;
        return true;
    }

    // What follows in the line of move i.
    void say(std::size_t i, Move next) {
        if (!limits_.lines) return;
        auto& [move, score, line] = analysis_.moves[i];
        if (line.empty()) line.push_back(move);
        line.push_back(next);
    }

    // The first move that takes the required counters and leaves the wanted position; one past the last if there is none.
    // Whatever is legal later is legal now.
    template <class Wanted>
    Move first(std::uint64_t counters, Wanted wanted, std::uint64_t must = 0) const {
        const auto& spans = game_.spans();
        for (const Move move : list_)
            if (!((spans[move] & ~counters) | (must & ~spans[move])) && wanted(counters & ~spans[move])) return move;
        return static_cast<Move>(spans.size());
    }

    const Tactix& game_;
    const Tactix::Position position_;
    const Limits limits_;
    Control& control_;
    MoveList list_;
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
    tactix::Analyser analyser(game, position, limits, control);
    if (position.counters == 0) return analyser.answer();
    if (method == "search" || !analyser.by_table()) {
        if (method == "table" && !control.stopped())
            throw Refusal("a table for " + std::to_string(std::popcount(position.counters)) +
                          " counters is more than the limits allow");
        analyser.by_search();
    }
    return analyser.answer();
}

}  // namespace quincunx
