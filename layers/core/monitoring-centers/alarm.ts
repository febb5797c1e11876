import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Topic } from '../live/messages.ts';
import { Instant, instant, SECOND } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';

/** How an alarm ended. */
export const CLOSE_CODES = {
  1: 'Emergency services sent',
  2: 'Caregiver sent',
  3: 'Wearer needs no help',
  4: 'False alarm',
  5: 'Test',
  6: 'Technical fault',
} as const;
export const CloseCode = z.union(
  [z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)],
  'Choose how the alarm ended',
);
export type CloseCode = z.infer<typeof CloseCode>;

export const MAX_NOTES = 50;
export const AlarmText = z.string().trim().max(1000, 'At most 1,000 characters').default('');

/** Names an event of a unit. */
export const AlarmKey = z.object({
  UnitSerNum: SerialNumber,
  timeStamp: Instant,
  sequence: z.number().int(),
});
export type AlarmKey = z.infer<typeof AlarmKey>;

/** The part of the key that names the event among those of its unit. Sorts by time. */
export const eventOf = ({ timeStamp, sequence }: Pick<AlarmKey, 'timeStamp' | 'sequence'>) =>
  `${timeStamp}~${sequence}`;

export const ALARM_ACTIONS = ['take', 'takeOver', 'release', 'note', 'close'] as const;

export const AlarmChange = z.object({
  action: z.enum(ALARM_ACTIONS),
  /** As it was read; 0 if nobody has handled the alarm. */
  version: z.number().int().min(0),
  text: AlarmText,
  closeCode: CloseCode.optional(),
});
export type AlarmChange = z.output<typeof AlarmChange>;

/** What operators did about an alarm. */
export interface Alarm {
  version: number;
  heldBy?: { userKey: string; name: string };
  heldAt?: string;
  /** When an operator first took it. */
  answeredAt?: string;
  closedAt?: string;
  closedBy?: string;
  closeCode?: CloseCode;
  notes: readonly AlarmNote[];
}

const AlarmNote = z.object({ at: Instant, by: z.string(), text: z.string() });
export type AlarmNote = z.infer<typeof AlarmNote>;

/** An alarm as an operator sees it. */
export const AlarmState = z.object({
  version: z.number().int(),
  /** The name of the operator who has it. */
  heldBy: z.string().optional(),
  isMine: z.boolean(),
  heldAt: Instant.optional(),
  answeredAt: Instant.optional(),
  /** From the receipt of the alarm until an operator first took it. */
  secondsToAnswer: z.number().int().optional(),
  closedAt: Instant.optional(),
  closedBy: z.string().optional(),
  closeCode: CloseCode.optional(),
  notes: z.array(AlarmNote),
});
export type AlarmState = z.output<typeof AlarmState>;

export const UNHANDLED: Alarm = { version: 0, notes: [] };

interface Operator {
  userKey: string;
  name: string;
}

const conflict = (message: string) => new AppError('CONFLICT', message);
const invalid = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);

/** The alarm after an operator's change. Throws CONFLICT or INVALID if the operator cannot make it. */
export function changedAlarm(was: Alarm, change: AlarmChange, by: Operator, now: number): Alarm {
  if (was.version !== change.version)
    throw conflict('Somebody else changed the alarm meanwhile. The present state is shown');
  if (was.closedAt !== undefined) throw conflict(`${was.closedBy} has closed the alarm`);
  const at = instant(now);
  const isMine = was.heldBy?.userKey === by.userKey;
  const next: Alarm = { ...was, version: was.version + 1 };
  const noted = (): readonly AlarmNote[] => {
    if (change.text === '') return was.notes;
    if (was.notes.length >= MAX_NOTES) throw conflict(`An alarm has at most ${MAX_NOTES} notes`);
    return [...was.notes, { at, by: by.name, text: change.text }];
  };
  switch (change.action) {
    case 'take':
    case 'takeOver':
      if (isMine) return was;
      if (was.heldBy && change.action === 'take') throw conflict(`${was.heldBy.name} has the alarm`);
      return { ...next, heldBy: by, heldAt: at, answeredAt: was.answeredAt ?? at };
    case 'release': {
      requireMine(was, isMine);
      const { heldBy: _by, heldAt: _at, ...released } = next;
      return released;
    }
    case 'note':
      if (change.text === '') throw invalid('text', 'The note is missing');
      return { ...next, notes: noted() };
    case 'close':
      requireMine(was, isMine);
      if (change.closeCode === undefined) throw invalid('closeCode', 'Choose how the alarm ended');
      return { ...next, notes: noted(), closedAt: at, closedBy: by.name, closeCode: change.closeCode };
  }
}

function requireMine({ heldBy }: Alarm, isMine: boolean): void {
  if (!isMine) throw conflict(heldBy ? `${heldBy.name} has the alarm` : 'Take the alarm first');
}

/** The alarm as the operator sees it. */
export const shownAlarm = (
  { heldBy, notes, ...alarm }: Alarm,
  { receivedAt }: { receivedAt: string },
  userKey: string,
): AlarmState => ({
  ...alarm,
  notes: [...notes],
  isMine: heldBy?.userKey === userKey,
  ...(heldBy && { heldBy: heldBy.name }),
  ...(alarm.answeredAt !== undefined && {
    secondsToAnswer: Math.max(0, Math.round((Date.parse(alarm.answeredAt) - Date.parse(receivedAt)) / SECOND)),
  }),
});

/** The topic that says that a unit reported an event or that somebody handled one. It carries nothing: the reader asks for the events. */
export const unitEventsTopic = (UnitSerNum: string): Topic => `unit-events:${UnitSerNum}`;
