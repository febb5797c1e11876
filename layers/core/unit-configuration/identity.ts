import { z } from 'zod';
import { optionalText } from '../fields.ts';
import { LineID } from '../profiles/profile.ts';
import { fullUnitID } from '../units/unit.ts';

export const UnitID = z
  .string()
  .trim()
  .toUpperCase()
  .max(16, 'At most 16 characters')
  .regex(/^[0-9A-Z]*$/, 'A Unit ID has letters and digits');
const AllowOTAUpdate = z.union([z.literal(0), z.literal(1)]);
const Label = optionalText(40);

/** How a unit is called, and whether it may be updated over the air. */
export const Identity = z.object({
  UnitLineID: LineID,
  UnitID,
  AllowOTAUpdate,
  Custom1: Label,
  Custom2: Label,
});
export type Identity = z.infer<typeof Identity>;

/** The same as it was stored before, whatever the rules are now. */
export const OldIdentity = z.object({
  UnitLineID: z.string().max(100),
  UnitID: z.string().max(100),
  AllowOTAUpdate,
  Custom1: z.string().max(200),
  Custom2: z.string().max(200),
});

export const IDENTITY_FIELDS = Object.keys(Identity.shape) as readonly (keyof Identity)[];

export const identityOf = (unit: Identity): Identity =>
  Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, unit[field]])) as Identity;

type IDs = Pick<Identity, 'UnitLineID' | 'UnitID'>;

/** True if both have a unit ID, and it is the same with the Line ID: a monitoring centre cannot tell them apart by it. */
export const haveSameID = (one: IDs, other: IDs): boolean =>
  one.UnitID !== '' && other.UnitID !== '' && fullUnitID(one).toUpperCase() === fullUnitID(other).toUpperCase();

/** The refusal of a unit ID that another unit has. */
export const hasIDAlready = (holder: IDs & { UnitSerNum: string }): string =>
  `The unit ${holder.UnitSerNum} has the unit ID ${fullUnitID(holder)} already`;

/** The names of the fields that every dealer has alike. */
export const IDENTITY_LABELS = {
  UnitLineID: 'Line ID',
  UnitID: 'Unit ID',
  AllowOTAUpdate: 'Updates over the air',
} as const;
