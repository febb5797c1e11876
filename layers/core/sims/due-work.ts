import { z } from 'zod';
import { DAY, Instant, MINUTE } from '../time.ts';
import { SIM_STATE, type SimState } from './sim-state.ts';

const Sim = z.object({ UnitSerNum: z.string(), iccid: z.string() });

/** A marked SIM is deactivated, now that its unit has logged in over the other one. */
export const DueDeactivation = Sim.extend({ work: z.literal('deactivate') });
export type DueDeactivation = z.infer<typeof DueDeactivation>;

/** A SIM is read whose carrier was asked for another state at `since`. `round`: how often it was read before. */
export const DueReading = Sim.extend({ work: z.literal('read'), since: Instant, round: z.number().int() });
export type DueReading = z.infer<typeof DueReading>;

/** The command on which a unit should change its SIM was not carried out: the mark that it brought ends. */
export const DueMarkEnd = z.object({ work: z.literal('endMark'), UnitSerNum: z.string(), commandId: z.string() });
export type DueMarkEnd = z.infer<typeof DueMarkEnd>;

/** The messages to the queue of work on SIMs. */
export const DueSimWork = z.discriminatedUnion('work', [DueDeactivation, DueReading, DueMarkEnd]);

/** The round of a reading that does not wait: the carrier has said that it is done. */
export const AT_ONCE = -1;

/** Minutes before the first readings. Later ones are a quarter of an hour apart: a queue delays no message longer. */
const PAUSES: readonly number[] = [1, 2, 4, 8];

/** Milliseconds before a reading, after the one before it. */
export const pauseBefore = (round: number): number => (round === AT_ONCE ? 0 : (PAUSES[round] ?? 15) * MINUTE);

/**
 * A request is given up so long after it was made, in milliseconds: ThingSpace works on a change for up to 24 hours. By then the SIM was read about a hundred
 * times.
 */
const GIVE_UP_AFTER_MS = DAY;

/** True if the carrier has had its time: what it has not done by then it is not expected to do. */
export const isGivenUp = ({ since }: Pick<DueReading, 'since'>, now: number): boolean =>
  now - Date.parse(since) >= GIVE_UP_AFTER_MS;

/** True if the SIM can still get another state by itself. */
export const isUnderWay = (state: SimState): boolean =>
  state === SIM_STATE.pendingActivation || state === SIM_STATE.provisioningVoice;
