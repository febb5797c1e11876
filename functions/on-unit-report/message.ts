import { z } from 'zod';
import { UnitModel } from '#core/units/unit.ts';

const ofUnit = {
  version: z.literal(1),
  id: z.string(),
  receivedAt: z.number(),
  raw: z.string(),
  UnitSerNum: z.string(),
  UnitModel: UnitModel,
  bootId: z.number().int(),
  sequence: z.number().int(),
  fence: z.number().int(),
};

/** A decoded message. The bridge has checked its fields; only the type is checked here. */
const decoded = z.looseObject({ type: z.string() });

/** A report of a unit. */
export const ReportMessage = z.object({
  ...ofUnit,
  kind: z.literal('report'),
  message: decoded,
  claimedTime: z.number().optional(),
});
export type ReportMessage = z.infer<typeof ReportMessage>;

const Start = z.object({ bootId: z.number(), lastSequence: z.number() });

/** The part of a bridge's message that is used here. */
export const UnitMessage = z.discriminatedUnion('kind', [
  z.object({ version: z.literal(1), kind: z.literal('signal'), receivedAt: z.number() }),
  z.object({ ...ofUnit, kind: z.literal('login'), message: decoded, countedBackFrom: Start.optional() }),
  ReportMessage,
  z.object({ ...ofUnit, kind: z.literal('command'), commandId: z.string(), command: z.string() }),
  z.object({ ...ofUnit, kind: z.literal('disconnect'), reason: z.string() }),
  z.object({
    ...ofUnit,
    kind: z.literal('capture'),
    frames: z.array(z.object({ sender: z.enum(['Unit', 'Server']), raw: z.string() })),
  }),
  z.object({
    version: z.literal(1),
    id: z.string(),
    receivedAt: z.number(),
    raw: z.string(),
    kind: z.literal('invalid'),
    UnitSerNum: z.string().optional(),
    imei: z.string().optional(),
    remoteAddress: z.string().optional(),
    error: z.string(),
    detail: z.string(),
    cutFrom: z.number().int().optional(),
  }),
]);
export type UnitMessage = z.infer<typeof UnitMessage>;
