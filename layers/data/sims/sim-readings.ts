import { Entity } from 'electrodb';
import { AT_ONCE, type DueReading } from '#core/sims/due-work.ts';
import { DAY } from '#core/time.ts';
import { expiresAt, expiryOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary } from '../kit/table.ts';

/** A SIM that is read until its carrier has done what somebody asked for. Each round is one message of the queue. */
export const SimReadingEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'simReading', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      iccid: requiredText,
      /** When the carrier was asked. */
      since: requiredText,
      round: requiredNumber,
      expiresAt,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['iccid']) },
  },
  at,
);

type Reading = Omit<DueReading, 'work'>;
const key = ({ UnitSerNum, iccid }: Reading) => ({ UnitSerNum, iccid });
/** Longer than a message can be redriven. */
const KEPT_MS = 30 * DAY;

/** The item that starts the readings of a SIM. */
export const newReading = (sim: { UnitSerNum: string; iccid: string; since: string }) => ({
  ...sim,
  round: 0,
  expiresAt: expiryOf(Date.parse(sim.since) + KEPT_MS),
});

/** The item that has a SIM read at once: its carrier has said something new. */
export const readingAtOnce = (sim: { UnitSerNum: string; iccid: string; since: string }) => ({
  ...newReading(sim),
  round: AT_ONCE,
});

export const simReadingStore = {
  /** Since when a SIM is read for a change; undefined if it is not. */
  async since(sim: { UnitSerNum: string; iccid: string }): Promise<string | undefined> {
    const { data } = await SimReadingEntity.get(sim).go({ consistent: true });
    return data?.since;
  },

  /** True if this reading is the next one: it was neither done, nor is another change under way since. */
  async isDue({ since, round, ...sim }: Reading): Promise<boolean> {
    const { data } = await SimReadingEntity.get({ UnitSerNum: sim.UnitSerNum, iccid: sim.iccid }).go({
      consistent: true,
    });
    return data?.since === since && data.round === round;
  },

  /** Asks for the reading after this one. */
  async continue(reading: Reading): Promise<void> {
    const next = SimReadingEntity.patch(key(reading)).set({ round: reading.round + 1 });
    await tryWrite(
      next.where(({ since, round }, { eq }) => `${eq(since, reading.since)} AND ${eq(round, reading.round)}`).go(),
    );
  },

  /** Has a SIM read again later, unless its readings are under way. */
  async begin(sim: { UnitSerNum: string; iccid: string; since: string }): Promise<void> {
    const first = SimReadingEntity.put(newReading(sim));
    await tryWrite(first.where(({ since }, { notExists }) => notExists(since)).go());
  },

  /** Ends the readings, unless another change was asked for meanwhile. */
  async end(reading: Reading): Promise<void> {
    const last = SimReadingEntity.remove(key(reading));
    await tryWrite(last.where(({ since }, { eq }) => eq(since, reading.since)).go());
  },
};
