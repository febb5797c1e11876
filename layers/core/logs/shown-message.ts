import { explain } from './explain.ts';
import type { Party, ProtocolEntry } from './protocol-entry.ts';

interface StoredMessage {
  place: string;
  kind: string;
  messageType: string;
  raw: string;
  content?: unknown;
}

/** Start mark, version, length, type, sequence number and checksum. */
const FRAME_BYTES = 12;

/** A stored message of a unit as an entry of its protocol log. */
export function shownMessage(
  { place, kind, messageType, raw, content }: StoredMessage,
  unit: { UnitSerNum: string; imei: string },
): ProtocolEntry {
  const [Origin, Destination]: [Party, Party] = kind === 'command' ? ['Server', 'Unit'] : ['Unit', 'Server'];
  const { type: _type, ...payload } = (content ?? {}) as Record<string, unknown>;
  const dataUsed = raw.length / 2;
  return {
    id: place,
    MessageTime: place.split('~')[0]!,
    Origin,
    Destination,
    ...unit,
    messageType,
    payload,
    payloadLength: Math.max(0, dataUsed - FRAME_BYTES),
    RawData: raw,
    mainDisplay: explain({ messageType, content: payload })[0]!,
    dataUsed,
  };
}
