import { mapAddress } from '#core/location/map-address.ts';
import type { ProtocolEntry } from '#core/logs/protocol-entry.ts';
import { HOUR, MINUTE } from '#core/time.ts';

/** `45 min`, `26 h 5 min`. */
export function gapWords(milliseconds: number): string {
  const [hours, minutes] = [Math.floor(milliseconds / HOUR), Math.floor((milliseconds % HOUR) / MINUTE)];
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

/** The address of the portal's map at the place of a message; undefined if the message has none. */
export function messageMap({ payload: { latitude, longitude } }: Pick<ProtocolEntry, 'payload'>): string | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  return mapAddress({ Latitude: latitude, Longitude: longitude });
}

/** `57 4b 01`: bytes with spaces between them. */
export const spacedBytes = (hex: string) => (hex.match(/../g) ?? []).join(' ');

/** The bytes of a frame. One that was cut names its whole length: `57 4b 01 … of 1,036 bytes`. */
export const frameWords = ({ raw, cutFrom }: { raw: string; cutFrom?: number | undefined }) =>
  cutFrom === undefined ? spacedBytes(raw) : `${spacedBytes(raw)} … of ${cutFrom.toLocaleString('en')} bytes`;

/** The value of a decoded field, in one line. */
export function fieldWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(fieldWords).join('; ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${fieldWords(inner)}`)
      .join(', ');
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
}
