let region: HTMLElement | undefined;

/** Speaks a message through the screen reader after the current speech. Shows nothing. */
export function announce(message: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.setAttribute('aria-live', 'polite');
    region.style.cssText =
      'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap';
    document.body.append(region);
  }
  region.textContent = '';
  const target = region;
  // An empty text in between, so that a repeated message is spoken again.
  setTimeout(() => {
    target.textContent = message;
  }, 50);
}
