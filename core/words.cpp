// The words of the games as functions that a browser can call; web/local/rules.js says what each answers.
#include "words.hpp"

using namespace quincunx;
using namespace quincunx::wasm;

namespace {

// A game with its options, and a position of it.
struct Spoken : Line {
    explicit Spoken(std::string_view text) : Line((check(text), text)), words(known(text.substr(0, text.find(' ')))) {}
    std::shared_ptr<const Words> words;

private:
    // The words come first: they say why options do not go together.
    static void check(std::string_view text) { known(text.substr(0, text.find(' '))); }

    static std::shared_ptr<const Words> known(std::string_view spec) {
        static std::map<std::string, std::shared_ptr<const Words>, std::less<>> kept;
        if (const auto found = kept.find(spec); found != kept.end()) return found->second;
        const auto colon = spec.find(':');
        const auto make = Vocabulary::all().find(spec.substr(0, colon));
        if (make == Vocabulary::all().end()) throw Refusal("there is no game " + quoted(spec));
        if (kept.size() >= 64) kept.clear();
        auto made = make->second(colon == spec.npos ? std::string_view{} : spec.substr(colon + 1));
        return kept.emplace(spec, std::move(made)).first->second;
    }
};

std::string number(int n) { return std::to_string(n); }
std::string member(std::string_view key, const std::string& value) { return ',' + json(key) + ':' + value; }

// A game: canonical, how many seats it has, its first position, and options that mean nothing beside the others.
std::string game(const Arguments& arguments) {
    const Spoken spoken(arguments.at(0));
    const auto start = spoken.words->start();
    return "{\"game\":" + json(spoken.game->spec()) + member("seats", number(spoken.game->seats())) +
           member("start", start.empty() ? "null" : json(spoken.whole(start))) +
           member("idle", json_list(spoken.words->idle_options(), json)) + '}';
}

std::string outcome(const Spoken& spoken, const Result& result) {
    const Ending ending = spoken.words->ending(spoken.body);
    return "{\"winner\":" + (result.winner ? number(result.winner) : "null") + member("why", json(result.why)) +
           member("code", json(ending.reason.code)) + member("args", ending.reason.args) +
           member("squares", json_list(ending.squares, json)) + '}';
}

std::string view(const Arguments& arguments) {
    const Spoken spoken(arguments.at(0));
    const auto& [any, body] = std::tie(*spoken.game, spoken.body);
    const Result result = any.result(body);
    std::vector<int> living;
    for (int seat = 1; seat <= any.seats(); ++seat)
        if (spoken.words->living(body, seat)) living.push_back(seat);
    const auto points = spoken.words->points(body);
    const auto weights = any.weights(body);
    return "{\"game\":" + json(any.spec()) + member("position", json(spoken.whole(any.canonical(body)))) +
           member("turn", number(any.turn(body))) + member("actor", number(any.actor(body))) +
           member("phase", json(result.over ? std::string_view{} : spoken.words->phase(body))) +
           member("moves", json_list(any.moves(body), json)) +
           member("outcome", result.over ? outcome(spoken, result) : "null") +
           member("weights", weights.empty() ? "null" : json_list(weights, number)) +
           member("seats", number(any.seats())) + member("living", json_list(living, number)) +
           member("points", points.empty() ? "null" : json_list(points, number)) +
           member("bonus", number(spoken.words->bonus())) + '}';
}

// The token of a move that somebody typed.
std::string typed(const Arguments& arguments) { return json(Spoken(arguments.at(0)).words->typed(arguments.at(1))); }

// The position after a move; if it is not legal, why not.
std::string made(const Arguments& arguments) {
    const Spoken spoken(arguments.at(0));
    const auto token = arguments.at(1);
    const auto& [any, body] = std::tie(*spoken.game, spoken.body);
    if (any.result(body).over) throw Reasoned({"law.over"});
    const auto known = [&](const std::vector<std::string>& moves) {
        return std::find(moves.begin(), moves.end(), token) != moves.end();
    };
    if (!known(any.actions()))
        throw Reasoned({"law.move", {{"move", json(token)}, {"game", json(spoken.words->title())}}});
    if (!known(any.moves(body))) throw Reasoned(spoken.words->why_not(body, token));
    return json(spoken.whole(any.play(body, token)));
}

// The position after a seat has left a game of three or more.
std::string left(const Arguments& arguments) {
    const Spoken spoken(arguments.at(0));
    return json(spoken.whole(spoken.words->leave(spoken.body, arguments.at(1)[0] - '0')));
}

const Function functions[] = {{"game", game}, {"view", view}, {"typed", typed}, {"made", made}, {"left", left}};

}  // namespace
