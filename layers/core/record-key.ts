import { z } from 'zod';

/**
 * The name of an entry that a caller puts into a record. A name that every object has already is refused: the table's client
 * takes an object with a `constructor` of its own for something that it cannot store.
 */
export const recordKey = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((name) => !(name in {}), { message: 'Not a name that can be kept' });
