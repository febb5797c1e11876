import { z } from 'zod';
import { MessageType, PARTIES, Party, type ProtocolEntry } from './protocol-entry.ts';

/** P3-V14. */
export const PARTY_REQUIRED = 'Has to have at least one destination or one origin';
/** P3-V15. */
export const TYPE_REQUIRED = 'Has to have at least one Message Type';

/** Which messages a protocol log shows. No origin means any origin, if there is a destination, and the other way round. */
export const ProtocolFilter = {
  origins: z
    .array(Party)
    .max(PARTIES.length)
    .default([...PARTIES]),
  destinations: z
    .array(Party)
    .max(PARTIES.length)
    .default([...PARTIES]),
  /** Absent: all types. */
  messageTypes: z.array(MessageType).max(100).min(1, TYPE_REQUIRED).optional(),
  /** A text in a decoded field. */
  fieldText: z.string().trim().max(100).optional(),
};

export interface ProtocolChoice {
  origins: readonly Party[];
  destinations: readonly Party[];
  messageTypes?: readonly string[] | undefined;
  fieldText?: string | undefined;
}

export const hasParty = ({ origins, destinations }: Pick<ProtocolChoice, 'origins' | 'destinations'>) =>
  origins.length + destinations.length > 0;

const allows = <Value>(chosen: readonly Value[], value: Value) => chosen.length === 0 || chosen.includes(value);

export const isInLog = (
  entry: Pick<ProtocolEntry, 'Origin' | 'Destination' | 'messageType' | 'payload'>,
  { origins, destinations, messageTypes, fieldText }: ProtocolChoice,
): boolean =>
  allows(origins, entry.Origin) &&
  allows(destinations, entry.Destination) &&
  (messageTypes === undefined || messageTypes.includes(entry.messageType)) &&
  (!fieldText || hasText(entry.payload, fieldText.toLowerCase()));

/** True if a field, or a field in it, has the text. */
function hasText(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => hasText(inner, text));
  return String(value).toLowerCase().includes(text);
}
