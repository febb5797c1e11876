import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Access, Holder } from '#core/access.ts';
import { mayAccess } from '#core/access.ts';

/** The sections of the side navigation (portal-3 section 2), in their order. What has no section stands above them. */
export const SECTIONS = [
  'Administration',
  'Reports',
  'Maintenance Reports',
  'Dev Tools',
  'Orders',
  'IMPRA tools',
] as const;
export type Section = (typeof SECTIONS)[number];

/** One screen behind the login. */
export interface Screen {
  path: `/${string}`;
  /** What breadcrumbs, navigation, palette and the browser's tab call it. */
  title: string;
  /** Who may open it; others are led to their first screen. */
  access: Access;
  load: () => Promise<{ default: ComponentType }>;
  /** Present where the side navigation shows it. */
  navigation?: { icon: LucideIcon; section?: Section /** The second key after `g`. */; key?: string };
  /** Its page names itself by steps of its own, which stand in the place of the title in breadcrumbs. */
  namedByPage?: boolean;
  /** The path of the screen above it, for breadcrumbs and for marking its entry in the navigation. */
  parent?: string;
}

/** A screen that the side navigation shows. */
export type NavigableScreen = Screen & { navigation: NonNullable<Screen['navigation']> };

export interface NavigationGroup {
  section: Section | undefined;
  screens: NavigableScreen[];
}

/** Monitoring centres are confined to one view and see no side navigation (DECISIONS, "Gate"). */
export const hasNavigation = ({ userType }: Pick<Holder, 'userType'>) => userType !== 4;

/** What the side navigation shows to a user: only screens that they may open, only sections that hold one. */
export function navigationFor(screens: readonly Screen[], holder: Holder): NavigationGroup[] {
  if (!hasNavigation(holder)) return [];
  const shown = screens.filter(
    (screen): screen is NavigableScreen => screen.navigation !== undefined && mayAccess(screen.access, holder),
  );
  return [undefined, ...SECTIONS]
    .map((section) => ({ section, screens: shown.filter(({ navigation }) => navigation.section === section) }))
    .filter((group) => group.screens.length > 0);
}

/** Where a user begins: the first screen of the table that they may open; undefined where there is none. */
export const homeFor = (screens: readonly Screen[], holder: Holder): Screen | undefined =>
  screens.find((screen) => mayAccess(screen.access, holder));

/** The screen at `pathname`, a trailing slash and the case of letters aside. */
export const screenAt = (screens: readonly Screen[], pathname: string): Screen | undefined =>
  screens.find(({ path }) => normalized(path) === normalized(pathname));

const normalized = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path).toLowerCase();

/** The way to a screen: the screens above it, then itself. */
export function trailTo(screens: readonly Screen[], screen: Screen): Screen[] {
  const parent = screen.parent ? screenAt(screens, screen.parent) : undefined;
  return parent ? [...trailTo(screens, parent), screen] : [screen];
}
