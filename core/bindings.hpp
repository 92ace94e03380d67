// What the bindings of the core share. A game with more to show Python than AnyGame has a bindings.cpp of its own.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core.hpp"

namespace quincunx {

namespace nb = nanobind;
using namespace nb::literals;
using Text = std::string_view;
using Unlocked = nb::call_guard<nb::gil_scoped_release>;  // other Python threads run meanwhile

// A static object in a bindings.cpp adds that game's own classes to the module.
class Bindings {
public:
    using Bind = void (*)(nb::module_&);

    explicit Bindings(Bind bind) { all().push_back(bind); }
    static std::vector<Bind>& all() {
        static std::vector<Bind> binds;
        return binds;
    }
};

}  // namespace quincunx
