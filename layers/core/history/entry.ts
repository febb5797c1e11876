import { z } from 'zod';
import type { AuditRecord } from '../audit/entry.ts';
import { Call } from './call.ts';
import { CHANGE_KINDS, UnitChange } from './change.ts';
import type { ChangeLog } from './change-log.ts';
import { Ping, UnitEvent } from './ping.ts';

/** What happens to a unit, as its timeline counts it. */
export const HISTORY_KINDS = ['ping', 'event', 'call', ...CHANGE_KINDS] as const;
export const HistoryKind = z.enum(HISTORY_KINDS);
export type HistoryKind = z.infer<typeof HistoryKind>;

const common = {
  /** Distinguishes the entries of a unit. */
  id: z.string(),
  at: z.iso.datetime(),
};

/** One entry of the combined log of a unit. */
export const HistoryEntry = z.discriminatedUnion('is', [
  z.object({ ...common, is: z.literal('ping'), ping: Ping }),
  z.object({ ...common, is: z.literal('event'), event: UnitEvent }),
  z.object({ ...common, is: z.literal('call'), call: Call }),
  z.object({ ...common, is: z.literal('change'), change: UnitChange }),
]);
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const historyKindOf = (entry: HistoryEntry): HistoryKind =>
  entry.is === 'change' ? entry.change.kind : entry.is;

/** An entry of the combined log as stores return it: without the names of dealers, which depend on the reader. */
export type RecordedEntry =
  | { log: 'ping'; place: string; content: Ping }
  | { log: 'event'; place: string; content: UnitEvent }
  | { log: 'call'; place: string; content: Call }
  | { log: ChangeLog; place: string; content: AuditRecord };
