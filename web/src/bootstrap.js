// Runs before everything else, as a file of its own: the content security policy allows no inline script.

// zod would try to compile its parsers, and the policy forbids that and reports every try. It reads this when it is loaded,
// which a module that imports it cannot come before.
globalThis.__zod_globalConfig = { jitless: true };

// The theme before the first paint. The key and the two values are those of theme/color-mode.ts; a test holds them together.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('watchkeep.color-mode');
  } catch {
    // Storage may be forbidden; the system's choice stands.
  }
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
})();
