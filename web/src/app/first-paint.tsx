/** The mark on an empty page, the same as in index.html, so that nothing moves when the app starts. */
export const FirstPaint = () => (
  <div className="first-paint">
    <img src="/mark.svg" width="40" height="40" alt="" />
  </div>
);
