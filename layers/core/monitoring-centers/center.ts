import { z } from 'zod';
import { ZONE_ARRAY_LENGTH } from '../accessories/accessory.ts';
import { AppError } from '../errors.ts';
import { optionalText, storedText, text } from '../fields.ts';
import { RecordVersion } from '../records.ts';

/** How a centre receives alarms. The numbers are those of receivers. */
export const PROTOCOLS = {
  1: 'Contact ID',
  2: 'SIA DC-03',
  3: 'SIA DC-09',
  4: 'SCAIP',
  5: 'BS 8521-1',
  6: 'BS 8521-2',
  7: 'Pulse 4+2',
  8: 'Voice call only',
  9: 'Pulse 4+1',
} as const;
const codes = Object.keys(PROTOCOLS).map(Number) as (keyof typeof PROTOCOLS)[];
export const Protocol = z.literal(codes, 'Choose a protocol');
export type Protocol = z.infer<typeof Protocol>;

/** Receivers of these protocols tell four zones apart [P2-V11]. */
const FOUR_ZONES: ReadonlySet<number> = new Set([7, 9]);
const FOUR_ZONES_LENGTH = 5;

/** The length of the array of zones of a unit whose alarms centres with these protocols receive: the shortest. */
export const zoneArrayLengthOf = (protocols: readonly number[]): number =>
  protocols.some((protocol) => FOUR_ZONES.has(protocol)) ? FOUR_ZONES_LENGTH : ZONE_ARRAY_LENGTH;

/** Throws INVALID if centres with these protocols do not tell the zone apart. `path` is the field that names it. */
export function requireOfferedZone(zone: number, protocols: readonly number[], path: string): void {
  const highest = zoneArrayLengthOf(protocols) - 1;
  if (zone <= highest) return;
  const message = zoneRefusal(highest);
  throw new AppError('INVALID', message, [{ path, message }]);
}

/** Why a zone is refused, if the centres of a unit take zones up to `highest`. */
export const zoneRefusal = (highest: number): string =>
  `The monitoring centre of this unit takes the zones 1 to ${highest}. Choose one of these`;

export const CENTER_STATUS = { 1: 'New', 2: 'Active', 3: 'Suspended', 4: 'Closed' } as const;
export const CenterStatus = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
export type CenterStatus = z.infer<typeof CenterStatus>;
export const NEW: CenterStatus = 1;
export const ACTIVE: CenterStatus = 2;
export const CLOSED: CenterStatus = 4;

/** The statuses that can follow each status. Nothing follows Closed. */
export const STATUS_AFTER: Readonly<Record<CenterStatus, readonly CenterStatus[]>> = {
  1: [2, 4],
  2: [3, 4],
  3: [2, 4],
  4: [],
};

const refuse = (path: string, message: string): never => {
  throw new AppError('CONFLICT', message, [{ path, message }]);
};

/** Throws CONFLICT if the status cannot follow, or the centre closes while dealers have it. */
export function requireStatusChange(from: CenterStatus, to: CenterStatus, dealers: number): void {
  if (from === to) return;
  if (!STATUS_AFTER[from].includes(to))
    refuse('status', `A monitoring centre cannot change from ${CENTER_STATUS[from]} to ${CENTER_STATUS[to]}`);
  if (to === CLOSED && dealers > 0) refuse('status', usedBy(dealers));
}

/** Throws CONFLICT if the centre cannot be deleted: it was in use and is not closed, dealers have it, or its whitelist has numbers. */
export function requireDeletable(status: CenterStatus, dealers: number, numbers: number): void {
  if (dealers > 0) refuse('mcKey', usedBy(dealers));
  if (numbers > 0) refuse('mcKey', 'The whitelist has numbers of the monitoring centre. Remove them first');
  if (status !== NEW && status !== CLOSED) refuse('mcKey', 'Close the monitoring centre first');
}

const usedBy = (dealers: number) =>
  `${dealers === 1 ? 'A dealer has' : `${dealers} dealers have`} the monitoring centre. Remove it from ${dealers === 1 ? 'the dealer' : 'them'} first`;

export const CENTER_TAKEN = 'Monitoring centre already exists';
export const NUMBER_TAKEN = 'The phone number is on the whitelist already';
export const MAX_OF_DEALER = 20;

export const MonitoringCenterInput = z.object({ name: text('The name'), protocol: Protocol });

const McKey = RecordVersion.shape.id;

export const MonitoringCenter = MonitoringCenterInput.extend({
  mcKey: McKey,
  status: CenterStatus,
  version: RecordVersion.shape.version,
});
export type MonitoringCenter = z.output<typeof MonitoringCenter>;

/** A phone number from which a centre calls. */
export const WhiteListInput = z.object({
  mcKey: McKey,
  phoneNumber: z
    .string('The phone number is missing')
    .trim()
    .regex(/^\d{10}$/, 'A phone number has 10 digits'),
  /** Such as the position that calls from it. */
  label: optionalText(60),
});

export const ChangedWhiteListEntry = WhiteListInput.extend(RecordVersion.shape);

export const WhiteListEntry = ChangedWhiteListEntry.extend({ label: storedText });
export type WhiteListEntry = z.output<typeof WhiteListEntry>;
