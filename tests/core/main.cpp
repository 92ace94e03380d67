// The core's own tests as one program, for the sanitizers: `make test-sanitize`. TESTS is the list of the files beside this
// one, made by the Makefile: a file test_NAME.cpp has a function `void test_NAME()` that calls `check`.
#include <cstdio>
#include <cstdlib>

#define TEST(name) void name();
TESTS
#undef TEST

void check(bool ok, const char* what) {
    if (ok) return;
    std::fprintf(stderr, "failed: %s\n", what);
    std::exit(1);
}

int main() {
#define TEST(name)       \
    std::puts(#name);    \
    std::fflush(stdout); \
    name();
    TESTS
#undef TEST
}
