import { z } from 'zod';
import { isVisible, NOT_VISIBLE } from '../name-skeleton.ts';

/** The person to contact at a dealer. */
export const MainContact = z.object({
  Name: z
    .string()
    .trim()
    .min(1, 'A contact needs a name')
    .max(100, 'At most 100 characters')
    .refine(isVisible, NOT_VISIBLE),
  Phone: z
    .string()
    .trim()
    .regex(/^(\d{10})?$/, 'A phone number has 10 digits'),
  Email: z
    .string()
    .trim()
    .pipe(z.union([z.literal(''), z.email('Not an e-mail address').max(254)])),
});
export type MainContact = z.infer<typeof MainContact>;
