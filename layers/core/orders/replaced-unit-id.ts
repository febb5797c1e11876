import { z } from 'zod';

/** A place of an order item that got another unit ID, because `UnitSerNum` has the one that it had. */
export const ReplacedUnitID = z.object({
  place: z.number().int(),
  was: z.string(),
  UnitID: z.string(),
  UnitSerNum: z.string(),
});
export type ReplacedUnitID = z.output<typeof ReplacedUnitID>;
