import type { Images } from '#data/kit/area.ts';
import { groupOf } from '#platform/aws/message-group.ts';

/** The group of what follows a change: the unit of the changed item, or the unit that a series of mails is about. */
export function groupOfChange({ before, after }: Images): string | undefined {
  const item = after ?? before;
  return groupOf(item?.UnitSerNum ?? item?.about);
}
