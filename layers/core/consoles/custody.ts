import { MINUTE, SECOND } from '../time.ts';
import { KEEP_ALIVE } from './keep-alive.ts';

/** Longer than two keep-alives, so that one may be lost. */
export const CUSTODY_LEASE_MS = 2 * MINUTE;
/** Who does not answer within this time gives the console. */
export const ANSWER_MS = 20 * SECOND;
/** A question that its asker does not pursue is void after this time. */
const QUESTION_MS = MINUTE;
/** Who has given no command for this time does not work at the console: it may be a forgotten tab, whose keep-alives go on. */
export const AT_WORK_MS = 2 * MINUTE;

/** Somebody at a console. */
export interface ConsolePerson {
  userKey: string;
  name: string;
  /** Of the person's own dealer: whether a reader may know the name. */
  dealerPath: string;
  connectionId: string;
}

/** Who gives the commands of a unit's consoles. Milliseconds since 1970. */
export interface Custody {
  holder: ConsolePerson;
  /** The holder handles an alarm of the unit. */
  byAlarm: boolean;
  since: number;
  until: number;
  /** When the holder last gave a command, to half a minute. Absent in old items. */
  usedAt?: number;
  asked?: { by: ConsolePerson; at: number; kept: boolean };
}

/** `take` is also what a command does. */
export const CUSTODY_ACTS = ['take', 'renew', 'ask', 'give', 'keep', 'release'] as const;
export type CustodyAct = (typeof CUSTODY_ACTS)[number];

/** A console passes from one person to another. */
export interface Handover {
  from: ConsolePerson;
  to: ConsolePerson;
  because: HandoverReason;
}
export type HandoverReason = 'given' | 'no answer' | 'alarm';

type Outcome =
  | { kind: 'refused' }
  | { kind: 'same' }
  /** Without `next` the console is free. */
  | { kind: 'changed'; next?: Custody; handover?: Handover };

/** A console sends these by itself when it connects. They are open to who follows, since they only ask for the state. */
const OF_FOLLOWERS: readonly string[] = [KEEP_ALIVE, 'Query', 'VoiceCmd Query', 'forcePing', 'SyncChanges'];

/** What a command does to the custody; undefined: nothing. */
export const custodyActOf = (command: string): 'take' | 'renew' | undefined => {
  if (command === KEEP_ALIVE) return 'renew';
  return OF_FOLLOWERS.includes(command) ? undefined : 'take';
};

/** True if a person may give the command from elsewhere than a console: nobody else holds the console, or the command is open to who follows. */
export const isOpenTo = (stored: Custody | undefined, userKey: string, command: string, now: number): boolean =>
  custodyActOf(command) !== 'take' || (standing(stored, now)?.holder.userKey ?? userKey) === userKey;

/** The custody, unless its lease is over. */
export function standing(custody: Custody | undefined, now: number): Custody | undefined {
  if (!custody || custody.until <= now) return undefined;
  const { asked, ...rest } = custody;
  return asked && asked.at + QUESTION_MS > now ? custody : rest;
}

/** What an act of a person does to the custody of a unit. */
export function decideCustody(
  stored: Custody | undefined,
  who: ConsolePerson,
  act: CustodyAct,
  { now, handlesAlarm }: { now: number; handlesAlarm: boolean },
): Outcome {
  const custody = standing(stored, now);
  const taken = { holder: who, byAlarm: handlesAlarm, since: now, until: now + CUSTODY_LEASE_MS, usedAt: now };
  const isHolder = custody?.holder.userKey === who.userKey;
  const to = (next: ConsolePerson, because: HandoverReason, byAlarm = false): Outcome =>
    custody
      ? {
          kind: 'changed',
          next: { ...taken, holder: next, byAlarm },
          handover: { from: custody.holder, to: next, because },
        }
      : { kind: 'same' };
  switch (act) {
    case 'release':
      return isHolder && custody.holder.connectionId === who.connectionId ? { kind: 'changed' } : { kind: 'same' };
    case 'renew':
      return isHolder ? { kind: 'changed', next: { ...custody, until: taken.until } } : { kind: 'same' };
    case 'give':
      return isHolder && custody.asked ? to(custody.asked.by, 'given') : { kind: 'refused' };
    case 'keep':
      if (!isHolder || !custody.asked) return { kind: 'refused' };
      return { kind: 'changed', next: { ...custody, asked: { ...custody.asked, kept: true } } };
    case 'ask':
    case 'take':
      if (!custody) return { kind: 'changed', next: taken };
      if (isHolder) return hold(custody, who, { now, handlesAlarm });
      if (handlesAlarm) return to(who, 'alarm', true);
      return act === 'ask' ? ask(custody, who, now) : mayTake(custody, who, now) ? to(who, 'no answer') : REFUSED;
  }
}

const REFUSED = { kind: 'refused' } as const;

/** True if the act takes the console, without an answer, from somebody who works at it. */
export const interrupts = (outcome: Outcome, stored: Custody | undefined, now: number): boolean =>
  outcome.kind === 'changed' &&
  outcome.handover?.because === 'no answer' &&
  stored !== undefined &&
  now - (stored.usedAt ?? stored.since) < AT_WORK_MS;

const USED_WITHIN_MS = 30 * SECOND;

/** The holder goes on. Most commands write nothing. */
function hold(
  custody: Custody,
  who: ConsolePerson,
  { now, handlesAlarm }: { now: number; handlesAlarm: boolean },
): Outcome {
  const isFresh =
    custody.until - now > CUSTODY_LEASE_MS / 2 && now - (custody.usedAt ?? custody.since) < USED_WITHIN_MS;
  const isSame = custody.holder.connectionId === who.connectionId && custody.byAlarm === handlesAlarm;
  if (isFresh && isSame) return { kind: 'same' };
  const next = { ...custody, holder: who, byAlarm: handlesAlarm, until: now + CUSTODY_LEASE_MS, usedAt: now };
  return { kind: 'changed', next };
}

/** One question at a time. Nobody asks who handles an alarm: silence must not take the console from them. */
function ask(custody: Custody, who: ConsolePerson, now: number): Outcome {
  if (custody.byAlarm) return REFUSED;
  if (custody.asked && !custody.asked.kept) {
    return custody.asked.by.userKey === who.userKey ? { kind: 'same' } : REFUSED;
  }
  return { kind: 'changed', next: { ...custody, asked: { by: who, at: now, kept: false } } };
}

const mayTake = ({ asked }: Custody, who: ConsolePerson, now: number) =>
  asked !== undefined && !asked.kept && asked.by.userKey === who.userKey && now >= asked.at + ANSWER_MS;

/** The custody as one reader sees it. */
export interface CustodyView {
  readonly event: 'Custody';
  /** Undefined: the next command of anybody takes the console. */
  readonly holder?: { readonly name: string; readonly you: boolean; readonly byAlarm: boolean };
  /** `answerWithin`: the milliseconds left for an answer. */
  readonly asked?: {
    readonly name: string;
    readonly you: boolean;
    readonly kept: boolean;
    readonly answerWithin: number;
  };
}

/** Says to the readers of a console that the custody has changed. Each asks for what it may see. */
export const CUSTODY_CHANGED = { event: 'CustodyChanged' } as const;

/** The custody for a reader. `knows`: whether the reader may know the people of the dealer at this path. */
export function custodyView(
  stored: Custody | undefined,
  reader: { userKey: string; knows: (dealerPath: string) => boolean },
  now: number,
): CustodyView {
  const custody = standing(stored, now);
  if (!custody) return { event: 'Custody' };
  const { holder, asked, byAlarm } = custody;
  const seen = ({ userKey, name, dealerPath }: ConsolePerson) => ({
    name: reader.knows(dealerPath) ? name : ANOTHER_USER,
    you: userKey === reader.userKey,
  });
  return {
    event: 'Custody',
    holder: { ...seen(holder), byAlarm },
    ...(asked && {
      asked: { ...seen(asked.by), kept: asked.kept, answerWithin: Math.max(0, asked.at + ANSWER_MS - now) },
    }),
  };
}

/** Instead of a name that the reader may not know. */
const ANOTHER_USER = 'Another user';

/** Why somebody else cannot give commands. */
export const heldBy = ({ name, byAlarm }: { name: string; byAlarm: boolean }) =>
  byAlarm ? `${name} handles an alarm of this unit. You can follow.` : `${name} controls this unit. You can follow.`;
