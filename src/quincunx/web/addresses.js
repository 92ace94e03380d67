// Where the pages are. In the scripts a page has the path that a server gives it (`/t/ID`, `/rules/NAME`); a static site has
// this module's neighbour in local/ instead.

/** Whether there is a server: friends by link, other people's tables, boards on other sites. */
export const hasServer = true;

/** What a static site says about itself: the address of a `server`, the titles of games that are `left_out`, and the names
 * of games about which it has pages of `proofs`. */
export const site = null;

/** The address of a page, from its path. */
export const addressOf = (path) => path;

/** The path of this page. */
export const pathHere = () => location.pathname;

export const goTo = (path) => location.assign(addressOf(path));

/** A whole address, to copy. */
export const linkTo = (path) => new URL(addressOf(path), location.href).href;
