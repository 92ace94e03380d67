// The search for a winning strategy of tesseract.
#include "bindings.hpp"
#include "games/tesseract/proof.hpp"

using namespace quincunx;

static void bind(nb::module_& m) {
    nb::class_<TesseractProof>(m, "TesseractProof")
        .def(
            "__init__",
            [](TesseractProof* proof, Text position, int winner, std::uint64_t memory) {
                const auto options = options_of(position.substr(0, position.find(' ')), Tesseract::name);
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
}

static const Bindings bindings(bind);
