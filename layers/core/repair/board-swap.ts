import { z } from 'zod';
import type { HeldWork } from '../interlock/held-back.ts';
import { pingState } from '../units/silence.ts';
import { ASSIGNED, DESTROYED, SerialNumber, STATUS_IN_SENTENCE } from '../units/unit.ts';
import type { UnitRecord } from '../units/unit-record.ts';

/** A spare unit gives its board to a unit and gets the unit's. The IMEIs say which boards were seen: a swap that is sent twice is done once. */
export const BoardSwapInput = z.object({
  UnitSerNum: SerialNumber,
  IMEI: z.string().min(1).max(40),
  SpareSerNum: SerialNumber,
  SpareIMEI: z.string().min(1).max(40),
});
export type BoardSwapInput = z.output<typeof BoardSwapInput>;

/** What belongs to the board of a unit. All else stays with the housing. */
export const BOARD_FIELDS = [
  'IMEI',
  'PCBSerNum',
  'FirmVer',
  'ClearCommVer',
  'ICCID1',
  'ICCID1State',
  'ICCID1Carrier',
  'ICCID1IP',
  'MSISDN1',
  'ICCID2',
  'ICCID2State',
  'ICCID2Carrier',
  'ICCID2IP',
  'MSISDN2',
  'voiceReadyICCID',
  'ActiveICCID',
  'activeSimSlot',
  'ActiveCarrier',
  'ActiveState',
] as const satisfies readonly (keyof UnitRecord)[];

/** What the board told of its configuration. Without it, the unit gets its configuration again. */
const TOLD_FIELDS = [
  'configDigest',
  'pingTold',
  'loginTold',
  'PingInterval',
  'testCall',
] as const satisfies readonly (keyof UnitRecord)[];

/** The unit with the board of another one. */
export function withBoardOf(unit: UnitRecord, board: UnitRecord): UnitRecord {
  const fields = BOARD_FIELDS.map((field) => [field, board[field]]);
  const told = TOLD_FIELDS.map((field) => [field, undefined]);
  return { ...unit, ...Object.fromEntries(fields), ...Object.fromEntries(told) };
}

/** The fields that a swap writes, and those that it removes because the board has none. */
export function boardWrites(unit: UnitRecord, board: UnitRecord) {
  const next = withBoardOf(unit, board);
  const set = Object.fromEntries(
    BOARD_FIELDS.flatMap((field) => (next[field] === undefined ? [] : [[field, next[field]]])),
  );
  return {
    set: set as Partial<Pick<UnitRecord, (typeof BOARD_FIELDS)[number]>>,
    remove: [...BOARD_FIELDS, ...TOLD_FIELDS].filter((field) => next[field] === undefined && unit[field] !== undefined),
  };
}

/**
 * What a swap is to the interlock: the unit is out of reach until it has a new secret. A silent unit may be broken, so the battery that it
 * told of last must not keep it from its repair.
 */
export const swapWorkOn = (unit: Parameters<typeof pingState>[0], now: number): HeldWork =>
  pingState(unit, now) === 'silent' ? 'change of line' : 'restart';

type Compared = Pick<UnitRecord, 'UnitSerNum' | 'UnitModel' | 'UnitStatus' | 'DealerKey' | 'IMEI'>;

/** Why the unit cannot get the board of the spare unit; undefined if it can. */
export function swapRefusal(unit: Compared, spare: Compared): string | undefined {
  if (unit.UnitSerNum === spare.UnitSerNum) return 'A unit cannot get its own board';
  if (unit.UnitStatus === DESTROYED) return 'The unit is destroyed';
  if (spare.UnitStatus === ASSIGNED || spare.UnitStatus === DESTROYED)
    return `The board is not free: its unit is ${STATUS_IN_SENTENCE[spare.UnitStatus]}`;
  if (unit.UnitModel !== spare.UnitModel) return `The board is for the model ${spare.UnitModel}`;
  if (unit.DealerKey !== spare.DealerKey)
    return 'The spare unit belongs to another dealer. Move it to the dealer of the unit first';
  if (unit.IMEI === '' || spare.IMEI === '') return 'A unit without an IMEI has no board to swap';
  return undefined;
}
