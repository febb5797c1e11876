import { z } from 'zod';
import { whoWords } from '../audit/actor.ts';
import type { UnitChange } from '../history/change.ts';
import { HOUR, Instant, SECOND } from '../time.ts';
import type { UnitReport } from '../unit-messages/messages.ts';
import { outcomeWords } from './line.ts';
import { reportWords } from './report-words.ts';
import type { CommandStage } from './transcript.ts';

/** A console session is one live connection of a browser, which API Gateway ends after two hours. */
const LONGEST_MS = 2 * HOUR;
/** What the last commands caused comes after the end of the session. */
const AFTERMATH_MS = 15 * SECOND;

/** When somebody used the console of a unit, milliseconds since 1970. Without `endedAt` it has not ended, or nobody has noticed its end. */
export interface SessionTimes {
  startedAt: number;
  endedAt?: number | undefined;
}

/** The last moment that belongs to the transcript of a session. */
export const endOfTranscript = ({ startedAt, endedAt = startedAt + LONGEST_MS }: SessionTimes): number =>
  endedAt + AFTERMATH_MS;

/** One line of a stored transcript. */
export const TranscriptLine = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(['command', 'unit', 'console']),
  text: z.string(),
  stage: z.enum(['sent', 'done', 'failed', 'unanswered']).optional(),
  answer: z.string().optional(),
});
export type TranscriptLine = z.infer<typeof TranscriptLine>;

/** A change of the unit as a line: a command with who gave it, its outcome, or a handover. Undefined for any other change. */
export function lineOfChange(change: UnitChange): TranscriptLine | undefined {
  const { auditId: id, at, action, after = {} } = change;
  if (action === 'hand over console')
    return { id, at, kind: 'console', text: `The console went from ${after.from} to ${after.to}` };
  if (action === 'open console') return { id, at, kind: 'console', text: `${whoWords(change)} opened the console` };
  const { command, outcome, text, origin: _origin, setBy: _setBy, ...given } = after;
  const words = [command, ...Object.values(given)].map(String).join(' ');
  if (action === 'give command')
    return { id, at, kind: 'command', text: `${whoWords(change)}: ${words}`, stage: 'sent' };
  if (action !== 'end command') return undefined;
  const answer = [outcomeWords(String(outcome)), text].filter(Boolean).join(': ');
  return { id, at, kind: 'command', text: words, stage: STAGES[String(outcome)] ?? 'failed', answer };
}

const STAGES: Readonly<Record<string, Exclude<CommandStage, 'queued' | 'received'>>> = {
  done: 'done',
  lost: 'unanswered',
  expired: 'unanswered',
};

/** A message of the unit as a line. Undefined for what no console shows: results of commands, and the unit's own log. */
export function lineOfMessage(message: {
  place: string;
  kind: string;
  messageType: string;
  content?: unknown;
}): TranscriptLine | undefined {
  const { place, kind, messageType, content } = message;
  const line = { id: place, at: place.split('~')[0]! };
  if (kind === 'login') return { ...line, kind: 'console', text: 'The unit connected' };
  if (kind === 'disconnect') return { ...line, kind: 'console', text: 'The unit disconnected' };
  if (kind !== 'report' || messageType === 'commandResult' || messageType === 'debugLog') return undefined;
  return { ...line, kind: 'unit', text: reportWords(content as UnitReport) };
}
