"use strict";
// Runs before the page is drawn, so that it does not change its colours while it is read.
(() => {
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const stored = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const apply = () => {
    const isDark = (stored() || (prefersDark.matches ? "dark" : "light")) === "dark";
    root.dataset.theme = isDark ? "dark" : "light";
    document.getElementById("theme")?.setAttribute("aria-pressed", String(isDark));
  };
  apply();
  prefersDark.addEventListener("change", apply);
  addEventListener("DOMContentLoaded", () => {
    apply();
    document.getElementById("theme").addEventListener("click", () => {
      try { localStorage.setItem("theme", root.dataset.theme === "dark" ? "light" : "dark"); } catch { return; }
      apply();
    });
  });
})();
