// Modules that are needed only after a click: the first click loads them.

/** Calls its argument with the module that `load` imports. If that fails, the page says so as it does for its other
 * modules (trouble.js), and the next click tries again. */
export const later = (load) => async (use) => {
  const found = await load().catch(() => null);
  document.getElementById("not-loaded").hidden = Boolean(found);
  return found && use(found);
};
