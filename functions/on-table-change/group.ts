import { z } from 'zod';
import type { Images } from '#data/kit/area.ts';

/** What SQS accepts as a group. A malformed name must not block the stream. */
const Group = z.string().regex(/^[\w-]{1,128}$/);

/** The unit of a changed item, so that a unit that changes without end does not delay what follows changes of others. */
export const groupOf = ({ before, after }: Images): string | undefined =>
  Group.safeParse((after ?? before)?.UnitSerNum).data;
