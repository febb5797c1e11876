import { createHash } from 'node:crypto';
import type { UnitModel, UnitStatus } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { imeiOf } from '#local/carriers/sim.ts';
import type { SeedDealer } from './dealers.ts';
import { DEALERS } from './dealers.ts';
import { fieldsOfPing } from './pings.ts';
import { PROFILE_KINDS, type ProfileKind, standardProfileKey } from './profile-keys.ts';
import { seededRandom } from './random.ts';
import { type SeedSim, seedSims } from './sims.ts';

/** The firmware versions of the fleet, the current one first. Older versions are rarer. */
export const FIRMWARE: Record<UnitModel, readonly string[]> = {
  'MXD-LTE': ['2.2.0.0.5', '2.2.0.0.4', '2.2.0.0.3', '2.1.4.0.1', '1.9.3.0.2'],
  myConnect: ['4.2.31.3.7', '4.2.31.3.5', '4.1.18.0.2'],
  'myConnect Air': ['1.4.0.2.1', '1.3.2.0.9'],
};

const FIRST_SERIAL = 400_000;
/** Cumulative: a random number from 0 to 1 selects the first model above it. */
const MODEL_SHARE: readonly [UnitModel, number][] = [
  ['MXD-LTE', 0.62],
  ['myConnect', 0.88],
  ['myConnect Air', 1],
];
const STATUSES: readonly UnitStatus[] = [9, 9, 9, 9, 9, 9, 9, 5, 5, 11, 33, 8];
const LINES = ['C1', 'C2', 'N4', 'A7', ''];

export interface SeedOptions {
  /** How many units. */
  count: number;
  /** The end of the fleet's history, in milliseconds. */
  now: number;
  /** All units under this dealer instead of spread over the tree. */
  dealerKey?: number;
  /** The number of the first unit. Fleets with different numbers have different units. */
  firstNumber?: number;
}

/** A believable fleet, the same for the same options. It is generated unit by unit, so that any number fits into memory. */
export function* seedUnits({ count, now, dealerKey, firstNumber = 0 }: SeedOptions): Generator<UnitRecord> {
  const only = DEALERS.find(({ DealerKey }) => DealerKey === dealerKey);
  for (let number = firstNumber; number < firstNumber + count; number++) yield seedUnit(number, now, only);
}

/** Serial numbers continue in base 36 after 999999, so that they have six characters in large fleets too. */
const serialOf = (number: number) =>
  (FIRST_SERIAL + number)
    .toString(number < 600_000 ? 10 : 36)
    .toUpperCase()
    .padStart(6, '0');

function seedUnit(number: number, now: number, only: SeedDealer | undefined): UnitRecord {
  const random = seededRandom(number * 7919 + 17);
  const dealer = only ?? dealerAt(random.next() * 100);
  const dice = random.next();
  const UnitModel = MODEL_SHARE.find(([, share], index) => dice < share || index === 2)![0];
  const UnitStatus = random.pick(STATUSES);
  const sims = seedSims(number, dealer.DealerKey, UnitModel, UnitStatus, random);
  const active = sims[0]!;
  const ping = fieldsOfPing(UnitModel, UnitStatus, now, random);
  return {
    UnitSerNum: serialOf(number),
    UnitModel,
    UnitLineID: random.pick(LINES),
    UnitID: String(1000 + (number % 9000)),
    UnitStatus,
    FirmVer: firmwareOf(UnitModel, random.next()),
    ...(UnitModel === 'MXD-LTE' && { ClearCommVer: random.chance(0.7) ? '2.3.19' : '2.3.17' }),
    IMEI: imeiOf(number),
    ...profileOf(UnitModel, random.pick(PROFILE_KINDS)),
    DealerKey: dealer.DealerKey,
    dealerPath: dealer.dealerPath,
    AllowOTAUpdate: 1,
    ...slotFields(1, sims[0]),
    ...slotFields(2, sims[1]),
    ActiveICCID: active.iccid,
    activeSimSlot: 0,
    ActiveCarrier: active.carrier,
    ActiveState: active.state,
    Report: UnitStatus === 9 ? 1 : 0,
    BulkAction: 0,
    Custom1: random.chance(0.5) ? `Room ${random.between(100, 420)}` : '',
    Custom2: random.chance(0.3) ? random.pick(['North House', 'Garden House', 'Elm Court']) : '',
    ...(ping && { lastPing: ping, lastPingAt: ping.lastPingTime }),
    tcpFail: random.chance(0.03) ? random.between(5, 9) : 0,
    AllowSMSConnect: '1',
    RemoteLog: '0',
  };
}

/** The secret that a seeded unit proves its identity with. Only the newest wearables have one. */
export const secretOf = ({ UnitSerNum, UnitModel }: UnitRecord): Uint8Array | undefined =>
  UnitModel === 'myConnect Air' ? createHash('sha256').update(`Seeded unit ${UnitSerNum}`).digest() : undefined;

function dealerAt(dice: number): SeedDealer {
  let sum = 0;
  for (const dealer of DEALERS) {
    sum += dealer.share;
    if (dice < sum) return dealer;
  }
  return DEALERS.at(-1)!;
}

function firmwareOf(model: UnitModel, dice: number): string {
  const versions = FIRMWARE[model];
  return versions[Math.min(versions.length - 1, Math.floor(dice * dice * versions.length * 1.2))]!;
}

const profileOf = (model: UnitModel, kind: ProfileKind) => ({
  PTName: `${model} ${kind}`,
  PTUnitFirmVer: FIRMWARE[model][0]!,
  ProfileTemplateKey: standardProfileKey(model, kind),
});

const slotFields = (slot: 1 | 2, sim: SeedSim | undefined): Partial<UnitRecord> =>
  sim
    ? {
        [`ICCID${slot}`]: sim.iccid,
        [`ICCID${slot}State`]: sim.state,
        [`ICCID${slot}Carrier`]: sim.carrier,
        ...(sim.msisdn && { [`MSISDN${slot}`]: sim.msisdn }),
      }
    : {};
