// A method, and a position to think about with it: every legal move gets a value, however strange the position, or there is a reason.
#include "fuzz.hpp"

using namespace quincunx;
using fuzz::holds;

namespace {

// The report of a search with small limits, or nothing where the method or the position is refused.
std::optional<Report> thought(const AnyGame& game, std::string_view body, std::string_view method) {
    Control control;
    const Limits limits{.nodes = 300, .seconds = 0.05, .depth = 2, .threads = 1, .memory = 1 << 16, .seed = 1};
    try {
        return game.analyse(body, method, limits, control);
    } catch (const Refusal&) {
        return std::nullopt;
    }
}

bool plays(const AnyGame& game, std::string body, const std::vector<std::string>& line) {
    try {
        for (const auto& move : line) body = game.play(body, move);
    } catch (const Refusal&) {
        return false;
    }
    return true;
}

std::optional<Line> read(std::string_view text) {
    try {
        Line line(text);
        line.game->canonical(line.body);
        return line;
    } catch (const Refusal&) {
        return std::nullopt;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    auto text = fuzz::text(data, size);
    const auto method = fuzz::line(text);
    const auto line = read(fuzz::line(text));
    if (!line || line->game->actor(line->body) == CHANCE) return 0;  // what is told of rolls is the method's own
    const auto report = thought(*line->game, line->body, method);
    if (!report) return 0;
    const auto moves = line->game->moves(line->body);
    holds(report->moves.size() == moves.size(), "every legal move is judged");
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto& finding = report->moves[i];
        holds(finding.move == moves[i], "moves are judged in their order");
        for (const double value : finding.values) holds(value >= 0 && value <= 1, "a value is from 0 to 1");
        holds(plays(*line->game, std::string(line->body), finding.line), "the line of a move can be played");
    }
    return 0;
}
