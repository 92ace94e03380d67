// The book of xtic in a browser: which of its boards represents a position.
#include "wasm.hpp"

#include "games/xtic/table.hpp"

using namespace quincunx;
using namespace quincunx::wasm;

// The board of a position as the book has it, and where each square and each piece of the position went.
static std::string image(const Arguments& arguments) {
    const Line line(arguments.at(0));
    const Xtic game(options_of(arguments[0].substr(0, arguments[0].find(' ')), Xtic::name));
    const auto board = xtic::board_of(game.read(line.body));
    if (16 - board.left > xtic::Keys::MOST) throw Refusal("a board with so many pieces has no key, and no image");
    const auto [own, squares, pieces] = xtic::Keys(game.lines()).image(board);
    const auto number = [](int n) { return std::to_string(n); };
    return "{\"board\":" + json(game.write(xtic::position_of(own))) + ",\"squares\":" + json_list(squares, number) +
           ",\"pieces\":" + json_list(pieces, number) + '}';
}

static const Function function("xtic/image", image);
