import { ACCESS_FLAGS, type AccessFlag } from '../access.ts';
import { AppError } from '../errors.ts';

/** Flags that are part of a larger one. */
const PART_OF: Partial<Record<AccessFlag, AccessFlag>> = { UNIT_VIEW: 'UNIT_EDIT', CONNECT_VIEW: 'CONNECT_EDIT' };

/** The one flag that takes something away from its holder. */
const NARROWING: AccessFlag = 'HIDE_CUSTOMER';

/** What a user may do, for the rules of who may give it to whom. */
type Flags = readonly AccessFlag[];

/** Whether somebody with these flags may do what `flag` allows, by the flag itself or a larger one. */
export const mayDo = (flags: Flags, flag: AccessFlag): boolean => {
  const larger = PART_OF[flag];
  return flags.includes(flag) || (larger !== undefined && flags.includes(larger));
};

/** Each flag once, in their order, and whoever has CONNECT_EDIT has CONNECT_VIEW [P1-S22]. */
export const consistentFlags = (flags: Flags): AccessFlag[] =>
  ACCESS_FLAGS.filter((flag) => flags.includes(flag) || (flag === 'CONNECT_VIEW' && flags.includes('CONNECT_EDIT')));

/** The flags after one toggle was turned, with what follows from it [P1-S20 P1-S21 P1-S22]. */
export function withFlag(flags: Flags, flag: AccessFlag, on: boolean): AccessFlag[] {
  const gone = new Set<AccessFlag>(on ? DISPLACED[flag] : [flag, ...(NEEDED_BY[flag] ?? [])]);
  return consistentFlags([...flags, ...(on ? [flag] : [])].filter((one) => !gone.has(one)));
}

/** What a flag takes the place of. */
const DISPLACED: Partial<Record<AccessFlag, readonly AccessFlag[]>> = {
  UNIT_VIEW: ['UNIT_EDIT'],
  UNIT_EDIT: ['UNIT_VIEW'],
};

/** What cannot be held without a flag. */
const NEEDED_BY: Partial<Record<AccessFlag, readonly AccessFlag[]>> = { CONNECT_VIEW: ['CONNECT_EDIT'] };

/** Which toggles are to be turned, and how. */
export type FlagChanges = Partial<Record<AccessFlag, boolean>>;

const turned = (changes: FlagChanges) => Object.entries(changes) as [AccessFlag, boolean][];

/** The flags after several toggles were turned; INVALID where they contradict each other. */
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

/** Why an administrator with the flags `own` cannot turn `flag`; undefined where they can. Nobody gives what they lack. */
export function whyNotTurn(own: Flags, flag: AccessFlag, on: boolean): string | undefined {
  if (flag === NARROWING)
    return on || !own.includes(NARROWING)
      ? undefined
      : 'Customers are hidden from you, so they are hidden from whomever you give access';
  return mayDo(own, flag) ? undefined : 'You do not have this access yourself';
}

/** The flags that a user begins with whom an administrator with the flags `own` creates: what narrows the one narrows the other. */
export const flagsOfNew = (own: Flags): AccessFlag[] => own.filter((flag) => flag === NARROWING);

/** Whether somebody with the flags `own` may do all that somebody with the flags `others` may do. */
export const mayDoAllOf = (own: Flags, others: Flags): boolean =>
  others.every((flag) => flag === NARROWING || mayDo(own, flag)) &&
  (!own.includes(NARROWING) || others.includes(NARROWING));

/** What both may do: the flags of somebody who uses another's access and gets no more than they have themselves. */
export function sharedFlags(own: Flags, others: Flags): AccessFlag[] {
  const both = ACCESS_FLAGS.filter((flag) =>
    flag === NARROWING ? own.includes(flag) || others.includes(flag) : mayDo(own, flag) && mayDo(others, flag),
  );
  // Who may change units needs no flag to look at them, and with it could only look.
  return both.filter((flag) => flag !== 'UNIT_VIEW' || !both.includes('UNIT_EDIT'));
}
