import { CARRIER_NAMES } from '../sims/carrier.ts';
import { SIM_STATE, SimState, simStateLabel, type Viewer } from '../sims/sim-state.ts';
import { CONDITION_WORDS, type Condition } from './condition.ts';
import { compareFirmware } from './firmware.ts';
import { zonesOf } from './low-zones.ts';
import { isBatteryLow } from './power.ts';
import { hasStaleReadings, pingState } from './silence.ts';
import { hasFailed } from './test-call.ts';
import { ASSIGNED, shownFirmware, type Unit, type UnitStatus } from './unit.ts';

/** From the least to the most urgent. `muted`: nobody depends on the unit now. */
const TONES = ['muted', 'ok', 'notice', 'warning', 'silent', 'danger'] as const;
export type VerdictTone = (typeof TONES)[number];

/** What mends something that is wrong (`mend-words.ts`). */
export type Mend =
  | 'report'
  | 'unitID'
  | 'begin'
  | 'reach'
  | 'move'
  | 'secret'
  | 'line'
  | 'noSim'
  | 'activate'
  | 'carrier'
  | 'testCall'
  | 'switchOn'
  | 'charge'
  | 'battery'
  | 'batteries'
  | 'ping'
  | 'update';

export interface VerdictReason {
  tone: VerdictTone;
  text: string;
  /** What people can do about it. Absent: nothing is wrong, or only time mends it. */
  mend?: Mend;
  /** The condition of a unit that does not report. Nobody knows the rest, so it counts whatever else the unit lacks. */
  condition?: Condition;
}

export interface Verdict {
  condition: Condition;
  /** The word for the condition: `Needs attention`. */
  word: string;
  /** The urgency of the most urgent reason. */
  tone: VerdictTone;
  /** The reasons, the most urgent first. */
  reasons: readonly VerdictReason[];
}

export interface VerdictFacts {
  unit: Pick<
    Unit,
    | 'UnitModel'
    | 'UnitStatus'
    | 'FirmVer'
    | 'Report'
    | 'ActiveICCID'
    | 'ActiveState'
    | 'ActiveCarrier'
    | 'lastPing'
    | 'PingInterval'
    | 'outageMs'
    | 'testCall'
    | 'lowZones'
    | 'awaitsConfiguration'
  > & {
    /** Under which a monitoring centre knows the unit. Absent: the caller does not judge by it. */
    UnitID?: string;
  };
  /** Failed TCP connections in a row. */
  tcpFail?: number;
  /** True if the unit is connected now. */
  connected?: boolean;
  /** True if the unit has no secret, and cannot connect without one. */
  needsSecret?: boolean;
  /** The newest firmware of the model. */
  newestFirmware?: string | undefined;
}

/** More failed TCP connections than this are an error [P2-K56]. */
export const MAX_TCP_FAILURES = 4;
export const isTcpFailing = (tcpFail: number) => tcpFail > MAX_TCP_FAILURES;

const OUT_OF_SERVICE: Record<Exclude<UnitStatus, typeof ASSIGNED>, string> = {
  5: 'The unit is ready to be assigned',
  8: 'The unit is destroyed',
  11: 'The unit is new',
  33: 'The unit is in repair',
};

const SOUND: readonly VerdictTone[] = ['ok', 'notice'];

/** Judges whether people can rely on the unit, with reasons. `now` is in milliseconds since 1970. */
export function verdict(facts: VerdictFacts, viewer: Viewer, now: number): Verdict {
  const { UnitStatus } = facts.unit;
  if (UnitStatus !== ASSIGNED) return verdictOf('out', [{ tone: 'muted', text: OUT_OF_SERVICE[UnitStatus] }]);
  const reasons = [
    ...reportingReasons(facts),
    ...contactReasons(facts, now),
    ...simReasons(facts, viewer),
    ...voiceReasons(facts),
    ...powerReasons(facts, now),
    ...accessoryReasons(facts),
    ...upkeepReasons(facts),
  ].sort((left, right) => TONES.indexOf(right.tone) - TONES.indexOf(left.tone));
  const unheard = reasons.find(({ condition }) => condition)?.condition;
  return verdictOf(unheard ?? (SOUND.includes(toneOf(reasons)) ? 'healthy' : 'attention'), reasons);
}

const toneOf = (reasons: readonly VerdictReason[]): VerdictTone => reasons[0]?.tone ?? 'ok';

const verdictOf = (condition: Condition, reasons: readonly VerdictReason[]): Verdict => ({
  condition,
  word: CONDITION_WORDS[condition],
  tone: toneOf(reasons),
  reasons,
});

function* reportingReasons({ unit }: VerdictFacts): Generator<VerdictReason> {
  if (unit.Report === 0)
    yield {
      tone: 'warning',
      text: 'Reporting is off: what it sends is not passed on',
      mend: 'report',
    };
  if (unit.UnitID !== undefined && /^\s*$/.test(unit.UnitID))
    yield {
      tone: 'warning',
      text: 'It has no unit ID: a monitoring centre does not know whose alarm it is',
      mend: 'unitID',
    };
}

function* contactReasons(
  { unit, tcpFail = 0, connected = false, needsSecret = false }: VerdictFacts,
  now: number,
): Generator<VerdictReason> {
  const { lastPing } = unit;
  const heard = pingState(unit, now);
  if (connected) yield { tone: 'ok', text: 'Connected now' };
  else if (heard === 'never heard')
    yield {
      tone: 'silent',
      condition: 'silent',
      text: 'Has never sent a ping',
      mend: 'begin',
    };
  else if (heard === 'silent')
    yield { tone: 'silent', condition: 'silent', text: 'Missed two pings or more', mend: 'reach' };
  else if (heard === 'late')
    yield { tone: 'warning', condition: 'late', text: 'The last ping is overdue', mend: 'reach' };
  else yield { tone: 'ok', text: 'Pings on time' };
  if (unit.outageMs && !connected && heard !== 'never heard')
    yield { tone: 'notice', text: 'The portal could not hear units for a time since its last ping' };
  if (needsSecret)
    yield {
      tone: 'danger',
      text: `${connected ? 'Its next login will be' : 'Its login is'} refused: it has no secret`,
      mend: 'secret',
    };
  if (isTcpFailing(tcpFail)) yield { tone: 'danger', text: `${tcpFail} TCP connections failed in a row`, mend: 'line' };
  if (lastPing?.bars === 0) yield { tone: 'warning', text: 'No signal at the last ping', mend: 'move' };
  else if (lastPing?.bars === 1) yield { tone: 'notice', text: 'Weak signal at the last ping', mend: 'move' };
}

/** How urgent the state of a SIM in use is. */
export function simTone(state: SimState): VerdictTone {
  if (state === SIM_STATE.activated) return 'ok';
  return state === SIM_STATE.provisioningVoice || state === SIM_STATE.pendingActivation ? 'warning' : 'danger';
}

function* simReasons({ unit }: VerdictFacts, viewer: Viewer): Generator<VerdictReason> {
  const { ActiveICCID, ActiveState, ActiveCarrier } = unit;
  if (!ActiveICCID) {
    yield { tone: 'danger', text: 'No SIM is in use', mend: 'noSim' };
    return;
  }
  const state = SimState.safeParse(ActiveState).data;
  if (state === undefined || state === SIM_STATE.activated) return;
  const sim = ActiveCarrier === undefined ? 'SIM in use' : `${CARRIER_NAMES[ActiveCarrier]} SIM`;
  const text = `The ${sim} is ${simStateLabel(state, viewer).toLowerCase()}`;
  yield {
    tone: simTone(state),
    text: state === SIM_STATE.provisioningVoice ? `${text}: it cannot be called yet` : text,
    mend: simTone(state) === 'danger' ? 'activate' : 'carrier',
  };
}

function* voiceReasons({ unit }: VerdictFacts): Generator<VerdictReason> {
  if (hasFailed(unit.testCall))
    yield {
      tone: 'warning',
      text: 'The last test call failed',
      mend: 'testCall',
    };
}

function* powerReasons({ unit }: VerdictFacts, now: number): Generator<VerdictReason> {
  const { lastPing } = unit;
  if (!lastPing) return;
  const { switchPosition, chargedPercent } = lastPing;
  if (switchPosition === 'Off') yield { tone: 'danger', text: 'Switched off at the last ping', mend: 'switchOn' };
  const charge = chargedPercent === undefined ? '' : `, ${chargedPercent} %`;
  const low = hasStaleReadings(unit, now) ? 'was low at the last ping' : 'is low';
  if (isBatteryLow(lastPing)) yield { tone: 'warning', text: `The battery ${low}${charge}`, mend: 'charge' };
}

function* accessoryReasons({ unit }: VerdictFacts): Generator<VerdictReason> {
  const zones = zonesOf(unit.lowZones);
  if (zones.length === 1)
    yield {
      tone: 'warning',
      text: `The battery of the accessory in zone ${zones[0]} is low`,
      mend: 'battery',
    };
  else if (zones.length > 1)
    yield {
      tone: 'warning',
      text: `The batteries of the accessories in zones ${inWords(zones)} are low`,
      mend: 'batteries',
    };
}

const inWords = (zones: readonly number[]) => `${zones.slice(0, -1).join(', ')} and ${zones.at(-1)}`;

function* upkeepReasons({ unit, newestFirmware }: VerdictFacts): Generator<VerdictReason> {
  if (unit.awaitsConfiguration)
    yield {
      tone: 'notice',
      text: 'It has not confirmed the configuration that was saved last',
      mend: 'ping',
    };
  if (newestFirmware && compareFirmware(unit.FirmVer, newestFirmware) < 0)
    // A waiting update does not make a unit less reliable.
    yield {
      tone: 'ok',
      text: `Firmware ${shownFirmware(newestFirmware)} is available`,
      mend: 'update',
    };
}
