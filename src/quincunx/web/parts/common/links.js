// Addresses of other pages that carry a position.

import { linkTo } from "../../addresses.js";

/** The page where a game can begin from a position. */
export const positionLink = (position) => linkTo(`/new?position=${encodeURIComponent(position)}`);

/** Where it can be studied. */
export const studyLink = (position) => linkTo(`/study?position=${encodeURIComponent(position)}`);
