import { AppError } from '../errors.ts';
import { ASSIGNED, READY, STATUS_IN_SENTENCE, type UnitStatus } from '../units/unit.ts';
import { ARCHIVED, MAX_ADDRESSES, MAX_NAMES, MAX_UNITS } from './customer.ts';
import type { CustomerRecord } from './customer-record.ts';

export const LAST_NAME = 'Must have at least one customer';
const LAST_ADDRESS = 'Must have at least one address';

/** A unit gets a customer while it is ready, or while it is in service without one. */
export const isAssignable = (UnitStatus: UnitStatus): boolean => UnitStatus === READY || UnitStatus === ASSIGNED;

/** The status of a unit that no customer has any more. A unit in repair stays there. */
export const statusWhenFree = (UnitStatus: UnitStatus): UnitStatus => (UnitStatus === ASSIGNED ? READY : UnitStatus);

/** Throws the reason why the customer cannot get the unit. */
export function requireAssignable(
  { myLinkStatus, units }: Pick<CustomerRecord, 'myLinkStatus' | 'units'>,
  { UnitStatus }: { UnitStatus: UnitStatus },
): void {
  if (myLinkStatus === ARCHIVED)
    throw new AppError('CONFLICT', 'This customer is archived. Activate the customer first');
  if (units.length >= MAX_UNITS) throw new AppError('TOO_LARGE', `A customer can have at most ${MAX_UNITS} units`);
  if (!isAssignable(UnitStatus))
    throw new AppError(
      'CONFLICT',
      `This unit is ${STATUS_IN_SENTENCE[UnitStatus]}. Only a unit that is ready can be assigned`,
    );
}

/** True if the customer is as the person saw it who erases it, or what was erased since is a part of that. */
export const mayErase = (
  { version, erasingFrom }: Pick<CustomerRecord, 'version' | 'erasingFrom'>,
  seen: number,
): boolean => seen === version || seen === erasingFrom;

export function requireRoom({ names, addresses }: Pick<CustomerRecord, 'names' | 'addresses'>): void {
  if (names.length > MAX_NAMES) throw new AppError('TOO_LARGE', `A customer can have at most ${MAX_NAMES} names`);
  if (addresses.length > MAX_ADDRESSES)
    throw new AppError('TOO_LARGE', `A customer can have at most ${MAX_ADDRESSES} addresses`);
}

/** The entries without the one of the key. Throws if there is no such entry, or it is the last one. */
export function withoutEntry<Entry extends { key: string }>(entries: readonly Entry[], key: string, last: string) {
  const left = entries.filter((one) => one.key !== key);
  if (left.length === entries.length) throw new AppError('CONFLICT', 'Somebody else removed this meanwhile');
  if (left.length === 0) throw new AppError('CONFLICT', last);
  return left;
}

export const withoutName = ({ names }: Pick<CustomerRecord, 'names'>, key: string) =>
  withoutEntry(names, key, LAST_NAME);
export const withoutAddress = ({ addresses }: Pick<CustomerRecord, 'addresses'>, key: string) =>
  withoutEntry(addresses, key, LAST_ADDRESS);

/** The entries with a changed one. Throws if there is no such entry. */
export function withEntry<Entry extends { key: string }>(entries: readonly Entry[], changed: Entry | undefined) {
  if (!changed) return [...entries];
  if (!entries.some(({ key }) => key === changed.key))
    throw new AppError('CONFLICT', 'Somebody else removed this meanwhile');
  return entries.map((one) => (one.key === changed.key ? changed : one));
}
