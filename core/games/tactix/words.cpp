// The law's messages about tactix, for a browser.
#include "words.hpp"

#include <bit>

#include "games/tactix/rules.hpp"

using namespace quincunx;
using namespace quincunx::wasm;

namespace {

class TactixWords final : public WordsOf<Tactix> {
public:
    using WordsOf::WordsOf;

    std::string_view title() const override { return "TacTix"; }
    std::string_view phase(std::string_view) const override { return "take"; }

    Reason why_not(std::string_view body, std::string_view token) const override {
        if (token.find('-') == token.npos) return {"tactix.empty", {{"square", token}}};
        const int gap = std::countr_zero(game.spans()[static_cast<std::size_t>(number(token))] & ~read(body).counters);
        return {"tactix.gap", {{"square", square_name(gap % game.size, gap / game.size)}}};
    }

    void check(std::string_view body) const override {
        const auto parts = split(body, ' ');
        if (parts.size() != 2) refuse("tactix.position");
        check_board(parts[0], game.size, game.size, ".o");
        if (parts[1] != "1" && parts[1] != "2")
            refuse("law.turn", {{"written", parts[1]}, {"seats", Json{R"(["1","2"])"}}});
    }

    std::string typed(std::string_view text) const override {
        const auto squares = square_names(game.size, game.size);
        std::vector<std::string> ends;
        for (std::size_t at = 0; at <= text.size();) {
            const auto dash = std::min(text.find('-', at), text.size());
            ends.push_back(trimmed(text.substr(at, dash - at)));
            at = dash + 1;
        }
        const auto place = [&](const std::string& end) { return std::find(squares.begin(), squares.end(), end); };
        for (const auto& end : ends)
            if (place(end) == squares.end())
                refuse("law.square",
                       {{"square", end.empty() ? text : std::string_view(end)}, {"last", squares.back()}});
        if (ends.size() > 2) refuse("tactix.ends", {{"move", text}});
        const auto [first, last] = std::minmax(place(ends.front()), place(ends.back()));
        if (first == last) return *first;
        if (auto token = *first + '-' + *last; has(token)) return token;
        refuse("tactix.line", {{"first", ends[0]}, {"last", ends[1]}});
    }

    Ending ending(std::string_view body) const override {
        const int taker = 3 - read(body).next;
        return {{game.last_loses ? "tactix.last-loses" : "tactix.last-wins", {{"seat", taker}}}};
    }
};

const Vocabulary vocabulary(Tactix::name, words<TactixWords>);

}  // namespace
