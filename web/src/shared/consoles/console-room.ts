import type { FullScreen } from './use-full-screen.ts';

/** What a user can do about the room that a console has. */
export interface ConsoleRoom {
  /** Hides the panel; the console keeps running. */
  onCollapse?: (() => void) | undefined;
  fullScreen?: FullScreen | undefined;
  /** The address of the console in a tab of its own. */
  tabAddress?: string | undefined;
}
