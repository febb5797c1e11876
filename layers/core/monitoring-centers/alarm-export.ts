import { z } from 'zod';
import { Instant } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';
import { AlarmKey, AlarmState } from './alarm.ts';

const Action = z.object({ at: Instant, by: z.string().max(200), action: z.string().max(100) });

/** An export says the latest. */
export const MAX_ACTIONS = 1000;

/** Everything about one alarm. */
export const AlarmExport = z.strictObject({
  kind: z.literal('alarm'),
  exportedAt: Instant,
  exportedBy: z.string().max(200),
  UnitSerNum: SerialNumber,
  UnitModel: z.string().max(40),
  unitID: z.string().max(100),
  DealerName: z.string().max(200),
  timeStamp: Instant,
  sequence: AlarmKey.shape.sequence,
  receivedAt: Instant,
  eventType: z.string().max(100),
  zone: z.number().int().optional(),
  detail: z.string().max(1000).optional(),
  /** The reporting of the unit was off. */
  disabled: z.boolean().optional(),
  escalatedAt: Instant.optional(),
  ...AlarmState.omit({ version: true, isMine: true }).shape,
  /** What people did about it, the oldest first. */
  actions: z.array(Action).max(MAX_ACTIONS),
});
export type AlarmExport = z.output<typeof AlarmExport>;

/** An export, and what only the portal can make of it. */
export const SealedExport = z.object({
  content: AlarmExport,
  seal: z
    .string()
    .min(1)
    .max(2000)
    .regex(/^[\w-]+$/, 'Not a seal'),
});
export type SealedExport = z.output<typeof SealedExport>;

/** The text that is sealed: the same however a program has ordered and indented the fields. */
export const sealedText = (content: AlarmExport): string => JSON.stringify(AlarmExport.parse(content));

/** The most bytes of an export that is checked. */
export const MAX_EXPORT_BYTES = 1024 * 1024;

export const NOT_JSON = 'The file is not JSON. Choose the file that ‘Export as signed JSON’ has saved';
export const NO_EXPORT =
  'The file is not an export of an alarm, or its fields were changed. Choose the file that ‘Export as signed JSON’ has saved';

/** The export in the text of a file, or why there is none. Anybody can have written the file. */
export function exportIn(text: string): { exported: SealedExport } | { problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: NOT_JSON };
  }
  const { data } = SealedExport.safeParse(json);
  return data ? { exported: data } : { problem: NO_EXPORT };
}
