// The law's messages about xchain, for a browser.
#include "words.hpp"

#include <tuple>

#include "games/xchain/rules.hpp"

using namespace quincunx;
using namespace quincunx::wasm;

namespace {

// What goes wrong between options that are possible by themselves.
std::string_view checked(std::string_view written) {
    Options options(Xchain::name, written);
    const int seats = options.whole("seats", 2, 2, 4);
    const auto size = options.take("size", "8x8"), preset = options.take("preset", "none");
    const auto by = std::min(size.find('x'), size.size() - 1);
    const int width = Options::to_number(std::string_view(size).substr(0, by));
    const int height = Options::to_number(std::string_view(size).substr(by + 1));
    const auto digits = std::min(preset.find_first_of("0123456789"), preset.size());
    const auto word = preset.substr(0, digits);
    const int number = Options::to_number(std::string_view(preset).substr(digits));
    if ((word == "columns" || word == "rows") && seats != 2) refuse("xchain.preset-sides", {{"seats", seats}});
    if (word == "blocks" && seats == 2) refuse("xchain.preset-blocks");
    int room = number;
    if (word == "columns") room = width / 2;
    if (word == "rows") room = height / 2;
    if (word == "blocks") room = std::min(width, height) / 2;
    if (word == "random") room = width * height / seats;
    if (number > room) refuse("xchain.preset-room." + word, {{"size", size}, {"seats", seats}, {"n", room}});
    const auto first = options.take("first", "1");
    if (first != "random" && Options::to_number(first) > seats)
        refuse("xchain.first", {{"first", first}, {"seats", seats}});
    return written;
}

class XchainWords final : public WordsOf<Xchain> {
public:
    explicit XchainWords(std::string_view options) : WordsOf(checked(options)) {}

    std::string_view title() const override { return "Chain Reaction"; }
    std::string_view phase(std::string_view) const override { return "grow"; }

    Reason not_a_move(std::string_view token) const override {
        return {"law.square", {{"square", token}, {"last", game.actions().back()}}};
    }

    Reason why_not(std::string_view body, std::string_view token) const override {
        const int owner = read(body).owner[static_cast<std::size_t>(number(token))];
        return {"xchain.owned", {{"square", token}, {"seat", owner}}};
    }

    void check(std::string_view body) const override {
        const auto parts = split(body, ' ');
        if (parts.size() != 3) refuse("xchain.position");
        const auto [board, standing, turn] = std::tie(parts[0], parts[1], parts[2]);
        const auto seats = static_cast<std::size_t>(game.seats());
        const auto owners = std::string_view("ABCD").substr(0, seats);
        check_board(board, game.width(), game.height(), ".", owners);
        const Reason::Argument all{"seats", seats};
        if (standing.size() != seats || standing.find_first_not_of("uado") != standing.npos)
            refuse("xchain.standing", {{"written", standing}, all});
        if (turn.size() != 1 || std::string_view("-1234").substr(0, seats + 1).find(turn[0]) == turn.npos)
            refuse("xchain.turn", {{"written", turn}, all});
        check_seats(squares_of(board), standing, turn[0] == '-' ? 0 : turn[0] - '0');
    }

    std::string typed(std::string_view text) const override {
        if (auto square = trimmed(text); has(square)) return square;
        throw Reasoned(not_a_move(text));
    }

    Ending ending(std::string_view body) const override {
        const auto position = read(body);
        const int winner = game.result(position).winner;
        const int own = position.squares[static_cast<std::size_t>(winner)];
        const bool captured = own && own + position.squares[0] == game.area();
        return {{captured ? "xchain.captured" : "xchain.last", {{"seat", winner}}}};
    }

    bool living(std::string_view body, int seat) const override { return lives(read(body), seat); }

    std::string leave(std::string_view body, int seat) const override {
        auto position = read(body);
        if (!position.next) refuse("law.over");
        if (seat < 1 || seat > game.seats()) refuse("law.no-seat", {{"number", seat}, {"seats", game.seats()}});
        if (!lives(position, seat)) refuse("xchain.gone", {{"seat", seat}});
        position.standing[static_cast<std::size_t>(seat - 1)] = Xchain::OUT;
        int left = 0;
        for (int other = 1; other <= game.seats(); ++other) left += lives(position, other);
        while (left > 1 && !lives(position, position.next))
            position.next = static_cast<std::uint8_t>(position.next % game.seats() + 1);
        if (left < 2) position.next = 0;
        return game.write(position);
    }

    std::vector<std::string> idle_options() const override {
        if (game.spec().find("preset=") == std::string::npos) return {"values"};
        return {};
    }

private:
    struct Square {
        int seat;  // 0 for nobody
        int value;
    };

    static std::vector<Square> squares_of(std::string_view board) {
        std::vector<Square> squares;
        for (std::size_t i = 0; i < board.size(); ++i) {
            if (board[i] == '.') squares.push_back({0, 0});
            if (board[i] >= 'A') squares.push_back({board[i] - 'A' + 1, board[i + 1] - '0'});
        }
        return squares;
    }

    // Throws Reasoned for a standing or a seat to move that cannot be, then for squares that cannot.
    void check_seats(const std::vector<Square>& squares, std::string_view standing, int turn) const {
        int left = 0, last = 0;
        for (int seat = 1; seat <= game.seats(); ++seat) {
            const Reason::Argument named{"seat", seat};
            const char letter = standing[static_cast<std::size_t>(seat - 1)];
            const auto owned = std::find_if(squares.begin(), squares.end(), [&](auto one) { return one.seat == seat; });
            if (letter == 'a' && owned == squares.end()) refuse("xchain.squareless", {named});
            if ((letter == 'u' || letter == 'd') && owned != squares.end()) {
                const auto& square = game.actions()[static_cast<std::size_t>(owned - squares.begin())];
                refuse(letter == 'u' ? "xchain.owner-unmoved" : "xchain.owner-dead", {named, {"square", square}});
            }
            if (letter != 'u' && letter != 'a') continue;
            ++left;
            last = seat;
        }
        if (!left) refuse("xchain.nobody");
        if (left == 1 && turn) refuse("xchain.won", {{"seat", last}});
        if (left > 1) check_turn(standing, turn);
        check_squares(squares, std::count(standing.begin(), standing.end(), 'u'), turn ? 0 : last);
    }

    void check_turn(std::string_view standing, int turn) const {
        if (!turn) refuse("xchain.not-won");
        bool moved = false;  // in turn order from the next, the unmoved come first
        for (int i = 0; i < game.seats(); ++i) {
            const char letter = standing[static_cast<std::size_t>((turn - 1 + i) % game.seats())];
            if (!i && letter != 'u' && letter != 'a') refuse("xchain.not-next", {{"seat", turn}});
            if (letter == 'u' && moved) refuse("xchain.order");
            moved |= letter == 'a';
        }
    }

    // `winner` is 0 while the game goes on.
    void check_squares(const std::vector<Square>& squares, std::ptrdiff_t unmoved, int winner) const {
        const bool swept = winner && std::all_of(squares.begin(), squares.end(),
                                                 [&](auto one) { return !one.seat || one.seat == winner; });
        std::ptrdiff_t empty = 0;
        for (std::size_t i = 0; i < squares.size(); ++i) {
            const auto [seat, value] = squares[i];
            const int most = game.maximum(static_cast<int>(i));
            const Reason::Argument named{"square", game.actions()[i]}, holds{"value", value};
            empty += !seat;
            if (seat && (value < 1 || value > 2 * most + 1))
                refuse("xchain.value", {named, holds, {"most", 2 * most + 1}});
            if (value > most && !swept) refuse("xchain.over-full", {named, holds, {"most", most}});
            if (value > 1 && unmoved) refuse("xchain.early", {named, holds});
        }
        if (empty < unmoved) refuse("xchain.crowded");
    }

    static bool lives(const Xchain::Position& position, int seat) {
        return position.standing[static_cast<std::size_t>(seat - 1)] <= Xchain::ALIVE;
    }
};

const Vocabulary vocabulary(Xchain::name, words<XchainWords>);

}  // namespace
