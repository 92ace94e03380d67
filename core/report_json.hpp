// A report as JSON, for whoever asks about many positions: made here, several threads can make them at once.
#pragma once

#include <charconv>
#include <limits>
#include <string>
#include <tuple>

#include "core.hpp"

namespace quincunx {

// As `Analysis.to_json` of Python's engine writes its `moves`.
inline std::string moves_json(const Report& report) {
    std::string text = "[";
    const auto quote = [&](const std::string& token) {  // a token of a move has nothing to escape
        text += '"';
        text += token;
        text += '"';
    };
    const auto number = [&](double value) {
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        text.append(digits, end);
        if (std::string_view(digits, static_cast<std::size_t>(end - digits)).find_first_of(".e") == std::string::npos)
            text += ".0";
    };
    for (const auto& found : report.moves) {
        text += text.size() > 1 ? ",{\"move\":" : "{\"move\":";
        quote(found.move);
        text += ",\"value\":{\"seats\":[";
        for (std::size_t i = 0; i < found.values.size(); ++i) {
            if (i) text += ',';
            number(found.values[i]);
        }
        text += found.exact ? "],\"exact\":true,\"distance\":" : "],\"exact\":false,\"distance\":";
        text += found.distance < 0 ? "null" : std::to_string(found.distance);
        text += "},\"line\":[";
        for (std::size_t i = 0; i < found.line.size(); ++i) {
            if (i) text += ',';
            quote(found.line[i]);
        }
        text += "]}";
    }
    return text + ']';
}

// The place of the best move for a seat, as `Analysis.ranked` of Python's engine has it.
inline std::size_t best_move(const Report& report, int seat) {
    constexpr double NEVER = std::numeric_limits<double>::infinity(), UNKNOWN_LOSS = 2.5;
    const auto rank = [&](const Report::Finding& found) {
        const double value = found.values[static_cast<std::size_t>(seat - 1)];
        const bool known = found.distance >= 0;
        double length = known ? -found.distance : 0.0;
        if (value > 0.5)
            length = known ? found.distance : NEVER;
        else if (value == 0)
            length = !found.exact ? -NEVER : known ? -found.distance : -UNKNOWN_LOSS;
        return std::tuple(-value, found.exact || value == 0 ? length : 0.0, !found.exact);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < report.moves.size(); ++i)
        if (rank(report.moves[i]) < rank(report.moves[best])) best = i;
    return best;
}

}  // namespace quincunx
