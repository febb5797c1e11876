import type { AuditAction } from '#core/audit/kinds.ts';
import { AppError } from '#core/errors.ts';
import type { Rights, Scope } from '#core/scope.ts';
import { isActiveSim } from '#core/sims/active-sim.ts';
import { SIM_STATE, type SimState } from '#core/sims/sim-state.ts';
import { DAY, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry, SYSTEM } from '../audit/audit.ts';
import { expiryOf } from '../kit/attributes.ts';
import { change, refusedAs, tryChange } from '../kit/change.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { UnitEntity } from '../units/units.ts';
import { DialableNumberEntity } from './dialable-numbers.ts';
import { SimDifferenceEntity } from './sim-differences.ts';
import { newReading, SimReadingEntity } from './sim-readings.ts';

const entities = { unit: UnitEntity, reading: SimReadingEntity, difference: SimDifferenceEntity };
const numberEntities = { unit: UnitEntity, number: DialableNumberEntity };
const refused = { changed: 'The unit changed meanwhile' };
const numberRefused = {
  ...refused,
  soon: 'A number was requested for this SIM less than a day ago. The carrier gives it later',
};
type Slot = 1 | 2;

/** What a row of a bulk action went by when it decided to ask. */
export interface ReadAt {
  bchKey: string;
  attempt: number;
  /** The stored state of the SIM. */
  state: number | undefined;
  /** Since when the SIM was read for a change. Undefined: it was not. */
  since: string | undefined;
}

export const simChangeStore = {
  /** Makes the SIM pending, with the entry of who asked, and has it read until the carrier is done. Returns the unit as it is then. CONFLICT if its SIM, state or dealer changed. */
  async ask(
    by: Rights,
    was: UnitRecord,
    slot: Slot,
    simState: SimState,
    now: number,
    readAt?: ReadAt,
  ): Promise<UnitRecord> {
    if (readAt && was[`ICCID${slot}State`] !== readAt.state) throw new AppError('CONFLICT', refused.changed);
    const entry = {
      ...about(was),
      action: 'ask for SIM state',
      after: { simState, iccid: iccidIn(was, slot) },
      ...(readAt && { partOf: readAt.bchKey }),
    } as const;
    const pending = stateOf(was, slot, SIM_STATE.pendingActivation);
    await change({ entities, refused, audit: auditEntry(by, entry, now), about: was }, (to) => [
      to.unit.patch(key(was)).set(pending).remove(['voiceReadyICCID']).where(isAsRead(was, slot)).commit(),
      to.reading
        .put(newReading({ ...key(was), iccid: iccidIn(was, slot), since: instant(now) }))
        .where(isAskedAsRead(readAt))
        .commit(),
      // What the carrier said before is outdated.
      to.difference.delete({ ...key(was), iccid: iccidIn(was, slot) }).commit(),
    ]);
    return { ...was, ...pending };
  },

  /** Stores the state after the carrier's answer, unless a reading of the SIM has already. */
  async settle(pending: UnitRecord, slot: Slot, state: SimState): Promise<void> {
    const write = UnitEntity.patch(key(pending)).set(stateOf(pending, slot, state));
    await tryWrite(write.where(isAsRead(pending, slot)).go());
  },

  /** Stores that the SIM of slot 2 is activated, and that a person said so. */
  async override(scope: Scope, was: UnitRecord, now: number): Promise<void> {
    const before = { ICCID2State: was.ICCID2State };
    const entry = { ...about(was), action: 'override SIM state', before, after: { ICCID2State: 14 } } as const;
    const activated = { ...stateOf(was, 2, SIM_STATE.activated), voiceReadyICCID: iccidIn(was, 2) };
    await change({ entities, refused, audit: auditEntry(scope, entry, now), about: was }, (to) => [
      to.unit.patch(key(was)).set(activated).where(isAsRead(was, 2)).commit(),
    ]);
  },

  /** Records that the carrier is about to be asked for a plan. */
  askForPlan: (by: Rights, was: UnitRecord, slot: Slot, plan: string, now: number, partOf?: string): Promise<void> =>
    record(by, was, slot, { action: 'ask for communication plan', after: { plan }, ...(partOf && { partOf }) }, now),

  /** Records that the carrier is about to be asked for a number that people can dial. CONFLICT within a day of such a request for the SIM. */
  async askForNumber(scope: Scope, was: UnitRecord, slot: Slot, zipcode: string, now: number): Promise<void> {
    const iccid = iccidIn(was, slot);
    const entry = { ...about(was), action: 'ask for dialable number', after: { zipcode, iccid } } as const;
    const audit = auditEntry(scope, entry, now);
    await change({ entities: numberEntities, refused: numberRefused, audit, about: was }, (to) => [
      to.unit.check(key(was)).where(isAsRead(was, slot)).commit(),
      refusedAs(
        'soon',
        to.number
          .put({ iccid, askedAt: now, expiresAt: expiryOf(now + DAY) })
          .where(({ askedAt }, { notExists, lte }) => `${notExists(askedAt)} OR ${lte(askedAt, now - DAY)}`)
          .commit(),
      ),
    ]);
  },

  /** Records that the carrier was not asked after all, and why. */
  async notAsked(
    was: UnitRecord,
    slot: Slot,
    wish: { simState: SimState } | { plan: string } | { zipcode: string } | { text: string },
    reason: string,
    now: number,
    partOf?: string,
  ): Promise<void> {
    const after = { ...wish, iccid: iccidIn(was, slot), reason };
    const entry = { ...about(was), action: 'leave carrier unasked', after, ...(partOf && { partOf }) } as const;
    // Nothing is left to record of a unit that was deleted meanwhile.
    await tryChange({ entities, audit: auditEntry(SYSTEM, entry, now) }, (to) => [
      to.unit
        .check(key(was))
        .where(({ UnitSerNum }, { exists }) => exists(UnitSerNum))
        .commit(),
    ]);
  },
};

async function record(
  by: Rights,
  was: UnitRecord,
  slot: Slot,
  { after, ...given }: { action: AuditAction; after: object; partOf?: string },
  now: number,
): Promise<void> {
  const entry = { ...about(was), ...given, after: { ...after, iccid: iccidIn(was, slot) } };
  await change({ entities, refused, audit: auditEntry(by, entry, now), about: was }, (to) => [
    to.unit.check(key(was)).where(isAsRead(was, slot)).commit(),
  ]);
}

const key = ({ UnitSerNum }: UnitRecord) => ({ UnitSerNum });
const iccidIn = (unit: UnitRecord, slot: Slot) => unit[`ICCID${slot}`]!;

const about = ({ UnitSerNum, DealerKey }: UnitRecord) => ({
  objectKind: 'unit' as const,
  objectId: UnitSerNum,
  dealerKey: DealerKey,
});

const stateOf = (unit: UnitRecord, slot: Slot, state: SimState) => ({
  [`ICCID${slot}State`]: state,
  ...(isActiveSim(unit, slot) && { ActiveState: state }),
});

/** Nobody has asked for a state of the SIM since: of two workers with one row, one asks. */
const isAskedAsRead =
  (readAt: ReadAt | undefined) =>
  ({ since }: { since: string }, { eq, exists, notExists }: Operations): string => {
    if (!readAt) return `${exists(since)} OR ${notExists(since)}`;
    return readAt.since === undefined ? notExists(since) : eq(since, readAt.since);
  };

/** The slot has the SIM and the state that were read, and the dealer has the unit. */
const isAsRead =
  (was: UnitRecord, slot: Slot) =>
  (unit: Required<UnitRecord>, { eq, notExists }: Operations) => {
    const stateField = `ICCID${slot}State` as const;
    const believed = was[stateField];
    const sameState = believed === undefined ? notExists(unit[stateField]) : eq(unit[stateField], believed);
    return `${eq(unit.dealerPath, was.dealerPath)} AND ${eq(unit[`ICCID${slot}`], iccidIn(was, slot))} AND ${sameState}`;
  };
