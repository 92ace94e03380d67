// Bindings and nothing else: what Python sees of the core. src/quincunx/_core.pyi tells what each does.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "core.hpp"
#include "search/tesseract_proof.hpp"
#include "search/xchain_proof.hpp"
#include "search/xtic_proof.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace quincunx;
using Text = std::string_view;
using Unlocked = nb::call_guard<nb::gil_scoped_release>;  // Python's other threads go on meanwhile

// A control may be left out where nobody watches.
template <class Work>
auto watched(Control* control, Work work) {
    Control own;
    return work(control ? *control : own);
}

// An xtic game and its positions, of which a proof wants only the board.
static Xtic xtic_game(Text game) {
    if (known_game(game)->spec().substr(0, Xtic::name.size()) != Xtic::name)
        throw Refusal(quoted(game) + " is not xtic");
    return Xtic(game.substr(std::min(game.size(), Xtic::name.size() + 1)));
}
static xtic::Board xtic_board(const Xtic& game, Text body) { return xtic::board_of(game.read(body)); }

// The table of all that a tactix position can become, with the game it belongs to.
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

// NumPy's arrays, as they are: nothing is copied or converted, so the shape has to be right.
template <class T, std::size_t dims>
using Array = nb::ndarray<T, nb::ndim<dims>, nb::c_contig, nb::device::cpu>;

template <class A>
static auto* data_of(const A& array, const char* name, const std::vector<std::size_t>& shape) {
    bool fits = true;
    std::string wanted;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        fits = fits && array.shape(i) == shape[i];
        wanted += (i ? ", " : "") + std::to_string(shape[i]);
    }
    if (!fits) throw Refusal(std::string(name) + " must have the shape (" + wanted + ")");
    return array.data();
}
static std::vector<std::size_t> shape_of(const AnyBatch& batch) {
    const auto [planes, rows, columns] = batch.shape();
    return {batch.count(), static_cast<std::size_t>(planes), static_cast<std::size_t>(rows),
            static_cast<std::size_t>(columns)};
}

using Sheaf = std::tuple<Array<std::uint8_t, 4>, Array<bool, 2>, Array<std::int8_t, 1>, Array<float, 2>, Array<bool, 1>,
                         Array<bool, 1>>;

static Sheets sheets_of(const AnyBatch& batch, const Sheaf& sheaf) {
    const auto& [observations, masks, turns, rewards, done, cut] = sheaf;
    const auto count = batch.count(), actions = static_cast<std::size_t>(batch.actions()),
               seats = static_cast<std::size_t>(batch.seats());
    return {data_of(observations, "observations", shape_of(batch)),
            data_of(masks, "masks", {count, actions}),
            data_of(turns, "turns", {count}),
            data_of(rewards, "rewards", {count, seats}),
            data_of(done, "done", {count}),
            data_of(cut, "cut", {count})};
}

// Whether this machine has what the build for AVX2 needs, which is there on x86-64 only.
static bool has_avx2() {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

NB_MODULE(QUINCUNX_CORE, m) {
    nb::set_leak_warnings(
        false);  // a search that is running when Python ends holds its control: no leak, and no news for users
    m.doc() = "The compiled core of Quincunx.";
    m.attr("version") = QUINCUNX_VERSION;
    m.attr("has_avx2") = has_avx2();

    // Games, by their text.
    m.def("seats", [](Text game) { return known_game(game)->seats(); }, "game"_a);
    m.def("actions", [](Text game) { return known_game(game)->actions(); }, "game"_a);
    m.def("canonical_game", [](Text game) { return known_game(game)->spec(); }, "game"_a);

    // Positions, by their whole line. A Refusal is a std::invalid_argument, which nanobind makes a ValueError.
    m.def(
        "canonical",
        [](Text position) {
            const Line line(position);
            return line.whole(line.game->canonical(line.body));
        },
        "position"_a);
    m.def(
        "turn",
        [](Text position) {
            const Line line(position);
            return line.game->turn(line.body);
        },
        "position"_a);
    m.def(
        "actor",
        [](Text position) {
            const Line line(position);
            return line.game->actor(line.body);
        },
        "position"_a);
    m.def(
        "moves",
        [](Text position) {
            const Line line(position);
            return line.game->moves(line.body);
        },
        "position"_a);
    m.def(
        "weights",
        [](Text position) {
            const Line line(position);
            return line.game->weights(line.body);
        },
        "position"_a);
    m.def(
        "play",
        [](Text position, Text move) {
            const Line line(position);
            return line.whole(line.game->play(line.body, move));
        },
        "position"_a, "move"_a);
    m.def(
        "steps",
        [](Text position, Text move) {
            const Line line(position);
            return line.game->steps(line.body, move);
        },
        "position"_a, "move"_a);
    m.def(
        "outcome",
        [](Text position) -> std::optional<std::pair<int, std::string>> {
            const Line line(position);
            const Result result = line.game->result(line.body);
            if (!result.over) return std::nullopt;
            return std::pair(result.winner, std::string(result.why));
        },
        "position"_a);

    nb::class_<Control>(m, "Control")
        .def(nb::init<>())
        .def("stop", &Control::stop)
        .def_prop_ro("stopped", &Control::stopped)
        .def_prop_ro("nodes", &Control::nodes)
        .def_prop_ro("progress", &Control::progress)
        .def_prop_ro("seconds", &Control::seconds);

    m.def(
        "perft",
        [](Text position, int depth, Control* control) {
            const Line line(position);
            return watched(control, [&](Control& c) { return line.game->perft(line.body, depth, c); });
        },
        "position"_a, "depth"_a, "control"_a = nb::none(), Unlocked());
    m.def(
        "random_games",
        [](Text position, std::uint64_t count, std::uint64_t seed, Control* control) {
            const Line line(position);
            const Tally tally =
                watched(control, [&](Control& c) { return line.game->random_games(line.body, count, seed, c); });
            return std::pair(tally.games, tally.moves);
        },
        "position"_a, "count"_a, "seed"_a, "control"_a = nb::none(), Unlocked());

    nb::class_<Report::Finding>(m, "Finding")
        .def_ro("move", &Report::Finding::move)
        .def_ro("exact", &Report::Finding::exact)
        .def_ro("values", &Report::Finding::values)
        .def_ro("distance", &Report::Finding::distance)
        .def_ro("line", &Report::Finding::line);
    nb::class_<Report>(m, "Report")
        .def_ro("moves", &Report::moves)
        .def_ro("basis", &Report::basis)
        .def_ro("nodes", &Report::nodes)
        .def_ro("seconds", &Report::seconds);
    m.def(
        "analyse",
        [](Text position, Text method, std::uint64_t nodes, double seconds, int depth, int threads,
           std::uint64_t memory, std::uint64_t seed, Control* control) {
            const Line line(position);
            const Limits limits{nodes, seconds, depth, threads, memory, seed};
            return watched(control, [&](Control& c) { return line.game->analyse(line.body, method, limits, c); });
        },
        "position"_a, "method"_a, nb::kw_only(), "nodes"_a = 0, "seconds"_a = 0.0, "depth"_a = 0, "threads"_a = 1,
        "memory"_a = 0, "seed"_a = 0, "control"_a = nb::none(), Unlocked());

    nb::class_<AnyBatch>(m, "Batch")
        .def_prop_ro("shape",
                     [](const AnyBatch& batch) {
                         const auto [planes, rows, columns] = batch.shape();
                         return std::tuple(planes, rows, columns);
                     })
        .def(
            "reset",
            [](AnyBatch& batch, std::optional<std::uint64_t> seed, std::optional<Array<const bool, 1>> which,
               const Sheaf& sheaf) {
                const auto sheets = sheets_of(batch, sheaf);
                const bool* marked = which ? data_of(*which, "which", {batch.count()}) : nullptr;
                nb::gil_scoped_release unlocked;
                batch.reset(seed, marked, sheets);
            },
            "seed"_a.none(), "which"_a.none().noconvert(), "sheets"_a.noconvert())
        .def(
            "step",
            [](AnyBatch& batch, const Array<const std::int32_t, 1>& actions, const Sheaf& sheaf) {
                const auto sheets = sheets_of(batch, sheaf);
                const auto* chosen = data_of(actions, "actions", {batch.count()});
                nb::gil_scoped_release unlocked;
                batch.step(chosen, sheets);
            },
            "actions"_a.noconvert(), "sheets"_a.noconvert())
        .def(
            "sample",
            [](AnyBatch& batch, const Array<std::int32_t, 1>& actions) {
                auto* chosen = data_of(actions, "actions", {batch.count()});
                nb::gil_scoped_release unlocked;
                batch.sample(chosen);
            },
            "actions"_a.noconvert())
        .def("position", &AnyBatch::position, "match"_a)
        .def("ended", &AnyBatch::ended, "match"_a)
        .def(
            "ends",
            [](AnyBatch& batch, const Array<const std::int8_t, 1>& seats, const Array<std::uint8_t, 4>& observations) {
                const auto* viewers = data_of(seats, "seats", {batch.count()});
                auto* seen = data_of(observations, "observations", shape_of(batch));
                nb::gil_scoped_release unlocked;
                batch.ends(viewers, seen);
            },
            "seats"_a.noconvert(), "observations"_a.noconvert());
    m.def(
        "batch",
        [](Text game, const std::vector<Text>& starts, std::size_t count, std::uint64_t seed, int longest,
           int threads) {
            const auto known = known_game(game);
            std::vector<Text> bodies;
            for (const auto start : starts) {
                const Line line(start);
                if (line.game->spec() != known->spec())
                    throw Refusal(quoted(start) + " is no position of " + known->spec());
                bodies.push_back(line.body);
            }
            return known->batch(bodies, {count, seed, longest, threads});
        },
        "game"_a, "starts"_a, nb::kw_only(), "count"_a, "seed"_a, "longest"_a, "threads"_a);

    nb::class_<TesseractProof>(m, "TesseractProof")
        .def(
            "__init__",
            [](TesseractProof* proof, Text position, int winner, std::uint64_t memory) {
                const auto game = position.substr(0, position.find(' '));
                if (!known_game(game)->spec().starts_with(Tesseract::name))
                    throw Refusal(quoted(game) + " is not tesseract");
                const auto options = game.substr(std::min(game.size(), Tesseract::name.size() + 1));
                new (proof) TesseractProof(options, Line(position).body, winner, memory);
            },
            "position"_a, "winner"_a, "memory"_a)
        .def(
            "run",
            [](TesseractProof& proof, std::uint64_t nodes, Control& control) {
                Limits limits;
                limits.nodes = nodes;
                control.begin(limits);
                proof.search().run(control);
                return proof.search().proved();
            },
            "nodes"_a, "control"_a, Unlocked())
        .def_prop_ro("known", [](TesseractProof& proof) { return proof.search().known(); })
        .def_prop_ro("share", [](TesseractProof& proof) { return proof.search().share(); })
        .def_prop_ro("open", [](TesseractProof& proof) { return proof.search().open(); })
        .def_prop_ro("fill", [](TesseractProof& proof) { return proof.search().fill(); })
        .def_prop_ro("exhausted", [](TesseractProof& proof) { return proof.search().exhausted(); })
        .def(
            "strategy", [](TesseractProof& proof) { return proof.search().strategy(); }, Unlocked())
        .def(
            "remember", [](TesseractProof& proof) { return proof.search().remember(); }, Unlocked())
        .def(
            "recall",
            [](TesseractProof& proof, const std::vector<std::string>& lines) {
                for (const auto& line : lines) proof.search().recall(line);
            },
            "lines"_a, Unlocked());

    nb::class_<XticProof>(m, "XticProof")
        .def(
            "__init__",
            [](XticProof* proof, Text game, std::uint64_t memory, int threads) {
                new (proof) XticProof(xtic_game(game), memory, threads);
            },
            "game"_a, "memory"_a, "threads"_a = 1)
        .def(
            "ask",
            [](XticProof& proof, Text body, bool win, Control& control) {
                return proof.ask(xtic_board(proof.game(), body), win, control);
            },
            "body"_a, "win"_a, "control"_a, Unlocked())
        .def(
            "gift",
            [](XticProof& proof, Text body, bool win, Control& control) {
                return proof.gift(xtic_board(proof.game(), body), win, control);
            },
            "body"_a, "win"_a, "control"_a, Unlocked())
        .def(
            "reply",
            [](XticProof& proof, Text body, int piece, bool win, Control& control) {
                if (piece < 0 || piece > 15) throw Refusal("the pieces are 0 to 15, not " + std::to_string(piece));
                return proof.reply(xtic_board(proof.game(), body), piece, win, control);
            },
            "body"_a, "piece"_a, "win"_a, "control"_a, Unlocked())
        .def(
            "image",
            [](const XticProof& proof, Text body) {
                const auto own = xtic_board(proof.game(), body);
                if (16 - own.left > xtic::Keys::MOST)
                    throw Refusal("a board with so many pieces has no key, and no image");
                const auto [board, squares, pieces] = proof.keys().image(own);
                return std::tuple(proof.game().write(xtic::position_of(board)), squares, pieces);
            },
            "body"_a)
        .def("findings", &XticProof::findings)
        .def("learn", &XticProof::learn, "findings"_a)
        .def_prop_ro("fill", &XticProof::fill);

    nb::class_<TactixLosses>(m, "TactixLosses")
        .def(
            "__init__",
            [](TactixLosses* losses, Text position) {
                const Line line(position);
                if (line.game->spec().substr(0, Tactix::name.size()) != Tactix::name)
                    throw Refusal(quoted(position) + " is not tactix");
                const auto game = position.substr(0, position.find(' '));
                new (losses) TactixLosses(game.substr(std::min(game.size(), Tactix::name.size() + 1)), line.body);
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
                std::vector<std::uint64_t> words(made.size() /
                                                 8);  // a copy, because bytes need not lie where words may
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

    nb::class_<XchainProof>(m, "XchainProof")
        .def(
            "__init__",
            [](XchainProof* proof, Text game, std::uint64_t memory) {
                if (known_game(game)->spec().substr(0, Xchain::name.size()) != Xchain::name)
                    throw Refusal(quoted(game) + " is not xchain");
                new (proof) XchainProof(Xchain(game.substr(std::min(game.size(), Xchain::name.size() + 1))), memory);
            },
            "game"_a, "memory"_a)
        .def(
            "wins",
            [](XchainProof& proof, Text body, double seconds) {
                Control control;
                control.begin({.seconds = seconds});
                return proof.wins(proof.game().read(body), control);
            },
            "body"_a, "seconds"_a, Unlocked())
        .def(
            "winning",
            [](XchainProof& proof, Text body, bool all, double seconds) -> std::optional<std::vector<std::string>> {
                Control control;
                control.begin({.seconds = seconds});
                const auto moves = proof.winning(proof.game().read(body), all, control);
                if (!moves) return std::nullopt;
                std::vector<std::string> names;
                for (const Move move : *moves) names.push_back(proof.game().actions()[move]);
                return names;
            },
            "body"_a, "all"_a, "seconds"_a, Unlocked())
        .def("findings",
             [](const XchainProof& proof) {
                 const auto found = proof.findings();
                 return nb::bytes(found.data(), found.size() * sizeof(found[0]));
             })
        .def(
            "learn",
            [](XchainProof& proof, nb::bytes findings) {
                for (std::size_t i = 0; i + sizeof(XchainProof::Finding) <= findings.size();
                     i += sizeof(XchainProof::Finding)) {
                    XchainProof::Finding finding;
                    std::memcpy(&finding, findings.c_str() + i, sizeof finding);
                    proof.learn(finding);
                }
            },
            "findings"_a)
        .def_prop_ro("nodes", &XchainProof::nodes)
        .def_prop_ro("fill", &XchainProof::fill);
}
