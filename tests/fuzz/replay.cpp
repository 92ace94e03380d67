// A fuzz target without libFuzzer: each file named on the command line, once. So `make test-sanitize` needs no clang.
#include <fstream>
#include <iterator>
#include <string>

#include "fuzz.hpp"

int main(int count, char** names) {
    for (int i = 1; i < count; ++i) {
        std::ifstream file(names[i], std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        std::printf("%s\n", names[i]);
        LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    }
}
