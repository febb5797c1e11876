import { z } from 'zod';

/**
 * The key of an entry that a caller adds to a record. Rejects names that every object has, such as `constructor`: the DynamoDB client
 * cannot store an object with its own `constructor`.
 */
export const recordKey = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((name) => !(name in {}), { message: 'Not a valid name' });
