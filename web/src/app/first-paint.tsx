/** The mark on an empty page, as index.html shows it before the app runs: from one to the other nothing moves. */
export const FirstPaint = () => (
  <div className="first-paint">
    <img src="/mark.svg" width="40" height="40" alt="" />
  </div>
);
