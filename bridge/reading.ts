import { isBelievable } from '#protocol/clock.ts';
import { PROTOCOL_ERRORS, type ProtocolErrorName } from '#protocol/errors.ts';
import { type Frame, PROTOCOL_VERSION } from '#protocol/frames.ts';
import type { ReportHandover } from '#protocol/ingest-message.ts';
import type { CommandResult, UnitReport, UpMessage } from '#protocol/messages.ts';
import { codecOf } from '#protocol/models.ts';
import { Answers } from './answers.ts';
import type { ConnectedUnit, Handovers } from './connected-unit.ts';

interface ReadReport {
  readonly message: UnitReport | CommandResult;
  readonly handover: ReportHandover;
  readonly sequence: number;
}

/** What the frames of one chunk come to. */
export interface Reading {
  /** To be said once the reports are stored. */
  readonly answers: Answers;
  readonly reports: readonly ReadReport[];
  /** Sequence numbers of command frames that the unit has taken over. */
  readonly commandsTaken: readonly number[];
  readonly objections: readonly { readonly frame: Frame; readonly error: ProtocolErrorName; readonly detail: string }[];
}

/** Decides about each frame of a unit that has logged in. `now` in milliseconds UTC. */
export function readFrames(frames: readonly Frame[], unit: ConnectedUnit, handovers: Handovers, now: number): Reading {
  const answers = new Answers();
  const reports: ReadReport[] = [];
  const commandsTaken: number[] = [];
  const objections: { frame: Frame; error: ProtocolErrorName; detail: string }[] = [];

  function object(frame: Frame, error: ProtocolErrorName, detail: string): void {
    answers.say({ type: 'error', ...PROTOCOL_ERRORS[error] }, frame.sequence);
    objections.push({ frame, error, detail });
  }

  function take(frame: Frame, message: UpMessage): void {
    const { sequence } = frame;
    if (message.type === 'heartbeat') answers.say({ type: 'heartbeatAnswer' }, sequence);
    else if (message.type === 'commandReceived') commandsTaken.push(sequence);
    else if (message.type === 'login') object(frame, 'alreadyLoggedIn', 'A second login');
    else if (unit.stored.has(sequence) || isAmong(reports, sequence)) answers.received(sequence);
    else if (!isBelievable(message.MessageTime, now)) {
      answers.say({ type: 'error', ...PROTOCOL_ERRORS.clockWrong, utc: now }, sequence);
    } else {
      reports.push({ message, handover: handovers.report(unit, message, frame, now), sequence });
      answers.received(sequence);
    }
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
  return { answers, reports, commandsTaken, objections };
}

/** Reports mostly come in the order of their numbers, so that only one that steps back is looked for. */
function isAmong(reports: readonly ReadReport[], sequence: number): boolean {
  const latest = reports.at(-1);
  return latest !== undefined && sequence <= latest.sequence && reports.some((report) => report.sequence === sequence);
}
