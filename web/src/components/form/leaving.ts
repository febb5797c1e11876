let leaving = false;

/** True if this page is about to reload: nobody sees a message on it now. */
export const isLeaving = () => leaving;

/** Reloads the page past any guard, for when staying would keep nothing. */
export function leaveForGood() {
  leaving = true;
  window.location.reload();
}
