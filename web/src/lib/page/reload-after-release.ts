const KEY = 'watchkeep.reloaded-at';
const RELOAD_INTERVAL_MS = 30_000;

/**
 * A release removes the chunks of older pages from the server. A chunk that cannot be loaded therefore reloads the page
 * once; a second failure is shown as an error.
 */
export function reloadAfterRelease() {
  window.addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(KEY) ?? 0);
    if (!navigator.onLine || Date.now() - before < RELOAD_INTERVAL_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
