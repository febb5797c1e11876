import { Entity } from 'electrodb';
import type { AuditRecord } from '#core/audit/entry.ts';
import type { ChangeKind } from '#core/history/change.ts';
import { type ChangeLog, changeKindOf, changeLogOf } from '#core/history/change-log.ts';
import { DAY, instant } from '#core/time.ts';
import type { AuditItem } from '../audit/audit.ts';
import { expiryOf, jsonOf, requiredNumber, requiredText, textOf } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary } from '../kit/table.ts';

/** As long as the audit. */
const KEPT_MS = 7 * 365 * DAY;

/** A change in one of the change logs of its unit. */
export const UnitChangeEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitChange', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      log: { ...textOf<ChangeLog>(), required: true },
      /** The time, then the id of the change. */
      place: requiredText,
      kind: { ...textOf<ChangeKind>(), required: true },
      content: { ...jsonOf<AuditRecord>(), required: true },
      expiresAt: requiredNumber,
    },
    indexes: { byUnit: primary(['UnitSerNum', 'log'], ['place']) },
  },
  at,
);

const changeItem = (content: AuditRecord) => {
  const kind = changeKindOf(content.action);
  return {
    UnitSerNum: content.objectId,
    log: changeLogOf(kind),
    place: `${content.at}~${content.auditId}`,
    kind,
    content,
    expiresAt: expiryOf(Date.parse(content.at) + KEPT_MS),
  };
};

/** The changes of units among entries of the audit, as the change logs store them. */
export const changeItems = (entries: readonly AuditItem[]) =>
  entries
    .filter(({ objectKind }) => objectKind === 'unit')
    .map(({ takenKey: _taken, expiresAt: _expiry, ...content }) => changeItem(content as AuditRecord));

/** Stores a change that a unit reports of itself. A repeated report changes nothing. */
export async function recordReportedChange(
  unit: { UnitSerNum: string; DealerKey: number },
  reported: { id: string; at: number; action: 'report accessory'; after: Record<string, unknown> },
): Promise<void> {
  const { UnitSerNum, DealerKey } = unit;
  await UnitChangeEntity.put(
    changeItem({
      auditId: reported.id,
      at: instant(reported.at),
      objectKind: 'unit',
      objectId: UnitSerNum,
      dealerKey: DealerKey,
      action: reported.action,
      actorKey: 'unit',
      actorName: UnitSerNum,
      asUserKey: 'unit',
      asUserName: UnitSerNum,
      after: reported.after,
    }),
  ).go();
}
