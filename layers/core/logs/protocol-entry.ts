import { z } from 'zod';
import { Instant } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';

/** Who sends and who receives a message. */
export const PARTIES = ['Unit', 'Server'] as const;
export const Party = z.enum(PARTIES);
export type Party = z.infer<typeof Party>;

/** The messages of protocol logs, in the order of a filter. */
export const MESSAGE_TYPES = [
  'ping',
  'event',
  'status',
  'lifecycle',
  'callStarted',
  'call',
  'test',
  'rf',
  'location',
  'operation',
  'info',
  'activity',
  'hub',
  'counters',
  'download',
  'configurationReport',
  'debugLog',
  'login',
  'disconnect',
  'command',
  'commandResult',
  'invalid',
] as const;
export const MessageType = z.enum(MESSAGE_TYPES);
export type MessageType = z.infer<typeof MessageType>;

/** The place of a message in its log. A link names a message by it. */
export const MessageId = z.string().min(1).max(200);

/** One message of a protocol log [P3-E02]. */
export const ProtocolEntry = z.object({
  id: MessageId,
  /** When the bridge received or sent it. */
  MessageTime: Instant,
  Origin: Party,
  Destination: Party,
  UnitSerNum: SerialNumber,
  imei: z.string(),
  messageType: z.string(),
  /** The decoded fields. */
  payload: z.record(z.string(), z.unknown()),
  /** Bytes. */
  payloadLength: z.number().int(),
  /** The frame in hexadecimal; empty if there was none. */
  RawData: z.string(),
  /** The message in one sentence. */
  mainDisplay: z.string(),
  /** Bytes of the whole frame. */
  dataUsed: z.number().int(),
});
export type ProtocolEntry = z.infer<typeof ProtocolEntry>;
