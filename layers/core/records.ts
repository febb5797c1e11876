import { z } from 'zod';

/** A versioned record as it was read. A change names the version that it was made on: somebody else's change is never lost. */
export const RecordVersion = z.object({
  id: z.string().min(1).max(60),
  version: z.coerce.number().int().min(1),
});
export type RecordVersion = z.infer<typeof RecordVersion>;
