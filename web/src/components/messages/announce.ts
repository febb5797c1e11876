let region: HTMLElement | undefined;

/** Says something to people who use a screen reader, once the current speech is done. Shows nothing. */
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
  // An empty moment between, so that the same words said twice are heard twice.
  setTimeout(() => {
    target.textContent = message;
  }, 50);
}
