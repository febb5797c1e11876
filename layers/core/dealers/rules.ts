import { z } from 'zod';
import { SignOutAddress } from '../auth/sign-out-address.ts';

/** The unit ID options of an order (portal-1 section 6). */
export const UNIT_ID_OPTIONS = ['Default', "No Unit ID's", 'Use Serial Number'] as const;
export const UnitIDOption = z.enum(UNIT_ID_OPTIONS);
export type UnitIDOption = z.infer<typeof UnitIDOption>;

/** The rules of a single dealer. They are data, so that the code names no dealer key. Engineers set them. */
export const DealerRules = z.object({
  /** The options that its orders offer. */
  unitIDOptions: z
    .array(UnitIDOption)
    .min(1, 'Choose at least one option')
    .max(UNIT_ID_OPTIONS.length)
    .refine((options) => new Set(options).size === options.length, 'Each option once'),
  /** An order of MXD-LTE units needs a file of unit device identifiers. */
  udiFileRequired: z.boolean(),
  /** A unit ID label is printed for myConnect units. */
  unitIDLabel: z.boolean(),
  /** The login screen after a sign-out of its users. */
  signOutAddress: SignOutAddress,
  /** Its units are IMPRA units. */
  impra: z.boolean(),
});
export type DealerRules = z.infer<typeof DealerRules>;

export const USUAL_RULES: DealerRules = {
  unitIDOptions: [...UNIT_ID_OPTIONS],
  udiFileRequired: false,
  unitIDLabel: false,
  signOutAddress: '/login',
  impra: false,
};

/** The unit ID options that the orders and profiles of a dealer offer. */
export const unitIDOptionsOf = ({ impra, unitIDOptions }: DealerRules): UnitIDOption[] =>
  impra ? ['Use Serial Number'] : unitIDOptions;
