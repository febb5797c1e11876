import { useEffect, useRef, useState } from 'react';

export interface FullScreen {
  isOn: boolean;
  enter: () => void;
  leave: () => void;
}

/** Whether a console fills the whole window. The browser is asked for the whole screen, too; one that refuses still shows the console in its window. */
export function useFullScreen(): FullScreen {
  const [isOn, setOn] = useState(false);
  // The browser may get there only after the person has left.
  const wanted = useRef(false);
  useEffect(() => {
    if (!isOn) return undefined;
    // The key Escape and the browser's own button leave it, too.
    const changed = () => {
      if (!document.fullscreenElement) setOn(false);
    };
    document.addEventListener('fullscreenchange', changed);
    return () => {
      wanted.current = false;
      document.removeEventListener('fullscreenchange', changed);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, [isOn]);
  return {
    isOn,
    enter: () => {
      wanted.current = true;
      setOn(true);
      // The whole document, so that dialogs and menus are seen.
      void document.documentElement
        .requestFullscreen?.()
        .then(() => (wanted.current ? undefined : document.exitFullscreen()))
        .catch(() => {});
    },
    // Where the browser leaves the whole screen, the window has its own size before the console is drawn in it.
    leave: () => {
      wanted.current = false;
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => setOn(false));
      else setOn(false);
    },
  };
}
