// Whole-game proofs of xtic: the same answers with one thread and with two, moves that keep what they promise, images of boards.
#include "games/xtic/proof.hpp"

using namespace quincunx;

void check(bool ok, const char* what);

namespace {

// The value of a board, 0 to 2 for its giver, by a proof.
int value(XticProof& proof, const xtic::Board& board, Control& control) {
    return *proof.ask(board, true, control) ? 2 : *proof.ask(board, false, control) ? 1 : 0;
}

// From so many pieces on, every answer comes from a solver alone; the proof's own walk must agree with it, and its moves with both.
void test_moves(const char* options, const char* body) {
    const Xtic game(options);
    const auto board = xtic::board_of(game.read(body));
    Control control;
    XticProof proof(game, 1 << 22, 1);
    XticSolver solver(game);
    for (const bool win : {true, false}) {
        const bool yes = win ? solver.wins(board, 16, control) : solver.holds(board, 16, control);
        check(proof.ask(board, win, control) == yes, "a proof answers as the solver does");
        const auto gift = proof.gift(board, win, control);
        check(gift.has_value() == yes, "there is a gift where the answer is yes");
        for (xtic::Mask free = board.free; free; free = xtic::rest(free)) {
            const int piece = std::countr_zero(free);
            if (yes && piece != *gift) continue;
            bool refuted = false;
            for (xtic::Mask empty = board.empty; empty; empty = xtic::rest(empty)) {
                const int square = std::countr_zero(empty);
                const bool ends = solver.completes(board, piece, square);
                refuted |=
                    ends ? !game.completing_loses : value(proof, board.with(piece, square), control) > (win ? 0 : 1);
            }
            check(refuted == !yes, "no reply refutes the gift, and some reply each gift where the answer is no");
            if (yes) continue;
            const auto square = proof.reply(board, piece, win, control);
            check(square.has_value(), "there is a reply to every gift where the answer is no");
            check(solver.completes(board, piece, *square) ||
                      value(proof, board.with(piece, *square), control) > (win ? 0 : 1),
                  "the reply is good");
        }
    }
}

void test_threads() {
    const Xtic game("type=torus,goal=complete");
    const auto board = xtic::board_of(game.read("0.../.5../..6./.... -"));
    Control control;
    XticProof one(game, 1 << 22, 1), two(game, 1 << 22, 2), learned(game, 1 << 20, 1);
    for (const bool win : {true, false})
        check(one.ask(board, win, control) == two.ask(board, win, control), "threads change nothing");
    learned.learn(two.findings());
    Control stopped;
    stopped.stop();
    check(learned.ask(board, true, stopped) == one.ask(board, true, control), "what was learned is not searched again");
    check(!XticProof(game, 1 << 20, 2).ask(board, true, stopped), "a stopped proof says so");
}

void test_images() {
    Random random(7);
    for (const auto options : {"", "type=nodiags", "type=torus"}) {
        const Xtic game(options);
        const xtic::Keys keys(game.lines());
        for (int down = 0; down <= 8; ++down) {
            xtic::Board board = xtic::board_of(game.start());
            std::array<int, 16> on;
            on.fill(-1);
            while (16 - board.left < down) {
                const int piece = static_cast<int>(random.below(16)), square = static_cast<int>(random.below(16));
                if (!(board.free >> piece & 1) || !(board.empty >> square & 1)) continue;
                board = board.with(piece, square);
                on[square] = piece;
            }
            const auto [image, squares, pieces] = keys.image(board);
            check(keys.turned(image) == keys.turned(board), "the image plays like the board");
            auto again = xtic::board_of(game.start());
            for (int square = 0; square < 16; ++square)
                if (on[square] >= 0) again = again.with(pieces[on[square]], squares[square]);
            check(again.pieces == image.pieces && again.empty == image.empty, "the maps lead to the image");
        }
    }
}

}  // namespace

void test_xtic_proof() {
    test_images();
    test_moves("type=nodiags", "0.../.5.3/...6/9.C. -");
    test_moves("", "0.../.5.3/...6/9.C. -");
    test_moves("goal=complete", "0.../.5.3/...6/9... -");
    test_threads();
}
