import { AppError } from '#core/errors.ts';
import { RANK } from '#core/monitoring-centers/board.ts';
import { escalationOccurrences } from '#core/monitoring-centers/escalation.ts';
import type { Page } from '#core/paging.ts';
import { instant } from '#core/time.ts';
import { notify } from '../dealer-settings/notifications.ts';
import type { Tools } from '../kit/area.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { AlarmEntity } from './alarms.ts';
import { alarmEntities, alarmWrites, ESCALATION, type StoredAlarm, stateOf } from './listing.ts';

const BUSY = new AppError('UNAVAILABLE', 'Others change the alarm');
const DUE_AT_ONCE = 10;

export interface AlarmName {
  UnitSerNum: string;
  event: string;
}

/** The alarms whose time is over at `now`, some at once. The longest due first. */
export async function* dueAlarms(now: number): AsyncGenerator<AlarmName[]> {
  const query = AlarmEntity.query
    .byDue({ due: ESCALATION })
    .between({ dueAt: '0' }, { dueAt: endOfPrefix(instant(now)) });
  let cursor: string | null = null;
  do {
    const next: Page<StoredAlarm> = await page(query, {
      pageSize: DUE_AT_ONCE,
      ...(cursor !== null && { cursor }),
    });
    if (next.items.length > 0) yield next.items.map(({ UnitSerNum, event }) => ({ UnitSerNum, event }));
    cursor = next.cursor;
  } while (cursor !== null);
}

/** Marks an alarm that nobody took in its time, and puts it first. Does nothing if somebody took or closed it, or it is escalated. */
export const escalate = (key: AlarmName, now: number): Promise<void> =>
  retry(BUSY, async () => {
    const { data: was } = await AlarmEntity.get(key).go({ consistent: true });
    if (!was?.listing || was.due !== ESCALATION || was.dueAt === undefined || was.dueAt > instant(now)) return;
    const next = { ...stateOf(was), listing: { ...was.listing, rank: RANK.escalated, escalatedAt: instant(now) } };
    await change({ entities: alarmEntities, refused: { changed: RETRY } }, (to) =>
      alarmWrites(to, key, was, next, now),
    );
  });

/** Mails an escalated alarm to its dealer and to the one above, unless somebody has taken it since. Repeated calls send one mail to each. */
export async function mailEscalation({ UnitSerNum, event }: AlarmName, tools: Tools, now: number): Promise<void> {
  const { data: alarm } = await AlarmEntity.get({ UnitSerNum, event }).go({ consistent: true });
  const escalatedAt = alarm?.listing?.escalatedAt;
  if (!alarm?.listing || escalatedAt === undefined || alarm.heldBy !== undefined || alarm.closedAt !== undefined)
    return;
  for (const occurrence of escalationOccurrences({ UnitSerNum, event, ...alarm.listing, escalatedAt }))
    await notify(occurrence, tools, now);
}
