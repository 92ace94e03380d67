// A checker for positions of tactix: proves who wins by a table of everything that a position can become.
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
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

namespace {

constexpr int MOST = 36;  // counters: a table of 8 GB
constexpr int INSIDE = 6;
constexpr std::uint64_t ONE = 1;

class Tactix {
public:
    // Whether the seat to move loses with all of these counters. `takes` are the moves, each a set of counters as bits. Nothing if it was
    // stopped.
    std::optional<bool> lost(int counters, const std::vector<std::uint64_t>& takes, bool empty_is_lost) {
        if (counters < 1 || counters > MOST) throw std::invalid_argument("positions have 1 to 36 counters");
        std::array<std::uint64_t, 64> before{};  // for a subset inside a word, those that become it by a move
        std::vector<Take> far;
        for (const std::uint64_t take : takes) {
            if (take == 0 || take >> counters) throw std::invalid_argument("a move takes some of the counters");
            const auto low = static_cast<unsigned>(take & 63);
            std::uint64_t without = 0;  // subsets of the six that have nothing of `low`
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

}  // namespace

namespace nb = nanobind;

NB_MODULE(_checker_tactix, module) {
    nb::class_<Tactix>(module, "Tactix")
        .def(nb::init<>())
        .def("lost", &Tactix::lost, nb::arg("counters"), nb::arg("takes"), nb::arg("empty_is_lost"),
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("nodes", &Tactix::nodes)
        .def("stop", &Tactix::stop);
}
