import { ACCESS_FLAGS, type AccessFlag } from '../access.ts';
import { AppError } from '../errors.ts';

/** Flags that another flag includes. */
const PART_OF: Partial<Record<AccessFlag, AccessFlag>> = { UNIT_VIEW: 'UNIT_EDIT', CONNECT_VIEW: 'CONNECT_EDIT' };

/** The one flag that removes access. */
const NARROWING: AccessFlag = 'HIDE_CUSTOMER';

type Flags = readonly AccessFlag[];

/** Returns true if the flags contain `flag` or one that includes it. */
export const mayDo = (flags: Flags, flag: AccessFlag): boolean => {
  const larger = PART_OF[flag];
  return flags.includes(flag) || (larger !== undefined && flags.includes(larger));
};

/** Returns each flag once, in order. CONNECT_EDIT adds CONNECT_VIEW [P1-S22]. */
export const consistentFlags = (flags: Flags): AccessFlag[] =>
  ACCESS_FLAGS.filter((flag) => flags.includes(flag) || (flag === 'CONNECT_VIEW' && flags.includes('CONNECT_EDIT')));

/** Returns the flags after one toggle, with its side effects on other flags [P1-S20 P1-S21 P1-S22]. */
export function withFlag(flags: Flags, flag: AccessFlag, on: boolean): AccessFlag[] {
  const gone = new Set<AccessFlag>(on ? DISPLACED[flag] : [flag, ...(NEEDED_BY[flag] ?? [])]);
  return consistentFlags([...flags, ...(on ? [flag] : [])].filter((one) => !gone.has(one)));
}

/** The flags that a flag replaces. */
const DISPLACED: Partial<Record<AccessFlag, readonly AccessFlag[]>> = {
  UNIT_VIEW: ['UNIT_EDIT'],
  UNIT_EDIT: ['UNIT_VIEW'],
};

/** The flags that need a flag. */
const NEEDED_BY: Partial<Record<AccessFlag, readonly AccessFlag[]>> = { CONNECT_VIEW: ['CONNECT_EDIT'] };

/** The toggles to change, with their new values. */
export type FlagChanges = Partial<Record<AccessFlag, boolean>>;

const turned = (changes: FlagChanges) => Object.entries(changes) as [AccessFlag, boolean][];

/** Returns the flags after several toggles. Throws INVALID if they contradict each other. */
export function withFlags(flags: Flags, changes: FlagChanges): AccessFlag[] {
  const next = turned(changes).reduce<AccessFlag[]>((all, [flag, on]) => withFlag(all, flag, on), [...flags]);
  const lost = turned(changes).filter(([flag, on]) => next.includes(flag) !== on);
  if (lost.length > 0)
    throw new AppError(
      'INVALID',
      'These flags exclude each other',
      lost.map(([flag]) => ({ path: `access.${flag}`, message: 'It excludes another flag, or needs it' })),
    );
  return next;
}

/** Returns why an administrator with the flags `own` cannot change `flag`, or undefined. Nobody gives a flag that they lack. */
export function whyNotChangeFlag(own: Flags, flag: AccessFlag, on: boolean): string | undefined {
  if (flag === NARROWING)
    return on || !own.includes(NARROWING)
      ? undefined
      : 'Customers are hidden from you, so users to whom you give access cannot see them either';
  return mayDo(own, flag) ? undefined : 'You do not have this access yourself';
}

/** The flags of a new user. An administrator with HIDE_CUSTOMER passes it on. */
export const flagsOfNew = (own: Flags): AccessFlag[] => own.filter((flag) => flag === NARROWING);

/** Returns true if the flags `own` allow everything that the flags `others` allow. */
export const mayDoAllOf = (own: Flags, others: Flags): boolean =>
  others.every((flag) => flag === NARROWING || mayDo(own, flag)) &&
  (!own.includes(NARROWING) || others.includes(NARROWING));

/** Returns the flags that both users have, for acting as another user. */
export function sharedFlags(own: Flags, others: Flags): AccessFlag[] {
  const both = ACCESS_FLAGS.filter((flag) =>
    flag === NARROWING ? own.includes(flag) || others.includes(flag) : mayDo(own, flag) && mayDo(others, flag),
  );
  // UNIT_VIEW beside UNIT_EDIT would make units read-only.
  return both.filter((flag) => flag !== 'UNIT_VIEW' || !both.includes('UNIT_EDIT'));
}
