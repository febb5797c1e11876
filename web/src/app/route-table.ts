import { type Holder, mayAccess } from '#core/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';
import { SECTIONS, type Section } from '#web/lib/page/sections.ts';

/** A screen that the side navigation shows. */
export type NavigableScreen = Screen & { navigation: NonNullable<Screen['navigation']> };

export interface NavigationGroup {
  section: Section | undefined;
  screens: NavigableScreen[];
}

/** Monitoring centres are confined to one view and see no side navigation (DECISIONS, "Gate"). */
export const hasNavigation = ({ userType }: Pick<Holder, 'userType'>) => userType !== 4;

/** The side navigation of a user: the screens that they may open, and the sections with such screens. */
export function navigationFor(screens: readonly Screen[], holder: Holder): NavigationGroup[] {
  if (!hasNavigation(holder)) return [];
  const shown = screens.filter(
    (screen): screen is NavigableScreen => screen.navigation !== undefined && mayAccess(screen.access, holder),
  );
  return [undefined, ...SECTIONS]
    .map((section) => ({ section, screens: shown.filter(({ navigation }) => navigation.section === section) }))
    .filter((group) => group.screens.length > 0);
}

/** Screens in their order; those of the same order by their path. */
export const inOrder = (screens: readonly Screen[]): Screen[] =>
  screens.toSorted((one, other) => one.order - other.order || one.path.localeCompare(other.path));

/** The user's start page: the first screen of the table that they may open; undefined without any. */
export const homeFor = (screens: readonly Screen[], holder: Holder): Screen | undefined =>
  screens.find((screen) => mayAccess(screen.access, holder));

/** The screen at `pathname`, a trailing slash and the case of letters aside. */
export function screenAt(screens: readonly Screen[], pathname: string): Screen | undefined {
  const index = indexes.get(screens) ?? new Map(screens.map((screen) => [normalized(screen.path), screen]));
  indexes.set(screens, index);
  return index.get(normalized(pathname));
}

/** The screens by their path, because each row of a list asks whether its link opens. */
const indexes = new WeakMap<readonly Screen[], ReadonlyMap<string, Screen>>();

/** False if the address is that of a screen which the user may not open. */
export function mayOpen(screens: readonly Screen[], href: string, holder: Holder): boolean {
  const screen = href.startsWith('/') ? screenAt(screens, href.split(/[?#]/)[0]!) : undefined;
  return screen === undefined || mayAccess(screen.access, holder);
}

const normalized = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path).toLowerCase();

/** The way to a screen: the screens above it, then itself. */
export function trailTo(screens: readonly Screen[], screen: Screen): Screen[] {
  const parent = screen.parent ? screenAt(screens, screen.parent) : undefined;
  return parent ? [...trailTo(screens, parent), screen] : [screen];
}
