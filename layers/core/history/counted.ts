import { HIDES_CUSTOMERS } from '../access.ts';
import type { ACTIONS } from '../audit/kinds.ts';
import type { Scope } from '../scope.ts';
import type { ChangeKind } from './change.ts';
import type { HistoryKind } from './entry.ts';

/** What the hours of a unit count. Changes of its customer are counted apart, because some people do not see them. */
export type CountedKind = HistoryKind | 'customer';
type Counted = Partial<Record<CountedKind, number>>;

/** One hour, of the kinds that it has. */
export interface CountedHour {
  /** Milliseconds: a full hour of UTC. */
  start: number;
  counts: Counted;
}

/** The counts as a person sees them: changes of a customer are actions of users, or do not exist. */
export const shownHour =
  ({ flags }: Pick<Scope, 'flags'>) =>
  ({ start, counts: { customer = 0, ...counts } }: CountedHour) => {
    const shown = flags.includes(HIDES_CUSTOMERS) ? 0 : customer;
    return { start, counts: shown === 0 ? counts : { ...counts, user: (counts.user ?? 0) + shown } };
  };

/** Actions on units that HIDE_CUSTOMER hides, as `hiddenFrom` of their words says. */
const OF_CUSTOMERS: readonly (keyof typeof ACTIONS)[] = [
  'assign customer',
  'set unit free',
  'create caregiver customer',
  'edit caregiver customer',
  'delete caregiver customer',
  'detach caregiver customer',
  'remove former caregivers',
  'link vitals patient',
  'unlink vitals patient',
];

/** What a change is counted as. */
export const countedAs = ({ kind, content }: { kind: ChangeKind; content: { action: string } }): CountedKind =>
  (OF_CUSTOMERS as readonly string[]).includes(content.action) ? 'customer' : kind;
