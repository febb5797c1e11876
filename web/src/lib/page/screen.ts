import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Access } from '#core/access.ts';
import type { PageShape } from '#web/components/states/page-skeleton.tsx';
import type { Read } from '../api/early-reads.ts';
import type { Session } from '../session/session.tsx';
import type { Section } from './sections.ts';

/** The reads that a page sends when it opens at an address, so that they can be sent before. Those that the user may not send are left out. */
export type FirstReads = (parameters: URLSearchParams, session: Session) => readonly Read[];

/** The code of a screen. */
export interface PageModule {
  default: ComponentType;
  firstReads?: FirstReads;
}

/** A part of a screen. The palette finds it by its title and its labels, and opens the screen there (components/page/anchor.ts). */
export interface ScreenPart {
  title: string;
  labels?: readonly string[];
  /** The access that shows it, if not everybody sees it who may open the screen. */
  access?: Access;
}

/** One screen behind the login. A feature lists its own in `screens.ts`. */
export interface Screen {
  path: `/${string}`;
  /** The screen's name in breadcrumbs, navigation, palette and the browser's tab. */
  title: string;
  /** The access that opens it; other users are redirected to their first screen. */
  access: Access;
  load: () => Promise<PageModule>;
  /** The shape of its skeleton; a list when absent. */
  shape?: PageShape;
  /** The order of all screens in the navigation. A user starts at the lowest that they may open. */
  order: number;
  /** Present if the side navigation shows it. `key` is its shortcut after `g`. */
  navigation?: { icon: LucideIcon; section?: Section; key?: string };
  /** The page's own steps replace the title in the breadcrumbs. */
  namedByPage?: boolean;
  /** The path of the screen above it, for breadcrumbs and for marking its entry in the navigation. Its links name what the screen shows. */
  parent?: string;
  /** Groups of settings on it. */
  parts?: readonly ScreenPart[];
}
