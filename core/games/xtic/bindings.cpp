// Proofs of xtic.
#include "bindings.hpp"
#include "games/xtic/proof.hpp"

using namespace quincunx;

// A proof needs only the board of a position.
static xtic::Board xtic_board(const Xtic& game, Text body) { return xtic::board_of(game.read(body)); }

static void bind(nb::module_& m) {
    nb::class_<XticProof>(m, "XticProof")
        .def(
            "__init__",
            [](XticProof* proof, Text game, std::uint64_t memory, int threads) {
                new (proof) XticProof(Xtic(options_of(game, Xtic::name)), memory, threads);
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
}

static const Bindings bindings(bind);
