import { z } from 'zod';
import { UnitIDOption } from '../dealers/rules.ts';
import { text } from '../fields.ts';
import { recordKey } from '../record-key.ts';
import { Instant } from '../time.ts';
import { UnitModel } from '../units/unit.ts';
import { ProfileEvents } from './events.ts';

/** A profile in status 16 is offered to units, one in 17 is not. */
export const PT_ENABLED = 16;
const PT_DISABLED = 17;
/** The other status: 16 becomes 17, anything else 16. */
export const toggledStatus = (PTStatus: number) => (PTStatus === PT_ENABLED ? PT_DISABLED : PT_ENABLED);

/** How the unit IDs of units with this profile are printed. */
export const PROFILE_LABELS = ['Default', 'Serial Number Only', 'No Unit ID Dash'] as const;

const DUAL_SIM = 2;
/** Two SIMs for option 2, one for any other. */
export const isDualSim = (SimOptions: number) => SimOptions === DUAL_SIM;
export const simOptionWords = (SimOptions: number) => (isDualSim(SimOptions) ? 'Dual SIM' : 'Single SIM');
export const SIM_OPTIONS = [1, DUAL_SIM] as const;

export const UNIT_ID_LENGTHS = [4, 5] as const;
export const UIDLength = z.union([z.literal(4), z.literal(5)], 'The length of unit IDs is 4 or 5');

export const ProfileKey = z.coerce.number('Choose a profile').int().min(1);
/** `4.2.31.3.7`, or its number `423137`. */
export const UnitFirmVer = z
  .string()
  .trim()
  .max(30)
  .regex(/^\d+(\.\d+)*(_\w+)?$/, 'A firmware version has numbers and dots');

export const LineID = z
  .string()
  .trim()
  .toUpperCase()
  .max(8, 'Max length for Line ID is 8')
  .regex(/^([0-9A-Z][0-9A-Z_-]*)?$/, 'A Line ID has letters and digits');
export const ProfileName = text('The name', 60);
export const ProfileLabel = z.enum(PROFILE_LABELS);
export type ProfileLabel = z.infer<typeof ProfileLabel>;
const SettingValues = z
  .record(recordKey(40), z.union([z.boolean(), z.number(), z.string().max(200)]))
  .refine((settings) => Object.keys(settings).length <= 200, { message: 'At most 200 settings' });

/** What a version of a profile says. */
export const ProfileContent = z.object({
  LineID: z.string(),
  Label: ProfileLabel,
  SimOptions: z.number().int(),
  UnitIDOptions: UnitIDOption,
  UIDLength,
  Settings: SettingValues,
  Events: ProfileEvents,
});
export type ProfileContent = z.infer<typeof ProfileContent>;

/** A profile as lists and stores have it, without its settings and events. */
export const ProfileRecord = ProfileContent.omit({ Settings: true, Events: true }).extend({
  ProfileKey: z.number().int(),
  ProfileName: z.string(),
  UnitModel,
  UnitFirmVer: z.string(),
  PTStatus: z.number().int(),
  DealerKey: z.number().int(),
  dealerPath: z.string(),
  /** Grows with each saved version. */
  version: z.number().int(),
  savedAt: Instant,
  savedBy: z.string(),
});
export type ProfileRecord = z.infer<typeof ProfileRecord>;

/** A profile in lists. */
export const ProfileRow = ProfileRecord.omit({ dealerPath: true }).extend({
  DealerName: z.string(),
  /** Somebody else than the caller's dealers: empty. */
  savedBy: z.string(),
  /** The caller may change it, with the flag. */
  isOwn: z.boolean(),
});
export type ProfileRow = z.infer<typeof ProfileRow>;

/** What one field was and became, in words. */
export const ProfileChange = z.object({
  field: z.string(),
  label: z.string(),
  from: z.array(z.string()),
  to: z.array(z.string()),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** A profile with everything that it sets. */
export const Profile = ProfileRow.extend({
  Settings: SettingValues,
  Events: ProfileEvents,
  /** The options that its dealer can choose from. */
  UnitIDOptionsOffered: z.array(UnitIDOption),
});
export type Profile = z.infer<typeof Profile>;
