// The core as a WebAssembly module (`make wasm`), without JavaScript of its own: web/engine/core.js loads it and documents what
// each function returns. One thread; memory ends at 256 MB, and whoever needs more gets an error.
#include "words.hpp"

#include <cstdlib>
#include <new>

#include "report_json.hpp"
#include "search/network.hpp"

using namespace quincunx;
using namespace quincunx::wasm;

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

// Called during an analysis whenever the search prefers another move.
extern "C" __attribute__((import_module("quincunx"), import_name("prefer"))) void say_preferred(const char* move,
                                                                                                std::size_t length);

// Asked during an analysis, every few milliseconds.
extern "C" __attribute__((import_module("quincunx"), import_name("is_stopped"))) int is_stopped();

namespace {

template <class Number>
Number number(std::string_view text) {
    const std::string copy(text);
    if constexpr (std::is_floating_point_v<Number>)
        return std::strtod(copy.c_str(), nullptr);
    else
        return static_cast<Number>(std::strtoull(copy.c_str(), nullptr, 10));
}

std::string position(const Arguments& arguments) {
    const Line line(arguments.at(0));
    const auto& game = *line.game;
    const Result result = game.result(line.body);
    const auto outcome = "{\"winner\":" + std::to_string(result.winner) + ",\"why\":" + json(result.why) + '}';
    return "{\"position\":" + json(line.whole(game.canonical(line.body))) + ",\"game\":" + json(game.spec()) +
           ",\"seats\":" + std::to_string(game.seats()) + ",\"turn\":" + std::to_string(game.turn(line.body)) +
           ",\"actor\":" + std::to_string(game.actor(line.body)) +
           ",\"actions\":" + std::to_string(game.actions().size()) +
           ",\"moves\":" + json_list(game.moves(line.body), json) + ",\"outcome\":" + (result.over ? outcome : "null") +
           '}';
}

std::string play(const Arguments& arguments) {
    const Line line(arguments.at(0));
    return json(line.whole(line.game->play(line.body, arguments.at(1))));
}

std::string winning(const Arguments& arguments) {
    const Line line(arguments.at(0));
    return json_list(line.game->winning(line.body), json);
}

std::string danger(const Arguments& arguments) {
    const Line line(arguments.at(0));
    return std::to_string(line.game->danger(line.body, arguments.at(1)));
}

std::string perft(const Arguments& arguments) {
    const Line line(arguments.at(0));
    Control control;
    return std::to_string(line.game->perft(line.body, number<int>(arguments.at(1)), control).value());
}

std::string random_games(const Arguments& arguments) {
    const Line line(arguments.at(0));
    Control control;
    const auto tally = line.game->random_games(line.body, number<std::uint64_t>(arguments.at(1)),
                                               number<std::uint64_t>(arguments.at(2)), control);
    return '[' + std::to_string(tally.games) + ',' + std::to_string(tally.moves) + ']';
}

// Position, method, nodes, seconds, depth, memory, seed, and after how many seconds the search is stopped (0: never).
std::string analyse(const Arguments& arguments) {
    const Line line(arguments.at(0));
    const Limits limits{.nodes = number<std::uint64_t>(arguments.at(2)),
                        .seconds = number<double>(arguments.at(3)),
                        .depth = number<int>(arguments.at(4)),
                        .memory = number<std::uint64_t>(arguments.at(5)),
                        .seed = number<std::uint64_t>(arguments.at(6))};
    Control control;
    if (const auto patience = number<double>(arguments.at(7)); patience > 0) control.stop_after(patience);
    const auto& actions = line.game->actions();
    control.listen([&](Move move) { say_preferred(actions[move].data(), actions[move].size()); });
    control.watch([] { return is_stopped() != 0; });
    const auto report = line.game->analyse(line.body, arguments.at(1), limits, control);
    return "{\"moves\":" + moves_json(report) + ",\"basis\":" + json(report.basis) +
           ",\"nodes\":" + std::to_string(report.nodes) + ",\"seconds\":" + json_number(report.seconds) +
           ",\"called_off\":" + (control.called_off() ? "true" : "false") + '}';
}

const Function functions[] = {{"position", position}, {"play", play},   {"winning", winning},
                              {"danger", danger},     {"perft", perft}, {"random_games", random_games},
                              {"analyse", analyse}};

std::string answered;

std::string call(std::string_view question) {
    Arguments arguments;
    for (;;) {
        const auto end = question.find('\0');
        arguments.push_back(question.substr(0, end));
        if (end == question.npos) break;
        question.remove_prefix(end + 1);
    }
    const auto found = Function::all().find(arguments[0]);
    if (found == Function::all().end()) throw Refusal("there is no function " + quoted(arguments[0]));
    arguments.erase(arguments.begin());
    return found->second(arguments);
}

}  // namespace

// Allocates this many bytes for a question, which the caller fills; the function that gets them frees them.
EXPORT("room") char* room(std::size_t bytes) { return static_cast<char*>(std::malloc(bytes)); }

// Calls a function: the question is its name and arguments, separated by zero bytes. Returns the length of the answer, which is
// at `answer()` until the next call: {"found": …} or {"error": …}, with the code and the arguments of a message if the law has
// one; the error is "memory" if that runs out.
EXPORT("call") std::size_t call_function(char* question, std::size_t length) {
    try {
        answered = "{\"found\":" + call({question, length}) + '}';
    } catch (const std::bad_alloc&) {
        answered = "{\"error\":\"memory\"}";
    } catch (const Reasoned& error) {
        answered = "{\"error\":" + json(error.what()) + ",\"code\":" + json(error.reason.code) +
                   ",\"args\":" + error.reason.args + '}';
    } catch (const std::exception& error) {
        answered = "{\"error\":" + json(error.what()) + '}';
    }
    std::free(question);
    return answered.size();
}
EXPORT("answer") const char* answer() { return answered.data(); }

// Loads a network: its name, directly followed by its bytes.
EXPORT("keep_network") std::size_t keep_network(char* bytes, std::size_t name, std::size_t length) {
    bool kept = true;
    try {
        Networks::keep({bytes, name}, {bytes + name, length - name});
    } catch (const std::exception&) {
        kept = false;
    }
    std::free(bytes);
    return kept;
}
