import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Access } from '#core/access.ts';

/** The sections of the side navigation (portal-3 section 2), in their order. Screens without a section are above them. */
export const SECTIONS = [
  'Administration',
  'Reports',
  'Maintenance Reports',
  'Dev Tools',
  'Orders',
  'IMPRA tools',
] as const;
export type Section = (typeof SECTIONS)[number];

/** One screen behind the login. A feature lists its own in `screens.ts`. */
export interface Screen {
  path: `/${string}`;
  /** The screen's name in breadcrumbs, navigation, palette and the browser's tab. */
  title: string;
  /** The access that opens it; other users are redirected to their first screen. */
  access: Access;
  load: () => Promise<{ default: ComponentType }>;
  /** The order of all screens in the navigation. A user starts at the lowest that they may open. */
  order: number;
  /** Present if the side navigation shows it. `key` is its shortcut after `g`. */
  navigation?: { icon: LucideIcon; section?: Section; key?: string };
  /** The page's own steps replace the title in the breadcrumbs. */
  namedByPage?: boolean;
  /** The path of the screen above it, for breadcrumbs and for marking its entry in the navigation. */
  parent?: string;
}
