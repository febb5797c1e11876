import { asNew, eventTypeOf, isAlarm } from '../history/alarm.ts';
import { REBOOT_TEXT, textAsRead } from '../sims/text-message.ts';
import { DAY, HOUR, MINUTE } from '../time.ts';
import type { EventReport, MessageType } from '../unit-messages/common-reports.ts';
import type { UnitReport } from '../unit-messages/messages.ts';
import { CARRIER_MODES } from '../unit-messages/voice-reports.ts';
import { isBatteryLow } from '../units/power.ts';
import type { LastPing } from '../units/unit.ts';

/** So long after an alarm somebody may still talk to the wearer, or call again: the unit must stay in reach. */
export const QUIET_AFTER_ALARM_MS = 15 * MINUTE;
/** An alarm that is open for longer has been forgotten: it must not keep updates away for ever. */
export const OPEN_ALARM_COUNTS_MS = DAY;

/** The latest begin of a call, the boot in which the unit told of it, and the latest end. By the unit's clock, in milliseconds. */
export interface CallSigns {
  beganAt?: number;
  beganInBoot?: number;
  endedAt?: number;
}

/** What the interlock judges by. Times in milliseconds. */
export interface SafetyFacts {
  /** The alarms of the unit within the last day, tests not among them. */
  alarms: readonly { at: number; open: boolean }[];
  calls?: CallSigns;
  /** The boot of the unit's latest login. */
  bootId?: number;
  lastPing?: Pick<LastPing, 'acPower' | 'chargedPercent' | 'lowpower'> | undefined;
}

/**
 * An update or a restart takes the unit out of reach for minutes, and it may not come back on a low battery. Without its line nobody can call it. A
 * takeover of its console takes it from somebody who may be helping.
 */
export const HELD_WORK = ['update', 'restart', 'change of line', 'takeover'] as const;
export type HeldWork = (typeof HELD_WORK)[number];

/** Work from which a unit may not come back on a low battery. */
const NEEDS_POWER: readonly HeldWork[] = ['update', 'restart'];

/** Why the unit must be left alone now. */
export interface Hold {
  reason: string;
  /** When to ask again, in milliseconds. Absent: after what the unit or its operator does next. */
  until?: number;
}

/**
 * Why the work must wait, because it would take the unit out of reach in a moment when somebody may need help; undefined if it may be done now.
 * Every place that does such work asks here, at the last moment.
 */
export function heldBack(
  work: HeldWork,
  { alarms, calls = {}, bootId, lastPing }: SafetyFacts,
  now: number,
): Hold | undefined {
  if (isInCall(calls, bootId, now)) return { reason: 'The unit is in a call' };
  if (alarms.some(({ at, open }) => open && now - at < OPEN_ALARM_COUNTS_MS))
    return { reason: 'An alarm of the unit is open' };
  const last = Math.max(...alarms.map(({ at }) => at));
  if (now - last < QUIET_AFTER_ALARM_MS)
    return {
      reason: `The unit raised an alarm less than ${QUIET_AFTER_ALARM_MS / MINUTE} minutes ago`,
      until: last + QUIET_AFTER_ALARM_MS,
    };
  return NEEDS_POWER.includes(work) && lastPing && isBatteryLow(lastPing)
    ? { reason: 'The battery of the unit is low' }
    : undefined;
}

/** The messages that take a unit out of reach for minutes while it takes them. */
const UPDATES: readonly string[] = ['FIRMVER', 'SPEECH'] satisfies MessageType[];
export const isUpdate = (MessageType: string): boolean => UPDATES.includes(MessageType);

const OUT_OF_REACH = 'What takes it out of reach has to wait: it may be needed for help';
/** What a refusal adds to the reason. */
export const HELD_ADVICE: Readonly<Record<HeldWork, string>> = {
  update: OUT_OF_REACH,
  restart: OUT_OF_REACH,
  'change of line': OUT_OF_REACH,
  takeover: 'Its console stays with who has it: they may be helping',
};

export const UPDATES_OFF = 'Updates over the air are switched off for this unit';

const RESTARTS: readonly string[] = ['Reboot', 'reboot'];

/** True for a console command that restarts the unit, or makes it use another SIM. */
export const isInterrupting = (command: string, given: Readonly<Record<string, unknown>> = {}): boolean =>
  RESTARTS.includes(command) || (command === 'GoToMode' && CARRIER_MODES.some((mode) => mode === given.mode));

/** True for a text that restarts the unit, however it is written. */
export const isInterruptingText = (text: string): boolean => textAsRead(text) === textAsRead(REBOOT_TEXT);

const isAlarmReport = (report: EventReport): boolean => isAlarm(asNew({ ...report, eventType: eventTypeOf(report) }));

/** A unit that never says that its call has ended is in none after this time. */
export const CALL_COUNTS_MS = 2 * HOUR;

/** What a report says of calls; undefined if it says nothing. A unit that has just been switched on is in none. */
export function callSignOf(report: UnitReport): 'began' | 'ended' | undefined {
  if (report.type === 'callStarted') return 'began';
  if (report.type === 'call') return 'ended';
  if (report.type === 'lifecycle') return report.kind === 'Power On' ? 'ended' : undefined;
  return report.type === 'status' && 'callState' in report
    ? report.callState === 'idle'
      ? 'ended'
      : 'began'
    : undefined;
}

/** True if the unit is in a call, as far as it has told. `bootId`: the boot of its latest login; what began in an earlier boot is over. */
export function isInCall(
  { beganAt = 0, beganInBoot = Number.POSITIVE_INFINITY, endedAt = 0 }: CallSigns,
  bootId: number | undefined,
  now: number,
): boolean {
  return beganAt > endedAt && now - beganAt < CALL_COUNTS_MS && beganInBoot >= (bootId ?? 0);
}

/** The later signs of both. */
const latestOf = (one: CallSigns, other: CallSigns): CallSigns => {
  const { beganAt, beganInBoot } = (other.beganAt ?? 0) > (one.beganAt ?? 0) ? other : one;
  const endedAt = Math.max(one.endedAt ?? 0, other.endedAt ?? 0);
  return {
    ...(beganAt !== undefined && { beganAt }),
    ...(beganInBoot !== undefined && { beganInBoot }),
    ...(endedAt > 0 && { endedAt }),
  };
};

/** What a bridge knows of a unit that reports, before anything of it is stored. */
export interface HeardNow {
  alarmAt?: number;
  /** All of the boot of this connection. */
  calls?: CallSigns;
}

/** What is known after a report. Reports come in any order: only the latest sign of its kind counts. */
export function afterReport(was: HeardNow, report: UnitReport, receivedAt: number): HeardNow {
  if (report.type === 'event' && isAlarmReport(report)) return { ...was, alarmAt: receivedAt };
  const sign = callSignOf(report);
  if (!sign) return was;
  const told = sign === 'began' ? { beganAt: report.MessageTime } : { endedAt: report.MessageTime };
  return { ...was, calls: latestOf(was.calls ?? {}, told) };
}

/** The stored facts with what the bridge has just heard. */
export const withHeard = (facts: SafetyFacts, { alarmAt, calls = {} }: HeardNow): SafetyFacts => ({
  ...facts,
  calls: latestOf(facts.calls ?? {}, calls),
  alarms: [...facts.alarms, ...(alarmAt === undefined ? [] : [{ at: alarmAt, open: false }])],
});
