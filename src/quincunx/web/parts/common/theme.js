// A classic script, so that it runs before the first paint and a page never flashes in the wrong colours.
{
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("quincunx.theme")) ?? "system";
  } catch {
    // Nothing stored, or nothing may be: the system decides.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
