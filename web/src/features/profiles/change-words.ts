import type { ProfileChange } from '#core/profiles/profile.ts';
import type { Change } from '#web/components/form/changes-bar.tsx';

/** The changes of a profile for a list of changes. */
export const shownChanges = (changes: readonly ProfileChange[]): Change[] =>
  changes.map(({ label, from, to }) => ({ label, from: from.join(', '), to: to.join(', ') }));
