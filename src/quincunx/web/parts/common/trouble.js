// A classic script without new syntax: says what is wrong where the browser is too old for the others, or where one of
// them could not be loaded.
// biome-ignore-start lint/complexity/useArrowFunction: an old browser does not know them
(function () {
  function tell(id) {
    var place = document.getElementById(id);
    if (place) place.hidden = false;
    else
      addEventListener("DOMContentLoaded", function () {
        tell(id);
      });
  }
  // biome-ignore lint/complexity/useOptionalChain: an old browser does not know it
  var supports = window.CSS && CSS.supports && CSS.supports("color", "light-dark(red, red)");
  if (!supports || !("noModule" in document.createElement("script"))) tell("old-browser");
  addEventListener(
    "error",
    function (event) {
      if (event.target && event.target.tagName === "SCRIPT") tell("not-loaded");
    },
    true,
  );
})();
// biome-ignore-end lint/complexity/useArrowFunction: an old browser does not know them
