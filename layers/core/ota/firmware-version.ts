import { z } from 'zod';
import { shownCents } from '../money.ts';
import { Instant } from '../time.ts';
import { isFirmwareAbove } from '../units/firmware.ts';
import { UnitModel } from '../units/unit.ts';
import { Announcement } from './announcement.ts';
import { ARRIVING, FileKey } from './file-key.ts';

/** The parts of a unit that have firmware of their own [P2-E44]. */
export const FIRMWARE_TYPES = ['ClearComm', 'Telit', 'MXDLTE', 'myConnect', 'myHub'] as const;
export const FirmwareType = z.enum(FIRMWARE_TYPES);
export type FirmwareType = z.infer<typeof FirmwareType>;

/** The firmware of the unit itself, and not of one of its parts. */
export const ownFirmware = (unitModel: UnitModel): FirmwareType => (unitModel === 'MXD-LTE' ? 'MXDLTE' : 'myConnect');

/** What follows if people make a version the current one: units are offered only their own firmware. */
export const currentMeans = ({
  unitModel,
  firmVerType,
}: {
  unitModel: UnitModel;
  firmVerType: FirmwareType;
}): string =>
  firmVerType === ownFirmware(unitModel)
    ? `Units of the model ${unitModel} with an older version are offered it from then on. What waits for units already stays as it is.`
    : `It is shown as the current ${firmVerType} of the model ${unitModel}. Units are not offered it: engineers send it to them.`;

/** Numbers with dots, such as 2.2.0.0.5. */
export const FirmwareNumber = z
  .string()
  .trim()
  .max(40)
  .regex(/^\d+(\.\d+)+$/, 'A version has numbers with dots, such as 2.2.0.0.5');

/** Whole cents. */
const Price = z.number().int().min(0).max(10_000_000);

const Location = z
  .string()
  .trim()
  .min(1, 'Must enter a location')
  .max(200)
  .regex(/^[\w./-]+$/, 'A location has letters, digits, dots, slashes, hyphens and underscores')
  // The bucket deletes what nobody has taken.
  .refine((location) => !location.startsWith(ARRIVING), 'A file under arriving/ is deleted after a day');

/** The firmware, or another part's software, that units can get [P2-E38]. */
export const FirmwareVersion = z.object({
  FirmVerKey: z.string(),
  unitModel: UnitModel,
  firmVerType: FirmwareType,
  version: z.string(),
  /** Where the file is stored. */
  location: z.string(),
  upgradePrice: Price,
  /** Units of this model are offered it. */
  current: z.boolean(),
  releaseDate: Instant,
  /** The uploaded file; absent if the version was created before its file. */
  bytes: z.number().int().optional(),
  sha256: z.string().optional(),
  /** Units that have run it take no version below this one again. */
  oldestAllowed: z.string().optional(),
  /** When the file was signed. A version without it is not sent to units. */
  signedAt: Instant.optional(),
  /** The signature is not the portal's, such as that of a former key: units get the version once it is signed again. */
  isForeign: z.literal(true).optional(),
  announcement: Announcement.optional(),
});
export type FirmwareVersion = z.infer<typeof FirmwareVersion>;

/** True if the portal's key has signed the file. */
export const isOffered = ({ signedAt, isForeign }: Pick<FirmwareVersion, 'signedAt' | 'isForeign'>): boolean =>
  signedAt !== undefined && !isForeign;

/** What people enter for a new version. Its price may be entered in another form, so the rule between its fields is apart. */
export const NewVersionFields = z.object({
  unitModel: UnitModel,
  firmVerType: FirmwareType,
  version: FirmwareNumber,
  /** Absent: the usual place of this model and version. */
  location: Location.optional(),
  upgradePrice: Price.default(0),
  makeCurrent: z.boolean().default(false),
  /** An uploaded file. */
  file: FileKey.optional(),
  oldestAllowed: FirmwareNumber.optional(),
});
type OldestAllowed = Pick<z.infer<typeof NewVersionFields>, 'oldestAllowed' | 'version'>;
/** The rule between the fields, for `refine`. */
export const OLDEST_NOT_ABOVE: [(given: OldestAllowed) => boolean, { path: string[]; message: string }] = [
  ({ oldestAllowed, version }) => oldestAllowed === undefined || !isFirmwareAbove(oldestAllowed, version),
  { path: ['oldestAllowed'], message: 'Must not be above the version itself' },
];

/** Why a new version without its file is not made current: units would be offered what they cannot get. */
export const CURRENT_NEEDS_FILE = 'Upload the file first. Without it, make the version current once its file is signed';

export const NewFirmwareVersion = NewVersionFields.refine(...OLDEST_NOT_ABOVE).refine(
  ({ makeCurrent, file }) => !makeCurrent || file !== undefined,
  { path: ['makeCurrent'], message: CURRENT_NEEDS_FILE },
);
export type NewFirmwareVersion = z.infer<typeof NewFirmwareVersion>;

/** Names a version by what makes it unique. */
export const firmVerKey = ({
  unitModel,
  firmVerType,
  version,
}: Pick<FirmwareVersion, 'unitModel' | 'firmVerType' | 'version'>) => [unitModel, firmVerType, version].join('/');

/** The model and the version that a key names. */
export function namedBy(FirmVerKey: string): { UnitModel: UnitModel; version: string } {
  const [model, , version = ''] = FirmVerKey.split('/');
  return { UnitModel: UnitModel.parse(model), version };
}

/** The usual place of a file [P2-K47]: the model and the version with underscores for its dots. */
export const defaultLocation = (unitModel: UnitModel, version: string): string =>
  `${unitModel.replaceAll(' ', '')}/${version.replaceAll('.', '_')}.bin`;

/** How an upgrade comes to a unit: over the air, or by a cable. */
export const UPGRADE_METHODS = ['OTA', 'USB'] as const;
export const UpgradeMethod = z.enum(UPGRADE_METHODS);
export type UpgradeMethod = z.infer<typeof UpgradeMethod>;

/** What an upgrade costs, for people: a price of 0 and every upgrade by USB are free [P2-K45 P2-K46]. */
export const shownPrice = (cents: number, method: UpgradeMethod): string =>
  cents === 0 || method === 'USB' ? 'FREE' : shownCents(cents);
