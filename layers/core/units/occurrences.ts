import { type Occurrence, occurrenceOfUnit, type UnitOfOccurrence } from '../dealer-settings/occurrence.ts';
import { CARRIER_NAMES } from '../sims/carrier.ts';
import { SimState, simStateLabel } from '../sims/sim-state.ts';
import type { LastPing } from './unit.ts';

/** The part of a unit that occurrences are derived from. */
export interface WatchedUnit extends UnitOfOccurrence {
  lastPing?: LastPing | undefined;
  lastPingAt?: string | undefined;
  ICCID1?: string | undefined;
  ICCID1State?: number | undefined;
  ICCID1Carrier?: number | undefined;
  ICCID2?: string | undefined;
  ICCID2State?: number | undefined;
  ICCID2Carrier?: number | undefined;
}

/**
 * What happened between two states of a unit: its battery became low, its power was lost, the state of a SIM changed. `changeId` is that of
 * the change between them, which can be noticed more than once.
 */
export function unitOccurrences(before: WatchedUnit, after: WatchedUnit, changeId: string): Occurrence[] {
  const found: Occurrence[] = [];
  const [was, is] = [before.lastPing, after.lastPing];
  const heard = is !== undefined && after.lastPingAt !== before.lastPingAt ? after.lastPingAt : undefined;
  if (heard !== undefined && is?.lowpower === true && was?.lowpower !== true)
    found.push(occurrenceOfUnit(after, 'Low Battery', heard, `the battery was reported low at ${heard}.`));
  if (heard !== undefined && is?.acPower === false && was?.acPower === true)
    found.push(occurrenceOfUnit(after, 'Power Lost', heard, `external power was reported lost at ${heard}.`));
  for (const slot of [1, 2] as const) found.push(...simOccurrences(before, after, slot, changeId));
  return found;
}

function simOccurrences(before: WatchedUnit, after: WatchedUnit, slot: 1 | 2, changeId: string): Occurrence[] {
  const [from, to] = [before[`ICCID${slot}State`], after[`ICCID${slot}State`]];
  const iccid = after[`ICCID${slot}`];
  if (from === undefined || to === undefined || from === to || iccid !== before[`ICCID${slot}`]) return [];
  const carrier = CARRIER_NAMES[after[`ICCID${slot}Carrier`] as keyof typeof CARRIER_NAMES] ?? 'its carrier';
  const happened = `SIM ${slot} (${iccid}) of ${carrier} went from ${stateWord(from)} to ${stateWord(to)}.`;
  // The same change of state can happen again. Without the id of the change, the second would count as the first.
  return [occurrenceOfUnit(after, 'SIM State Changed', `${slot}:${changeId}`, happened)];
}

function stateWord(state: number): string {
  const known = SimState.safeParse(state).data;
  return known === undefined ? String(state) : simStateLabel(known, { engineer: false });
}
