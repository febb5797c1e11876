import { z } from 'zod';
import { AppError } from './errors.ts';
import { nameSkeleton } from './name-skeleton.ts';

/** A versioned record as it was read. A change names the version that it was made on: somebody else's change is never lost. */
export const RecordVersion = z.object({
  id: z.string().min(1).max(60),
  version: z.coerce.number().int().min(1),
});
export type RecordVersion = z.infer<typeof RecordVersion>;

/**
 * The `rule` of a store in which no two records have names in `field` that look alike (`nameSkeleton`). Throws CONFLICT with `message`. Records whose names
 * look alike by now, because the list of characters grew, can be changed in all else.
 * @public Used by areas that `npm run new:area` writes.
 */
export const requireUnique =
  <Field extends string>(field: Field, message: string) =>
  (
    records: readonly Record<Field, string>[],
    changed: Record<Field, string>,
    was: Record<Field, string> | undefined,
  ): void => {
    // A record that is deleted is not among them.
    if (!records.includes(changed) || was?.[field] === changed[field]) return;
    const same = records.filter((one) => nameSkeleton(one[field]) === nameSkeleton(changed[field]));
    if (same.length > 1) throw new AppError('CONFLICT', message, [{ path: field, message }]);
  };
