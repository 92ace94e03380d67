// The functions that a browser can call: by name, with a few strings, answered in JSON. A game that offers more than AnyGame
// registers its functions here, in its own wasm.cpp.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core.hpp"

namespace quincunx::wasm {

using Arguments = std::vector<std::string_view>;

class Function {
public:
    using Call = std::string (*)(const Arguments&);

    Function(std::string_view name, Call call) { all().emplace(name, call); }
    static std::map<std::string_view, Call>& all() {
        static std::map<std::string_view, Call> functions;
        return functions;
    }
};

inline std::string json(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c >= 0 && c < ' ') {
            quoted += c < 16 ? "\\u000" : "\\u001";
            quoted += HEX[static_cast<std::size_t>(c % 16)];
            continue;
        }
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

// A list, of strings or of numbers.
template <class Items, class Write>
std::string json_list(const Items& items, Write write) {
    std::string text = "[";
    for (const auto& item : items) {
        if (text.size() > 1) text += ',';
        text += write(item);
    }
    return text + ']';
}

}  // namespace quincunx::wasm
