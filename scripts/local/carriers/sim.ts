import { type Carrier, carrierOf, ICCID_PREFIXES } from '#core/sims/carrier.ts';
import { checkDigit } from '#core/sims/identifiers.ts';
import { SIM_STATE, type SimState } from '#core/sims/sim-state.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';

/** A SIM as its carrier stores it. */
export interface Sim {
  iccid: string;
  carrier: Carrier;
  imei: string;
  /** Absent at Verizon while a line has no number. */
  msisdn?: string | undefined;
  /** The carrier's own name of the state. */
  status: string;
  plan: string;
  dateAdded: string;
  dateActivated?: string | undefined;
  dateUpdated: string;
  /** When the network last wrote to the SIM over the air; Verizon only. */
  SIMOTADate?: string | undefined;
  /** True if it uses nothing while it is in service, as in a unit without power. */
  idle?: boolean;
}

/** The state of the SIMs of a lot. The digit after the carrier's prefix in the ICCID is the lot. */
export const LOTS = {
  activated: 0,
  deactivated: 1,
  inventory: 2,
  provisioningVoice: 3,
  activationReady: 4,
  testReady: 5,
  retired: 6,
} as const;
export type Lot = keyof typeof LOTS;

/** The valid ICCID of the SIM with a number (0 up to 10^11) in a lot. */
export function iccidOf(carrier: Carrier, number: number, lot: Lot = 'activated'): string {
  const start = `${ICCID_PREFIXES[carrier]}${LOTS[lot]}`;
  const body = start + String(number).padStart(ICCID_LENGTH - 1 - start.length, '0');
  if (!Number.isInteger(number) || number < 0 || body.length !== ICCID_LENGTH - 1) {
    throw new RangeError(`No ICCID has the number ${number}`);
  }
  return body + checkDigit(body);
}

const ICCID_LENGTH = 20;

/** The IMEI of the unit whose SIMs have this number: the same for both of its SIMs. */
export function imeiOf(number: number): string {
  const body = `35${String(number).padStart(12, '0')}`;
  return body + checkDigit(body);
}

/** The parts of an ICCID made by `iccidOf`; any other ICCID with a carrier's prefix is read the same way. */
function read(iccid: string): { carrier: Carrier; number: number; lot: Lot } {
  const carrier = carrierOf(iccid);
  if (carrier === undefined || iccid.length !== ICCID_LENGTH) throw new RangeError(`No carrier issued ${iccid}`);
  const lotAt = ICCID_PREFIXES[carrier].length;
  const lot = (Object.keys(LOTS) as Lot[]).find((name) => String(LOTS[name]) === iccid[lotAt]) ?? 'activated';
  return { carrier, number: Number(iccid.slice(lotAt + 1, -1)), lot };
}

/**
 * The carriers' SIM with an ICCID. It is computed from the ICCID, so that a seeded table and the carriers agree. `facts`
 * replace parts of it.
 */
export function simFor(iccid: string, facts: Partial<Sim> = {}): Sim {
  const { carrier, number, lot } = read(iccid);
  const actual = driftOf(iccid, lot) ?? lot;
  const dates = datesOf(iccid, actual);
  const waitsForNumber = actual === 'provisioningVoice' && spread(iccid, 'cause', 2) === 0;
  return {
    iccid,
    carrier,
    imei: imeiOf(number),
    status: carrier === 1 ? VERIZON_WORDS[actual] : CONTROL_CENTER_WORDS[actual],
    plan: carrier === 1 ? 'M2MVoice' : `${carrier === 0 ? 'ATT' : 'TELUS'} M2M Voice`,
    ...dates,
    msisdn: numberOf(carrier, number, actual, waitsForNumber),
    ...(carrier === 1 && dates.dateActivated && { SIMOTADate: otaDateOf(dates.dateActivated, actual, waitsForNumber) }),
    ...facts,
  };
}

/** The state that a seeded portal stores. About three in a hundred differ from the carrier's. */
export function storedStateFor(iccid: string): SimState {
  const { carrier, lot } = read(iccid);
  return carrier === 1 ? VERIZON_STATES[lot] : CONTROL_CENTER_STATES[lot];
}

function driftOf(iccid: string, lot: Lot): Lot | undefined {
  if (spread(iccid, 'drift', 100) >= 3) return undefined;
  return DRIFTS[lot];
}

/** Changes at the carrier that the portal has missed. */
const DRIFTS: Partial<Record<Lot, Lot>> = {
  activated: 'deactivated',
  deactivated: 'activated',
  inventory: 'activated',
  provisioningVoice: 'activated',
};

const CONTROL_CENTER_WORDS: Record<Lot, string> = {
  activated: 'ACTIVATED',
  deactivated: 'DEACTIVATED',
  inventory: 'INVENTORY',
  provisioningVoice: 'ACTIVATED',
  activationReady: 'ACTIVATION_READY',
  testReady: 'TEST_READY',
  retired: 'RETIRED',
};

const VERIZON_WORDS: Record<Lot, string> = {
  activated: 'active',
  deactivated: 'deactive',
  inventory: 'preactive',
  provisioningVoice: 'active',
  activationReady: 'active',
  testReady: 'active',
  retired: 'deactive',
};

const CONTROL_CENTER_STATES: Record<Lot, SimState> = {
  activated: SIM_STATE.activated,
  deactivated: SIM_STATE.deactivated,
  inventory: SIM_STATE.inventory,
  provisioningVoice: SIM_STATE.provisioningVoice,
  activationReady: SIM_STATE.activated,
  testReady: SIM_STATE.activated,
  retired: SIM_STATE.retired,
};

const VERIZON_STATES: Record<Lot, SimState> = { ...CONTROL_CENTER_STATES, retired: SIM_STATE.deactivated };

const NEVER_ACTIVE: readonly Lot[] = ['inventory', 'activationReady', 'testReady'];
const FIRST_DELIVERY = Date.UTC(2023, 0, 2, 15);

function datesOf(iccid: string, lot: Lot) {
  const added = FIRST_DELIVERY + spread(iccid, 'added', 900) * DAY;
  const activated = added + (1 + spread(iccid, 'activated', 60)) * DAY + spread(iccid, 'minute', 600) * MINUTE;
  const left = activated + (30 + spread(iccid, 'left', 300)) * DAY;
  if (NEVER_ACTIVE.includes(lot)) return { dateAdded: instant(added), dateUpdated: instant(added) };
  const gone = lot === 'deactivated' || lot === 'retired';
  return {
    dateAdded: instant(added),
    dateActivated: instant(activated),
    dateUpdated: instant(gone ? left : activated),
  };
}

/** Minutes after the activation in general; the day before it for a line that waits only for this. */
function otaDateOf(dateActivated: string, lot: Lot, waitsForNumber: boolean): string {
  const waitsForOta = lot === 'provisioningVoice' && !waitsForNumber;
  return instant(Date.parse(dateActivated) + (waitsForOta ? -DAY : 4 * MINUTE));
}

const AREA_CODES: Record<Carrier, readonly string[]> = {
  0: ['801', '385', '435', '208', '303', '719'],
  1: ['512', '614', '704', '813', '916', '503'],
  2: ['403', '416', '514', '604', '780', '902'],
};

/** A number per SIM of a carrier. AT&T and Telus lines that wait for theirs have one that only the carrier can reach. */
function numberOf(carrier: Carrier, number: number, lot: Lot, waitsForNumber: boolean): string | undefined {
  if (lot === 'inventory') return undefined;
  if (lot === 'provisioningVoice' && carrier !== 1) return `882350${String(number % 10 ** 9).padStart(9, '0')}`;
  if (waitsForNumber) return undefined;
  const areas = AREA_CODES[carrier];
  const area = areas[Math.floor(number / SUBSCRIBERS) % areas.length];
  const subscriber = 2_000_000 + (number % SUBSCRIBERS);
  return `${carrier === 1 ? '' : '1'}${area}${subscriber}`;
}

/** Numbers from 200-0000 to 999-9999. */
const SUBSCRIBERS = 8_000_000;

/** A number from 0 to below `size`, computed from the ICCID and the aspect (FNV-1a, 32 bits). */
export function spread(iccid: string, aspect: string, size: number): number {
  let hash = 0x811c9dc5;
  for (const character of aspect + iccid) {
    hash ^= character.charCodeAt(0);
    hash = Math.imul(hash, 0x01000193);
  }
  // The low bits of FNV are not random enough for inputs that differ in their last digits.
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) % size;
}
