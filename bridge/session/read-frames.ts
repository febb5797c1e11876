import type { EventReport } from '#core/unit-messages/common-reports.ts';
import type { DownloadQuestion } from '#core/unit-messages/download-messages.ts';
import type { UnitReport, UpMessage } from '#core/unit-messages/messages.ts';
import type { CommandResult } from '#core/unit-messages/session.ts';
import { isBelievable } from '#protocol/clock.ts';
import { type NoteName, PROTOCOL_ERRORS, type ProtocolErrorName } from '#protocol/errors.ts';
import { type Frame, PROTOCOL_VERSION } from '#protocol/frames.ts';
import type { ReportHandover } from '#protocol/ingest-message.ts';
import { codecOf } from '#protocol/models.ts';
import type { BridgeContext } from '../context.ts';
import { RETRY_AFTER_SECONDS } from '../limits/unit-rates.ts';
import { Answers } from './answers.ts';
import { type ConnectedUnit, fingerprintOf } from './connected-unit.ts';
import type { ReportState } from './sequence-window.ts';

interface ReadReport {
  readonly message: UnitReport | CommandResult;
  readonly handover: ReportHandover;
  readonly sequence: number;
  readonly fingerprint: number;
}

interface Objection {
  readonly frame: Frame;
  readonly error: ProtocolErrorName | NoteName;
  readonly detail: string;
}

/** What to do about the frames of one batch. */
export interface Reading {
  /** To be sent once the reports are stored. */
  readonly answers: Answers;
  readonly reports: readonly ReadReport[];
  /** Sequence numbers of command frames that the unit has taken over. */
  readonly commandsTaken: readonly number[];
  /** What the unit asks about the file that it gets. */
  readonly questions: readonly { readonly question: DownloadQuestion; readonly sequence: number }[];
  /** For the log of invalid messages. */
  readonly objections: readonly Objection[];
}

/** Decides about each frame of a unit that has logged in. `now` in milliseconds UTC. */
export function readFrames(
  frames: readonly Frame[],
  unit: ConnectedUnit,
  { handovers, unitRates }: Pick<BridgeContext, 'handovers' | 'unitRates'>,
  now: number,
): Reading {
  const answers = new Answers();
  const reports: ReadReport[] = [];
  const commandsTaken: number[] = [];
  const questions: { question: DownloadQuestion; sequence: number }[] = [];
  const objections: Objection[] = [];

  function object(frame: Frame, error: ProtocolErrorName, detail: string, more: { utc?: number } = {}): void {
    answers.add({ type: 'error', ...PROTOCOL_ERRORS[error], ...more }, frame.sequence);
    objections.push({ frame, error, detail });
  }

  /** Too many: the report is not stored, and the unit sends it again later. */
  function postpone(frame: Frame, type: string): void {
    const error = { type: 'error', ...PROTOCOL_ERRORS.tooManyReports, retryAfterSeconds: RETRY_AFTER_SECONDS } as const;
    answers.add(error, frame.sequence);
    if (!unitRates.isNoted(unit.UnitSerNum, now)) return;
    objections.push({ frame, error: 'tooManyReports', detail: `A ${type}, and maybe others in the minute after it` });
  }

  function take(frame: Frame, message: UpMessage): void {
    const { sequence } = frame;
    if (message.type === 'heartbeat') answers.add({ type: 'heartbeatAnswer' }, sequence);
    else if (message.type === 'commandReceived') commandsTaken.push(sequence);
    else if (message.type === 'askManifest' || message.type === 'askBlocks' || message.type === 'askInstall')
      questions.push({ question: message, sequence });
    else if (message.type === 'login') object(frame, 'alreadyLoggedIn', 'A second login');
    else takeReport(frame, message);
  }

  function takeReport(frame: Frame, message: UnitReport | CommandResult): void {
    const { sequence } = frame;
    const fingerprint = fingerprintOf(frame);
    const knownAs = findAmong(reports, sequence, fingerprint) ?? unit.stored.find(sequence, fingerprint);
    if (knownAs === 'stored') {
      answers.received(sequence);
      return;
    }
    const isTimeRight = isBelievable(message.MessageTime, now);
    if (!isTimeRight && message.type !== 'event') {
      object(frame, 'clockWrong', `${message.type} of ${instantOf(message.MessageTime)}`, { utc: now });
      return;
    }
    if (!unitRates.admits(unit.UnitSerNum, message, now)) {
      postpone(frame, message.type);
      return;
    }
    if (isTimeRight || message.type !== 'event') {
      const handover = handovers.report(unit, message, frame, fingerprint, now);
      reports.push({ message, handover, sequence, fingerprint });
      answers.received(sequence);
    } else {
      reports.push({ ...timedHere(frame, message, fingerprint), sequence, fingerprint });
      answers.add({ type: 'received', utc: now }, sequence);
    }
    if (knownAs === 'another') {
      const detail = `Another report of boot ${unit.bootId} has the number ${sequence}; both are stored`;
      objections.push({ frame, error: 'sequenceReused', detail });
    }
  }

  /** An alarm is not rejected for its time, since the unit may be unable to set its clock. */
  function timedHere(frame: Frame, event: EventReport, fingerprint: number): Pick<ReadReport, 'message' | 'handover'> {
    const message = { ...event, MessageTime: now };
    const handover = handovers.report(unit, message, frame, fingerprint, now);
    return { message, handover: { ...handover, claimedTime: event.MessageTime } };
  }

  for (const frame of frames) {
    if (frame.version !== PROTOCOL_VERSION) {
      object(frame, 'unsupportedVersion', `Version ${frame.version}`);
      continue;
    }
    const decoded = codecOf(unit.UnitModel).decode(frame);
    if (decoded.ok) take(frame, decoded.message);
    else object(frame, decoded.error, decoded.detail);
  }
  return { answers, reports, commandsTaken, questions, objections };
}

/** Searches the reports read so far for this number. Numbers mostly increase, so only one that steps back is searched for. */
function findAmong(reports: readonly ReadReport[], sequence: number, fingerprint: number): ReportState | undefined {
  const latest = reports.at(-1);
  if (latest === undefined || sequence > latest.sequence) return undefined;
  const sameNumber = reports.filter((report) => report.sequence === sequence);
  if (sameNumber.length === 0) return undefined;
  return sameNumber.some((report) => report.fingerprint === fingerprint) ? 'stored' : 'another';
}

/** A time as text; a number that is no valid time stays a number. */
const instantOf = (time: number): string => (Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : String(time));
