import { AppError } from '#core/errors.ts';
import { escalated, escalationOccurrences, mailed } from '#core/monitoring-centers/escalation.ts';
import type { Page } from '#core/paging.ts';
import { instant } from '#core/time.ts';
import { notify } from '../dealer-settings/notifications.ts';
import type { Tools } from '../kit/area.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { AlarmEntity } from './alarms.ts';
import { alarmEntities, alarmWrites, ESCALATION, type State, type StoredAlarm, stateOf } from './listing.ts';

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

/**
 * Marks an alarm whose time is over, and puts it first. Its mail follows from the change of its item. An alarm that is marked, but still not mailed,
 * is written again, so its mail follows again. Does nothing if the alarm is not due any more.
 */
export const escalate = (key: AlarmName, now: number): Promise<void> =>
  retry(BUSY, async () => {
    const { data: was } = await AlarmEntity.get(key).go({ consistent: true });
    if (!was?.listing || was.due !== ESCALATION || was.dueAt === undefined || was.dueAt > instant(now)) return;
    await write(key, was, escalated(stateOf(was), now), now);
  });

/**
 * Mails an escalation to the dealer of the alarm and to the one above, unless somebody has handled the alarm since. It stays due until both are mailed.
 * Repeated calls send one mail to each.
 */
export async function mailEscalation(key: AlarmName, tools: Tools, now: number): Promise<void> {
  const { data: alarm } = await AlarmEntity.get(key).go({ consistent: true });
  const escalatedAt = alarm?.listing?.escalatedAt;
  if (!alarm?.listing?.unmailed || escalatedAt === undefined || alarm.closedAt !== undefined) return;
  const told = escalationOccurrences({ ...key, ...alarm.listing, escalatedAt });
  const results = await Promise.allSettled(told.map((occurrence) => notify(occurrence, tools, now)));
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
  await retry(BUSY, async () => {
    const { data: was } = await AlarmEntity.get(key).go({ consistent: true });
    if (!was?.listing?.unmailed || was.listing.escalatedAt !== escalatedAt) return;
    await write(key, was, mailed(stateOf(was)), now);
  });
}

const write = (key: AlarmName, was: StoredAlarm, next: State, now: number) =>
  change({ entities: alarmEntities, refused: { changed: RETRY } }, (to) => alarmWrites(to, key, was, next, now));
