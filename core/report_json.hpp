// A report as JSON. Written here rather than in Python so that several threads can do it at once.
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <tuple>

#include "core.hpp"

namespace quincunx {

// A number with as few digits as read back the same.
inline std::string json_number(double value) {
    char digits[32];
#ifdef __cpp_lib_to_chars
    const std::string text(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
#else  // libc++ before version 14
    for (int precision = 15; precision <= 17; ++precision) {
        std::snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (std::strtod(digits, nullptr) == value) break;
    }
    const std::string text(digits);
#endif
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

// As `Analysis.to_json` of Python's engine writes its `moves`.
inline std::string moves_json(const Report& report) {
    std::string text = "[";
    const auto quote = [&](const std::string& token) {  // move tokens need no escaping
        text += '"';
        text += token;
        text += '"';
    };
    for (const auto& found : report.moves) {
        text += text.size() > 1 ? ",{\"move\":" : "{\"move\":";
        quote(found.move);
        text += ",\"value\":{\"seats\":[";
        for (std::size_t i = 0; i < found.values.size(); ++i) {
            if (i) text += ',';
            text += json_number(found.values[i]);
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
