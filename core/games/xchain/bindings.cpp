// Proofs of xchain, and the inputs of its learned evaluation.
#include <cstring>

#include "bindings.hpp"
#include "games/xchain/coalition.hpp"
#include "games/xchain/methods.hpp"
#include "games/xchain/strategy.hpp"

using namespace quincunx;

static std::vector<std::uint64_t> words(nb::bytes bytes) {
    std::vector<std::uint64_t> found(bytes.size() / 8);
    if (!found.empty()) std::memcpy(found.data(), bytes.c_str(), 8 * found.size());
    return found;
}

/** What a search says about a position, unless time is up before. */
template <class Search>
static auto wins(Search& search, Text body, double seconds) {
    Control control;
    control.begin({.seconds = seconds});
    return search.wins(search.game().read(body), control);
}

static void bind(nb::module_& m) {
    m.def(
        "xchain_features",
        [](const std::vector<Text>& positions) {
            std::vector<xchain::Features> rows;
            for (const auto position : positions) {
                const Line line(position);
                const Xchain game(options_of(line.game->spec(), Xchain::name));
                xchain::see_all(game, game.read(line.body), rows);
            }
            return nb::bytes(rows.data(), rows.size() * sizeof(rows[0]));
        },
        "positions"_a);
    m.def(
        "xchain_outlook",
        [](Text position) {
            const Line line(position);
            const Xchain game(options_of(line.game->spec(), Xchain::name));
            return xchain::outlook(game, game.read(line.body));
        },
        "position"_a);
    m.def(
        "xchain_positions",
        [](Text game) { return xchain::Distances::of(Xchain(options_of(game, Xchain::name)))->known(); }, "game"_a);
    nb::class_<XchainProof>(m, "XchainProof")
        .def(
            "__init__",
            [](XchainProof* proof, Text game, std::uint64_t memory) {
                new (proof) XchainProof(Xchain(options_of(game, Xchain::name)), memory);
            },
            "game"_a, "memory"_a)
        .def("wins", wins<XchainProof>, "body"_a, "seconds"_a, Unlocked())
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
        .def(
            "findings",
            [](const XchainProof& proof, std::size_t most) {
                const auto found = proof.findings(most);
                return nb::bytes(found.data(), found.size() * sizeof(found[0]));
            },
            "most"_a)
        .def(
            "learn",
            [](XchainProof& proof, nb::bytes findings) {
                for (const auto finding : words(findings)) proof.learn(finding);
            },
            "findings"_a)
        .def(
            "learn_sets",
            [](XchainProof& proof, nb::bytes findings) {
                const auto found = words(findings);
                for (std::size_t i = 0; i + 1 < found.size(); i += 2) proof.learn_sets(found[i], found[i + 1]);
            },
            "findings"_a)
        .def_prop_ro("nodes", &XchainProof::nodes)
        .def_prop_ro("fill", &XchainProof::fill);
    nb::class_<XchainCoalition>(m, "XchainCoalition")
        .def(
            "__init__",
            [](XchainCoalition* coalition, Text game, int seat) {
                new (coalition) XchainCoalition(Xchain(options_of(game, Xchain::name)), seat);
            },
            "game"_a, "seat"_a)
        .def("wins", wins<XchainCoalition>, "body"_a, "seconds"_a, Unlocked())
        .def(
            "strategy",
            [](XchainCoalition& coalition, Text body) {
                Control control;
                control.begin({});
                return coalition.strategy(coalition.game().read(body), control);
            },
            "body"_a, Unlocked())
        .def_prop_ro("known", &XchainCoalition::known);
    nb::class_<XchainStrategy>(m, "XchainStrategy")
        .def(
            "__init__",
            [](XchainStrategy* strategy, XchainProof& proof, Text body, int winner, int leaves) {
                new (strategy) XchainStrategy(proof, proof.game().read(body), winner, leaves);
            },
            "proof"_a, "body"_a, "winner"_a, "leaves"_a, nb::keep_alive<1, 2>())
        .def(
            "run",
            [](XchainStrategy& strategy, double seconds) {
                Control control;
                control.begin({.seconds = seconds});
                return strategy.run(control);
            },
            "seconds"_a, Unlocked())
        .def_prop_ro("lines", &XchainStrategy::lines)
        .def_prop_ro("known", [](const XchainStrategy& strategy) { return strategy.lines().size(); })
        .def_prop_ro("open", &XchainStrategy::open);
}

static const Bindings bindings(bind);
