// What the law says in words about xchain, for a browser.
#include "words.hpp"

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
    if ((word == "columns" || word == "rows") && seats != 2)
        throw Reasoned({"xchain.preset-sides", {{"seats", std::to_string(seats)}}});
    if (word == "blocks" && seats == 2) throw Reasoned({"xchain.preset-blocks"});
    int room = number;
    if (word == "columns") room = width / 2;
    if (word == "rows") room = height / 2;
    if (word == "blocks") room = std::min(width, height) / 2;
    if (word == "random") room = width * height / seats;
    if (number > room)
        throw Reasoned({"xchain.preset-room." + word,
                        {{"size", json(size)}, {"seats", std::to_string(seats)}, {"n", std::to_string(room)}}});
    const auto first = options.take("first", "1");
    if (first != "random" && Options::to_number(first) > seats)
        throw Reasoned({"xchain.first", {{"first", json(first)}, {"seats", std::to_string(seats)}}});
    return written;
}

class XchainWords final : public WordsOf<Xchain> {
public:
    explicit XchainWords(std::string_view options) : WordsOf(checked(options)) {}

    std::string_view title() const override { return "Chain Reaction"; }
    std::string_view phase(std::string_view) const override { return "grow"; }

    Reason why_not(std::string_view body, std::string_view token) const override {
        const int owner = read(body).owner[static_cast<std::size_t>(number(token))];
        return {"xchain.owned", {{"square", json(token)}, {"seat", std::to_string(owner)}}};
    }

    std::string typed(std::string_view text) const override {
        if (auto square = trimmed(text); has(square)) return square;
        throw Reasoned({"law.square", {{"square", json(text)}, {"last", json(game.actions().back())}}});
    }

    Ending ending(std::string_view body) const override {
        const auto position = read(body);
        const int winner = game.result(position).winner;
        const int own = position.squares[static_cast<std::size_t>(winner)];
        const bool captured = own && own + position.squares[0] == game.area();
        return {{captured ? "xchain.captured" : "xchain.last", {{"seat", std::to_string(winner)}}}};
    }

    bool living(std::string_view body, int seat) const override { return lives(read(body), seat); }

    std::string leave(std::string_view body, int seat) const override {
        auto position = read(body);
        const auto number = std::to_string(seat);
        if (!position.next) throw Reasoned({"law.over"});
        if (seat < 1 || seat > game.seats())
            throw Reasoned({"law.no-seat", {{"number", number}, {"seats", std::to_string(game.seats())}}});
        if (!lives(position, seat)) throw Reasoned({"xchain.gone", {{"seat", number}}});
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
    static bool lives(const Xchain::Position& position, int seat) {
        return position.standing[static_cast<std::size_t>(seat - 1)] <= Xchain::ALIVE;
    }
};

const Vocabulary vocabulary(Xchain::name, words<XchainWords>);

}  // namespace
