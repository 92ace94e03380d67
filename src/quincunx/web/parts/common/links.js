// Addresses of other pages that carry a position.

/** Where a position can be looked at and played on from. */
export const positionLink = (position) => `${location.origin}/new?position=${encodeURIComponent(position)}`;

/** Where it can be studied. */
export const studyLink = (position) => `${location.origin}/study?position=${encodeURIComponent(position)}`;
