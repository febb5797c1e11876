import { z } from 'zod';
import { USER_TYPE, UserType } from '../access.ts';

const KINDS = Object.keys(USER_TYPE) as (keyof typeof USER_TYPE)[];

/** The kind of a user. */
export const Role = z.object({
  type: UserType,
  role: z.enum(KINDS),
  /** ADMIN at dealer 1 (portal-1 section 6). */
  superAdmin: z.boolean(),
});
export type Role = z.infer<typeof Role>;

export const roleName = (type: UserType) => KINDS.find((kind) => USER_TYPE[kind] === type)!;
