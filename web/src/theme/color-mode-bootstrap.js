// Runs before the first paint, as a file of its own: the content security policy allows no inline script.
// The key and the two values are those of color-mode.ts; a test holds them together.
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
