// Which build of the core this machine can run. CMake reads this file too, so it includes nothing.
#pragma once

namespace quincunx {

// True where everything is there that the build for AVX2 is compiled for.
inline bool has_avx2() {
#if defined(__x86_64__) && defined(__GNUC__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

}  // namespace quincunx
