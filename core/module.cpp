// The Python module; src/quincunx/_core.pyi documents it. Bindings of a single game are in games/NAME/bindings.cpp.
#include <nanobind/ndarray.h>

#include "answers.hpp"
#include "bindings.hpp"
#include "cpu.hpp"
#include "search/network.hpp"

using namespace quincunx;

// The control is optional.
template <class Work>
auto watched(Control* control, Work work) {
    Control own;
    return work(control ? *control : own);
}

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

// A Question as Python writes it: position, method, limits (nodes, seconds, depth, threads, memory, seed), control.
using Asked =
    std::tuple<Text, Text, std::tuple<std::uint64_t, double, int, int, std::uint64_t, std::uint64_t>, Control*>;

NB_MODULE(QUINCUNX_CORE, m) {
    // A search still running when Python exits holds its control: not a leak, so no warning.
    nb::set_leak_warnings(false);
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
        "place",
        [](Text position) {
            const Line line(position);
            return std::pair(line.whole(line.game->canonical(line.body)), line.game->actor(line.body));
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
    m.def(
        "winning",
        [](Text position) {
            const Line line(position);
            return line.game->winning(line.body);
        },
        "position"_a);
    m.def(
        "danger",
        [](Text position, Text move) {
            const Line line(position);
            return line.game->danger(line.body, move);
        },
        "position"_a, "move"_a);

    nb::class_<Control>(m, "Control")
        .def(nb::init<>())
        .def("stop", &Control::stop)
        .def("pause", &Control::pause)
        .def("resume", &Control::resume)
        .def("wait_while_paused", &Control::wait_while_paused, Unlocked())
        .def_prop_ro("stopped", &Control::stopped)
        .def_prop_ro("called_off", &Control::called_off)
        .def_prop_ro("paused", &Control::paused)
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

    m.def(
        "answers",
        [](const std::vector<Asked>& asked, std::size_t threads) {
            std::vector<Question> questions;
            for (const auto& [position, method, limits, control] : asked) {
                const auto& [nodes, seconds, depth, own_threads, memory, seed] = limits;
                questions.push_back({position, method, {nodes, seconds, depth, own_threads, memory, seed}, control});
            }
            std::vector<std::optional<std::tuple<std::string, std::string, std::string>>> all;
            for (auto& found : answers(questions, threads)) {
                all.emplace_back();
                if (found) all.back().emplace(std::move(found->found), found->basis, found->spent);
            }
            return all;
        },
        "questions"_a, "threads"_a = 1, Unlocked());

    m.def(
        "keep_network",
        [](const std::string& name, nb::bytes bytes) { Networks::keep(name, {bytes.c_str(), bytes.size()}); }, "name"_a,
        "bytes"_a);
    m.def(
        "network_answers",
        [](nb::bytes bytes, nb::bytes inputs) {
            const Network network({bytes.c_str(), bytes.size()});
            const auto size = network.inputs() * sizeof(std::int16_t);
            std::vector<std::int16_t> row(network.inputs());
            std::vector<std::int32_t> answers;
            for (std::size_t at = 0; at + size <= inputs.size(); at += size) {
                std::memcpy(row.data(), inputs.c_str() + at, size);
                answers.push_back(network(row.data()));
            }
            return nb::bytes(answers.data(), answers.size() * sizeof(std::int32_t));
        },
        "bytes"_a, "inputs"_a);

    nb::class_<Level>(m, "Level")
        .def(
            "__init__",
            [](Level* level, const std::string& method, std::uint64_t nodes, int depth, double margin,
               const std::string& glance, int overlooks, double desperate, bool guarded, bool keen, bool patient,
               std::uint64_t hope) {
                new (level) Level{method,    {.nodes = nodes, .depth = depth},
                                  margin,    glance,
                                  overlooks, desperate,
                                  guarded,   keen,
                                  patient,   hope};
            },
            "method"_a, nb::kw_only(), "nodes"_a, "depth"_a, "margin"_a, "glance"_a, "overlooks"_a, "desperate"_a,
            "guarded"_a, "keen"_a, "patient"_a, "hope"_a);

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
        .def(
            "choose",
            [](AnyBatch& batch, const Level& level, const std::string& seed, const Array<const std::int64_t, 1>& played,
               const Array<const bool, 1>& which, const Array<std::int32_t, 1>& actions) {
                const auto* before = data_of(played, "played", {batch.count()});
                const auto* marked = data_of(which, "which", {batch.count()});
                auto* chosen = data_of(actions, "actions", {batch.count()});
                nb::gil_scoped_release unlocked;
                batch.choose(level, seed, before, marked, chosen);
            },
            "level"_a, "seed"_a, "played"_a.noconvert(), "which"_a.noconvert(), "actions"_a.noconvert())
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
                    throw Refusal(quoted(start) + " is not a position of " + known->spec());
                bodies.push_back(line.body);
            }
            return known->batch(bodies, {count, seed, longest, threads});
        },
        "game"_a, "starts"_a, nb::kw_only(), "count"_a, "seed"_a, "longest"_a, "threads"_a);

    for (const auto bind : Bindings::all()) bind(m);
}
