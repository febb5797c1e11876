import { changeWords, sentenceOf } from '#core/audit/sentence.ts';
import { HISTORY_KINDS, type HistoryEntry, type HistoryKind } from '#core/history/entry.ts';
import { durationWords } from '#web/components/text/duration-words.ts';

export const KIND_WORDS: Readonly<Record<HistoryKind, string>> = {
  ping: 'Ping',
  event: 'Event',
  call: 'Call',
  sim: 'SIM',
  profile: 'Profile',
  accessory: 'Accessory',
  command: 'Command',
  user: 'User action',
};

const PLURALS: Readonly<Record<HistoryKind, string>> = {
  ping: 'pings',
  event: 'events',
  call: 'calls',
  sim: 'SIM changes',
  profile: 'profile changes',
  accessory: 'accessory changes',
  command: 'commands',
  user: 'user actions',
};
const ONE: Readonly<Record<HistoryKind, string>> = {
  ping: 'ping',
  event: 'event',
  call: 'call',
  sim: 'SIM change',
  profile: 'profile change',
  accessory: 'accessory change',
  command: 'command',
  user: 'user action',
};

/** `24 pings, 1 event`. */
export const countWords = (counts: Readonly<Partial<Record<HistoryKind, number>>>): string =>
  HISTORY_KINDS.flatMap((kind) => {
    const count = counts[kind];
    return count ? [`${count.toLocaleString('en')} ${count === 1 ? ONE[kind] : PLURALS[kind]}`] : [];
  }).join(', ');

/** What happened, in words. */
export function entryWords(entry: HistoryEntry): string {
  switch (entry.is) {
    case 'ping':
      return `Ping: ${entry.ping.pingReason}`;
    case 'event':
      return entry.event.eventType;
    case 'call':
      return `${entry.call.direction === 'incoming' ? 'Incoming' : 'Outgoing'} call: ${entry.call.outcome}`;
    case 'change':
      return sentenceOf(entry.change);
  }
}

/** The values of an entry, in words. */
export function detailWords(entry: HistoryEntry, timeWords: (instant: string) => string): string {
  switch (entry.is) {
    case 'ping': {
      const { chargedPercent, acPower, bars } = entry.ping;
      return joined([
        chargedPercent !== undefined && `Battery ${chargedPercent} %`,
        acPower !== undefined && (acPower ? 'Mains' : 'On battery'),
        bars !== undefined && `Signal ${bars} / 5`,
      ]);
    }
    case 'event': {
      const { zone, detail, disabled } = entry.event;
      return joined([zone !== undefined && `Zone ${zone}`, detail, disabled && 'Reporting was off']);
    }
    case 'call':
      return joined([durationWords(entry.call.durationSeconds), entry.call.phoneNumber]);
    case 'change':
      return changeWords(entry.change, timeWords);
  }
}

const joined = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(' · ');
