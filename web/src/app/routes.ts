import type { Screen } from '#web/lib/page/screen.ts';
import { inOrder } from './route-table.ts';

const features = import.meta.glob<{ screens: readonly Screen[] }>('../features/*/screens.ts', { eager: true });

/** Every screen behind the login, as the features declare them. */
export const SCREENS: readonly Screen[] = inOrder(Object.values(features).flatMap(({ screens }) => screens));
