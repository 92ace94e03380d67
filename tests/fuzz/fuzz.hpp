// What the fuzz targets share. A target is given any bytes, from libFuzzer (`make fuzz`) or from the files of corpus/ (replay.cpp).
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core.hpp"

namespace fuzz {

// A promise to whoever reads the core's answers. Broken ones end the program, so that libFuzzer keeps the input.
inline void holds(bool promise, const char* what) {
    if (promise) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

// Takes the first line off a text.
inline std::string_view line(std::string_view& text) {
    const auto end = text.find('\n');
    const auto taken = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    return taken;
}

inline std::string_view text(const unsigned char* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);
