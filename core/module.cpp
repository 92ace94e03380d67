// Bindings and nothing else: what Python sees of the core.
#include <nanobind/nanobind.h>

NB_MODULE(_core, m) {
    m.doc() = "The compiled core of Quincunx.";
    m.attr("version") = QUINCUNX_VERSION;
}
