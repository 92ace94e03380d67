// The table of lost positions of tactix.
#include <cstring>

#include "bindings.hpp"
#include "games/tactix/rules.hpp"
#include "games/tactix/subsets.hpp"

using namespace quincunx;

// The table of all positions that can follow a tactix position, with its game.
struct TactixLosses {
    TactixLosses(Text options, Text body)
        : game(options), start(game.read(body)), table(start.counters, game.spans(), game.last_loses) {}

    const Tactix game;
    const Tactix::Position start;
    tactix::Losses table;

    // Only of a full table, and of subsets of its counters.
    const tactix::Losses& of(std::uint64_t counters) const {
        if (table.done() < table.words() || counters & ~start.counters)
            throw Refusal("the table does not know this position");
        return table;
    }
};

static void bind(nb::module_& m) {
    nb::class_<TactixLosses>(m, "TactixLosses")
        .def(
            "__init__",
            [](TactixLosses* losses, Text position) {
                const Line line(position);
                new (losses) TactixLosses(options_of(position.substr(0, position.find(' ')), Tactix::name), line.body);
            },
            "position"_a)
        .def(
            "fill",
            [](TactixLosses& losses, double seconds) {
                Control control;
                control.begin({.seconds = seconds});
                losses.table.fill(control);
                return losses.table.done() == losses.table.words();
            },
            "seconds"_a, Unlocked())
        .def_prop_ro("words", [](const TactixLosses& losses) { return losses.table.words(); })
        .def_prop_ro("done", [](const TactixLosses& losses) { return losses.table.done(); })
        .def(
            "made",
            [](const TactixLosses& losses, std::uint64_t first) {
                first = std::min(first, losses.table.done());
                return nb::bytes(losses.table.made() + first, 8 * (losses.table.done() - first));
            },
            "first"_a)
        .def(
            "restore",
            [](TactixLosses& losses, nb::bytes made) {
                // A copy, because bytes need not be aligned as words are.
                std::vector<std::uint64_t> words(made.size() / 8);
                if (!words.empty()) std::memcpy(words.data(), made.c_str(), 8 * words.size());
                losses.table.restore(words.data(), words.size());
            },
            "made"_a)
        .def(
            "count", [](const TactixLosses& losses) { return losses.of(0).count(); }, Unlocked())
        .def(
            "lost",
            [](const TactixLosses& losses, std::uint64_t counters) { return losses.of(counters).lost(counters); },
            "counters"_a)
        .def(
            "winning",
            [](const TactixLosses& losses, std::uint64_t counters) {
                return losses.of(counters).winning(counters, losses.game.spans());
            },
            "counters"_a);
}

static const Bindings bindings(bind);
