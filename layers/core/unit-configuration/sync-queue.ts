import { z } from 'zod';
import { DAY } from '../time.ts';
import { MESSAGE_TYPES, type MessageType } from '../unit-messages/common-reports.ts';
import type { Unit } from '../units/unit.ts';
import { isSame, type Told } from './reported.ts';

export const MessageTypeName = z.enum(MESSAGE_TYPES);

/** What people call the types whose name they would not understand [P2-E16 P2-E17 P2-E18]. */
const SHOWN_AS: Partial<Record<MessageType, string>> = {
  FIRMVER: 'FIRMWARE',
  PLAYMULTITAG: 'PLAY MESSAGE',
  RF: 'RF DEVICE',
  HOMEWIFIC: 'REMOVE HOME WI-FI',
};
export const shownMessageType = (type: MessageType): string => SHOWN_AS[type] ?? type;

/** A unit that moves to another dealer has to forget the home of its former wearer: nobody can delete this message. */
export const isForgettingHome = ({ MessageType }: { MessageType: MessageType }): boolean => MessageType === 'HOMEWIFIC';
export const KEEPS_FORMER_HOME =
  'The unit still has the home Wi-Fi of its former wearer. Its next ping asks it to remove it, and a ping of each day after that. To have it removed at once, send it the command HOMEWIFIC';

/** A unit that fails to forget a home is asked again after this time. Each try costs it battery. */
export const FORGET_AGAIN_MS = DAY;

/** A unit remembers so many messages that it has done, so no more wait at a time. */
const MAX_REMEMBERED = 100;
/** One place is kept for the removal of the home, so that a move does not fail because of a full queue. */
export const MAX_QUEUED = MAX_REMEMBERED - 1;

/** The most that waits for a unit: its messages, and the parts of its configuration. */
export const MOST_WAITING = MAX_REMEMBERED + 4;

const SERIAL_DIGITS = 12;
const TIME_DIGITS = 12;
/** The key of a message names its unit, so that it is enough to delete it: the serial number's characters, then an id. */
export const MessageKeyHex = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-F]{12}([0-9A-F]{8}[0-3]|[0-9A-F]{20})$/, 'Not the key of a message');

export const messageKey = (UnitSerNum: string, id: string): string =>
  `${[...UnitSerNum].map((character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('')}${id}`.toUpperCase();

export const unitOfKey = (key: string): string =>
  [...(key.slice(0, SERIAL_DIGITS).match(/../g) ?? [])]
    .map((pair) => String.fromCharCode(Number.parseInt(pair, 16)))
    .join('');

/** The id of a message: when it was queued, then chance. */
export const messageId = (now: number, chance: string): string =>
  `${now.toString(16).padStart(TIME_DIGITS, '0')}${chance}`;

/** When the message of a key was queued. */
export const queuedAt = (key: string): number =>
  Number.parseInt(key.slice(SERIAL_DIGITS, SERIAL_DIGITS + TIME_DIGITS), 16);

/** The rows that a configuration has in the sync queue: its settings, its events and its accessories. */
export const CONFIGURATION_TYPES = ['PROFILE', 'EVENTDATA', 'RF', 'BT'] as const;
export type ConfigurationType = (typeof CONFIGURATION_TYPES)[number];

/** Names what waits of the unit's configuration: it waits like a message, under its revision. */
export const configurationKey = (UnitSerNum: string, type: ConfigurationType, revision: number) =>
  messageKey(UnitSerNum, `${revision.toString(16).padStart(8, '0')}${CONFIGURATION_TYPES.indexOf(type)}`);
/** The part of a configuration that the key names; undefined if it names a message. */
export const configurationTypeOf = (key: string): ConfigurationType | undefined =>
  key.length === SERIAL_DIGITS + 9 ? CONFIGURATION_TYPES[Number(key.at(-1))] : undefined;
export const isConfigurationKey = (key: string): boolean => configurationTypeOf(key) !== undefined;

/** A message that waits for its unit, as people see it [P2-E15]. */
export const QueuedMessage = z.object({
  UnitSerNum: z.string(),
  MessageType: MessageTypeName,
  /** The unit gets it at its first appropriate ping from then on. */
  Scheduled: z.iso.datetime(),
  MessageKeyHex: z.string(),
  /** The unit has acknowledged it and works on it. */
  started: z.boolean(),
  progress: z.object({ value: z.number(), max: z.number() }).optional(),
  /** Why the unit does not get it now, although it may be connected. */
  heldBack: z.string().optional(),
});
export type QueuedMessage = z.infer<typeof QueuedMessage>;

/** What a ping says about whether the unit can take something now. */
export interface PingFacts {
  pingReason: string;
  lowpower?: boolean | undefined;
  acPower?: boolean | undefined;
  chargedPercent?: number | undefined;
  switchPosition?: string | undefined;
}

/** Below this charge a unit without power gets no download. */
const ENOUGH_CHARGE = 50;
/** A download takes minutes. A unit whose power or battery has just changed does not begin one. */
const BAD_MOMENTS = ['AC Lost', 'Low Battery'];
const DOWNLOADS: readonly MessageType[] = ['FIRMVER', 'SPEECH'];

/** True if the unit can take a configuration at this ping: at any, but for the one of an event, when somebody may be calling for help. */
export const isGoodMoment = ({ pingReason }: PingFacts): boolean => pingReason !== 'Event';

const hasPowerForDownload = ({ lowpower, acPower, chargedPercent = 0 }: PingFacts): boolean =>
  acPower === true || (!lowpower && chargedPercent >= ENOUGH_CHARGE);

/** Why the message waits for power, by the last ping of its unit; undefined if it does not. */
export const waitForPower = (type: MessageType, lastPing: PingFacts | undefined): string | undefined =>
  lastPing && DOWNLOADS.includes(type) && !hasPowerForDownload(lastPing)
    ? `The unit needs mains power or ${ENOUGH_CHARGE} % of charge`
    : undefined;

/** The types of messages that a unit can take at this ping: the appropriate ping of the specification. */
export function deliverable(ping: PingFacts, { AllowOTAUpdate }: Pick<Unit, 'AllowOTAUpdate'>): MessageType[] {
  if (!isGoodMoment(ping)) return [];
  const { pingReason, switchPosition } = ping;
  const mayDownload = hasPowerForDownload(ping) && AllowOTAUpdate === 1 && !BAD_MOMENTS.includes(pingReason);
  return MESSAGE_TYPES.filter((type) => {
    if (DOWNLOADS.includes(type)) return mayDownload;
    // Nobody hears a unit that is switched off.
    return type === 'PLAYMULTITAG' ? switchPosition !== 'Off' : true;
  });
}

/** What a unit's item says of its configuration and its queue. */
export interface SyncMarks {
  /** Absent: nobody has saved a configuration. */
  configRevision?: number | undefined;
  /** What the unit tells since it reported that revision. Absent: it has not reported it. */
  configDigest?: number | undefined;
  syncQueued?: number | undefined;
}

/**
 * True if the unit has to get its configuration: it has not reported the present revision, or tells another one than it reported. A unit that
 * tells none takes none.
 */
export const lacksConfiguration = ({ configRevision, configDigest }: SyncMarks, told: Told): boolean =>
  configRevision !== undefined &&
  (configDigest === undefined || !isSame(told, { revision: configRevision, digest: configDigest }));

/** A message for the wearer is not for the next one. Everything else belongs to the unit. */
export const isForWearer = (type: MessageType): boolean => type === 'PLAYMULTITAG';
