let leaving = false;

/** Whether this page is about to be loaded anew: what is told on it now is seen by nobody. */
export const isLeaving = () => leaving;

/** Loads the page anew, whatever guards it: for when nothing on it can be kept by staying. */
export function leaveForGood() {
  leaving = true;
  window.location.reload();
}
