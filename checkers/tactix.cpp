// A checker for positions of tactix: proves who wins with a table of every position that can follow.
//
// It shares no code with the core, whose claims it checks. The law tells it which counters each move takes, and who has won when
// none is left; the tests compare its answers with the law's.
//
// THE GAME. A position is a set of counters; a move takes certain sets of them away. So what can follow from a position with n
// counters is its 2^n subsets. Numbering its counters from 0, a subset is a number of n bits, and every move leads to a smaller
// number: going through the numbers from 0 upwards, all that can follow from a subset is known before it.
//
// THE TABLE. One bit for each subset says that it is *lost* for the seat to move: no move leads to a lost one. The empty set is
// lost where the last counter wins, since the other seat has taken it, and otherwise won. A word of 64 bits holds the subsets that
// differ only in the six lowest counters. A move that takes `high` of the others and `low` of the six leads from word w to word
// w - high, there from subset s to s - low: shifted by `low`, the lost subsets there which do not contain `low` become the
// subsets here that win by this move. Moves that take only some of the six stay inside the word; there the subsets are
// settled from the lowest up: one that has not won is lost, and all inside the word that can become it by a move have won.
//
// TWO HALVES. An empty row divides a grid into halves that no move joins: a position is a pair of positions, one of each half,
// and a move changes one of the two. Both halves are subsets of the same set of counters. Its subsets are of the same *kind* if
// their moves lead to the same kinds. They can then stand for each other: by induction on the counters, a pair has the same value
// with each of them. The empty set is of kind 0, and no other is: each counter can be taken alone, so only the empty set has no
// move. There are far fewer kinds than subsets, and pairs of kinds have a table of one bit each: a pair is lost if no move in
// either half leads to a lost pair, except that the empty pair has the value of the empty set above. A move leads to a kind with a
// smaller number, because subsets are gone through from 0 upwards, so going through the pairs row by row, all that can follow from
// a pair is known before it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

namespace {

constexpr int MOST = 36;       // counters: a table of 8 GB
constexpr int MOST_HALF = 24;  // counters of a half
constexpr int INSIDE = 6;
constexpr std::uint64_t ONE = 1;

class Tactix {
public:
    // Whether the seat to move loses with all of these counters. `takes` are the moves, each a set of counters as bits. Empty if
    // it was stopped.
    std::optional<bool> lost(int counters, const std::vector<std::uint64_t>& takes, bool empty_is_lost) {
        if (counters < 1 || counters > MOST) throw std::invalid_argument("positions have 1 to 36 counters");
        std::array<std::uint64_t, 64> before{};  // for a subset inside a word, those that a move turns into it
        std::vector<Take> far;
        for (const std::uint64_t take : takes) {
            if (take == 0 || take >> counters) throw std::invalid_argument("a move takes some of the counters");
            const auto low = static_cast<unsigned>(take & 63);
            std::uint64_t without = 0;  // subsets of the six that share nothing with `low`
            for (unsigned set = 0; set < 64; ++set)
                if (!(set & low)) without |= ONE << set;
            if (take >> INSIDE) {
                far.push_back({take >> INSIDE, low, without});
            } else {
                for (unsigned set = 0; set < 64; ++set)
                    if (!(set & low)) before[set] |= ONE << (set | low);
            }
        }
        const std::uint64_t words = counters > INSIDE ? ONE << (counters - INSIDE) : 1;
        lost_.assign(words, 0);
        for (std::uint64_t word = 0; word < words; ++word) {
            if ((word & 0xFFF) == 0 && stop_) return std::nullopt;
            std::uint64_t won = word == 0 && !empty_is_lost ? 1 : 0;
            for (const auto& [high, low, without] : far) {
                if (high & ~word) continue;
                won |= (lost_[word ^ high] & without) << low;
                if (!~won) break;
            }
            while (~won) {
                const int set = std::countr_one(won);
                lost_[word] |= ONE << set;
                won |= ONE << set | before[set];
            }
        }
        nodes_ += counters > INSIDE ? words << INSIDE : ONE << counters;
        const std::uint64_t all = (ONE << counters) - 1;
        return (lost_[all >> INSIDE] >> (all & 63) & 1) != 0;
    }

    std::uint64_t nodes() const { return nodes_; }
    void stop() { stop_ = true; }

private:
    struct Take {
        std::uint64_t high;
        unsigned low;
        std::uint64_t without;
    };

    std::vector<std::uint64_t> lost_;
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<bool> stop_ = false;
};

class Halves {
public:
    // `takes` are the moves in one half with all its counters, each a set of counters as bits.
    Halves(int counters, const std::vector<std::uint64_t>& takes, bool empty_is_lost) : empty_is_lost_(empty_is_lost) {
        if (counters < 1 || counters > MOST_HALF) throw std::invalid_argument("halves have 1 to 24 counters");
        for (const std::uint64_t take : takes)
            if (take == 0 || take >> counters) throw std::invalid_argument("a move takes some of the counters");
        for (int counter = 0; counter < counters; ++counter)
            if (std::ranges::find(takes, ONE << counter) == takes.end())
                throw std::invalid_argument("each counter can be taken alone");
        std::map<std::vector<Kind>, Kind> known;
        kinds_.resize(ONE << counters);
        for (std::uint64_t set = 0; set < kinds_.size(); ++set) {
            std::vector<Kind> after;
            for (const std::uint64_t take : takes)
                if ((take & ~set) == 0) after.push_back(kinds_[set ^ take]);
            std::ranges::sort(after);
            after.erase(std::ranges::unique(after).begin(), after.end());
            const auto [found, is_new] = known.try_emplace(after, static_cast<Kind>(moves_.size()));
            if (is_new) moves_.push_back(std::move(after));
            kinds_[set] = found->second;
        }
        words_ = (moves_.size() + 63) / 64;
        lost_.assign(moves_.size() * words_, 0);
    }

    // Settles the pairs of at most this many more rows. True when all are settled.
    bool fill(std::size_t rows) {
        for (; rows > 0 && done_ < moves_.size(); --rows, ++done_) fill_row();
        return done_ == moves_.size();
    }

    // Whether the seat to move loses with these counters in the two halves.
    bool lost(std::uint64_t first, std::uint64_t second) const {
        if (first >= kinds_.size() || second >= kinds_.size()) throw std::invalid_argument("there is no such counter");
        if (done_ < moves_.size()) throw std::invalid_argument("not all pairs are settled");
        return has(&lost_[kinds_[first] * words_], kinds_[second]);
    }

    std::size_t kinds() const { return moves_.size(); }
    std::size_t done() const { return done_; }

private:
    using Kind = std::uint32_t;

    static bool has(const std::uint64_t* row, Kind kind) { return (row[kind >> 6] >> (kind & 63) & 1) != 0; }

    void fill_row() {
        std::uint64_t* const row = &lost_[done_ * words_];
        std::vector<std::uint64_t> won(words_);  // by a move in the first half
        for (const Kind after : moves_[done_])
            for (std::size_t word = 0; word < words_; ++word) won[word] |= lost_[after * words_ + word];
        if (done_ == 0 && !empty_is_lost_) won[0] |= ONE;
        for (Kind kind = 0; kind < moves_.size(); ++kind) {
            if (has(won.data(), kind)) continue;
            const auto loses = [row](Kind after) { return has(row, after); };
            if (std::ranges::none_of(moves_[kind], loses)) row[kind >> 6] |= ONE << (kind & 63);
        }
    }

    std::vector<Kind> kinds_;               // of each subset
    std::vector<std::vector<Kind>> moves_;  // of each kind: the kinds that its moves lead to
    std::vector<std::uint64_t> lost_;       // a row for each kind in the first half, a bit for each in the second
    std::size_t words_ = 0;
    std::size_t done_ = 0;
    bool empty_is_lost_;
};

}  // namespace

namespace nb = nanobind;

NB_MODULE(_checker_tactix, module) {
    nb::class_<Tactix>(module, "Tactix")
        .def(nb::init<>())
        .def("lost", &Tactix::lost, nb::arg("counters"), nb::arg("takes"), nb::arg("empty_is_lost"),
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("nodes", &Tactix::nodes)
        .def("stop", &Tactix::stop);
    nb::class_<Halves>(module, "Halves")
        .def(nb::init<int, const std::vector<std::uint64_t>&, bool>(), nb::arg("counters"), nb::arg("takes"),
             nb::arg("empty_is_lost"))
        .def("fill", &Halves::fill, nb::arg("rows"), nb::call_guard<nb::gil_scoped_release>())
        .def("lost", &Halves::lost, nb::arg("first"), nb::arg("second"))
        .def_prop_ro("kinds", &Halves::kinds)
        .def_prop_ro("done", &Halves::done);
}
