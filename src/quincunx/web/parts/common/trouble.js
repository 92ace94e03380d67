// A classic script without new syntax: says what is wrong where the browser is too old for the others, or where one of
// them could not be loaded.
(() => {
  function tell(id) {
    var place = document.getElementById(id);
    if (place) place.hidden = false;
    else
      addEventListener("DOMContentLoaded", () => {
        tell(id);
      });
  }
  // biome-ignore lint/complexity/useOptionalChain: an old browser does not know it
  var supports = window.CSS && CSS.supports && CSS.supports("color", "light-dark(red, red)");
  if (!supports || !("noModule" in document.createElement("script"))) tell("old-browser");
  addEventListener(
    "error",
    (event) => {
      if (event.target && event.target.tagName === "SCRIPT") tell("not-loaded");
    },
    true,
  );
})();
