// Addresses of other pages that carry a position.

import { linkTo } from "../../addresses.js";

/** Where a position can be looked at and played on from. */
export const positionLink = (position) => linkTo(`/new?position=${encodeURIComponent(position)}`);

/** Where it can be studied. */
export const studyLink = (position) => linkTo(`/study?position=${encodeURIComponent(position)}`);
