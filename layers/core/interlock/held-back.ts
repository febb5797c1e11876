import { asNew, eventTypeOf, isAlarm } from '../history/alarm.ts';
import { REBOOT_TEXT } from '../sims/text-message.ts';
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

/** What the interlock judges by. Times in milliseconds. */
export interface SafetyFacts {
  /** The alarms of the unit within the last day, tests not among them. */
  alarms: readonly { at: number; open: boolean }[];
  /** True while the unit says that it is in a call. */
  inCall?: boolean;
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
export function heldBack(work: HeldWork, { alarms, inCall, lastPing }: SafetyFacts, now: number): Hold | undefined {
  if (inCall) return { reason: 'The unit is in a call' };
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

export const isInterruptingText = (text: string): boolean => text.trim().toLowerCase() === REBOOT_TEXT.toLowerCase();

const isAlarmReport = (report: EventReport): boolean => isAlarm(asNew({ ...report, eventType: eventTypeOf(report) }));

/** A unit that never says that its call has ended is in none after this time. */
export const CALL_COUNTS_MS = 2 * HOUR;

/** What a report says of calls; undefined if it says nothing. */
export function callSignOf(report: UnitReport): 'began' | 'ended' | undefined {
  if (report.type === 'callStarted') return 'began';
  if (report.type === 'call') return 'ended';
  return report.type === 'status' && 'callState' in report
    ? report.callState === 'idle'
      ? 'ended'
      : 'began'
    : undefined;
}

/** True if the latest signs of calls, in milliseconds, say that a call goes on. */
export const isInCall = ({ beganAt = 0, endedAt = 0 }: { beganAt?: number; endedAt?: number }, now: number): boolean =>
  beganAt > endedAt && now - beganAt < CALL_COUNTS_MS;

/** What a bridge knows of a unit that reports, before anything of it is stored. */
export interface HeardNow {
  alarmAt?: number;
  inCall?: boolean;
}

/** What is known after a report. */
export function afterReport(was: HeardNow, report: UnitReport, receivedAt: number): HeardNow {
  if (report.type === 'event' && isAlarmReport(report)) return { ...was, alarmAt: receivedAt };
  const sign = callSignOf(report);
  return sign ? { ...was, inCall: sign === 'began' } : was;
}

/** The stored facts with what the bridge has just heard. */
export const withHeard = (facts: SafetyFacts, { alarmAt, inCall }: HeardNow): SafetyFacts => ({
  ...facts,
  // What it has just said is newer than what is stored.
  ...(inCall !== undefined && { inCall }),
  alarms: [...facts.alarms, ...(alarmAt === undefined ? [] : [{ at: alarmAt, open: false }])],
});
