// What the law says in words about tactix, for a browser.
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
        if (token.find('-') == token.npos) return {"tactix.empty", {{"square", json(token)}}};
        const int gap = std::countr_zero(game.spans()[static_cast<std::size_t>(number(token))] & ~read(body).counters);
        return {"tactix.gap", {{"square", json(square_name(gap % game.size, gap / game.size))}}};
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
                throw Reasoned(
                    {"law.square", {{"square", json(end.empty() ? text : end)}, {"last", json(squares.back())}}});
        if (ends.size() > 2) throw Reasoned({"tactix.ends", {{"move", json(text)}}});
        const auto [first, last] = std::minmax(place(ends.front()), place(ends.back()));
        if (first == last) return *first;
        if (auto token = *first + '-' + *last; has(token)) return token;
        throw Reasoned({"tactix.line", {{"first", json(ends[0])}, {"last", json(ends[1])}}});
    }

    Ending ending(std::string_view body) const override {
        const auto taker = std::to_string(3 - read(body).next);
        return {{game.last_loses ? "tactix.last-loses" : "tactix.last-wins", {{"seat", taker}}}};
    }
};

const Vocabulary vocabulary(Tactix::name, words<TactixWords>);

}  // namespace
