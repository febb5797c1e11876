const KEY = 'watchkeep.reloaded-at';
const ONCE_IN = 30_000;

/**
 * After a release the parts of an older page are gone from the server. A part that cannot be loaded therefore reloads the
 * page, once; what fails again is shown as an error.
 */
export function reloadAfterRelease() {
  window.addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(KEY) ?? 0);
    if (!navigator.onLine || Date.now() - before < ONCE_IN) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
