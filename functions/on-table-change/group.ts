import type { Images } from '#data/kit/area.ts';
import { groupOfUnit } from '#platform/aws/message-group.ts';

/** The group of what follows a change: the unit of the changed item. */
export const groupOf = ({ before, after }: Images): string | undefined => groupOfUnit((after ?? before)?.UnitSerNum);
