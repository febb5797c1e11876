import { whoWords } from '#core/audit/actor.ts';
import type { AuditRecord } from '#core/audit/entry.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { type AlarmKey, eventOf, shownAlarm, UNHANDLED } from '#core/monitoring-centers/alarm.ts';
import { type AlarmExport, MAX_ACTIONS } from '#core/monitoring-centers/alarm-export.ts';
import type { Page } from '#core/paging.ts';
import { actedBy, type Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { fullUnitID } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry, recordAudit } from '../audit/audit.ts';
import { unitLogStore } from '../history/unit-log.ts';
import { shownUnits } from '../units/shown.ts';
import { ACTIONS, alarmReported } from './alarm-changes.ts';
import { AlarmEntity } from './alarms.ts';
import { alarmOf } from './listing.ts';

const PAGE_SIZE = 200;
/** More than fifty notes and what belongs to them. */
const MAX_PAGES = 10;

/** Everything about an alarm, with an audit entry that it was read. NOT_FOUND if the scope does not see such an alarm. */
export async function readAlarm(scope: Scope, unit: UnitRecord, key: AlarmKey, now: number): Promise<AlarmExport> {
  const { UnitSerNum, DealerKey } = unit;
  const reported = await alarmReported(scope, unit, key);
  const [{ data }, actions, [shown]] = await Promise.all([
    AlarmEntity.get({ UnitSerNum, event: eventOf(key) }).go({ consistent: true }),
    actionsOn(key, reported, now),
    shownUnits(scope, [unit], now),
  ]);
  const { version: _version, isMine: _mine, ...alarm } = shownAlarm(data ? alarmOf(data) : UNHANDLED, reported, '');
  const { timeStamp, sequence, receivedAt, eventType, zone, detail, disabled } = reported;
  const escalatedAt = data?.listing?.escalatedAt;
  const entry = {
    objectKind: 'unit',
    objectId: UnitSerNum,
    dealerKey: DealerKey,
    action: 'export alarm',
    after: { event: eventType, at: timeStamp, sequence },
  } as const;
  await recordAudit(auditEntry(scope, entry, now));
  return {
    kind: 'alarm',
    ...{ exportedAt: instant(now), exportedBy: whoWords(actedBy(scope)) },
    ...{ UnitSerNum, UnitModel: unit.UnitModel, unitID: fullUnitID(unit), DealerName: shown!.DealerName },
    ...{ timeStamp, sequence, receivedAt, eventType },
    ...(zone !== undefined && { zone }),
    ...(detail !== undefined && { detail }),
    ...(disabled !== undefined && { disabled }),
    ...(escalatedAt !== undefined && { escalatedAt }),
    ...alarm,
    actions,
  };
}

/** What people did about the alarm, the oldest first, from the changes of its unit. */
async function actionsOn({ UnitSerNum, timeStamp }: AlarmKey, reported: UnitEvent, now: number) {
  const known: readonly string[] = Object.values(ACTIONS);
  const found: AuditRecord[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const range = { UnitSerNum, startDate: timeStamp, endDate: instant(now), pageSize: PAGE_SIZE };
    const page: Page<AuditRecord> = await unitLogStore.changes('unit', {
      ...range,
      ...(cursor !== null && { cursor }),
    });
    found.push(...page.items);
    cursor = page.cursor;
    if (cursor === null) break;
  }
  return found
    .filter(({ action, after }) => known.includes(action) && after !== undefined && isAbout(reported, after))
    .map((entry) => ({ at: entry.at, by: whoWords(entry), action: entry.action }))
    .slice(0, MAX_ACTIONS)
    .toReversed();
}

/** True for an entry about the event. Entries of an earlier version have no sequence. */
const isAbout = (
  { eventType, timeStamp, sequence }: UnitEvent,
  { event, at, sequence: of = sequence }: Readonly<Record<string, unknown>>,
) => event === eventType && at === timeStamp && of === sequence;
