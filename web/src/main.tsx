import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter';
import { App } from './app/app.tsx';
import { reloadAfterRelease } from './lib/page/reload-after-release.ts';
import { askOtherTabs, shareSession } from './lib/session/session-sharing.ts';
import { watchColorMode } from './theme/color-mode.ts';

watchColorMode();
reloadAfterRelease();

const tabs = new BroadcastChannel('watchkeep.session');
await askOtherTabs(tabs);
shareSession(tabs);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
