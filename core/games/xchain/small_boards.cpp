// The searches of xchain on boards with up to 64 squares.
#include "games/xchain/methods.hpp"

namespace quincunx::xchain {

QUINCUNX_THINK_ON(1, 2);
QUINCUNX_THINK_ON(1, 4);

}  // namespace quincunx::xchain
