// Addresses of the pages. Scripts use the server's paths (`/t/ID`, `/rules/NAME`); a static site replaces this module
// with local/addresses.js.

/** Whether there is a server: invitations by link, other people's tables, embedded boards. */
export const hasServer = true;

/** About a static site: the address of a `server`, the titles of games `left_out`, and the names of games with pages of
 * `proofs`. */
export const site = null;

/** The URL of a page, from its path. */
export const addressOf = (path) => path;

/** The path of this page. */
export const pathHere = () => location.pathname;

export const goTo = (path) => location.assign(addressOf(path));

/** An absolute URL, to copy. */
export const linkTo = (path) => new URL(addressOf(path), location.href).href;
