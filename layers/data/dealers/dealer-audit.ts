import { OFFICE_FIELDS } from '#core/dealers/dealer.ts';
import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import type { Change } from '../audit/audit.ts';

/** The object of an audit entry about a dealer. */
export const dealerObject = ({ DealerKey }: Pick<DealerRecord, 'DealerKey'>) => ({
  objectKind: 'dealer' as const,
  objectId: String(DealerKey),
  dealerKey: DealerKey,
});

const AUDITED = ['DealerName', 'DealerBillingCode', ...OFFICE_FIELDS] as const;

/**
 * The audit of a change. The entries of a dealer move with it, so they do not name its parents. The old and the new parent each get
 * an entry of their own.
 */
export function dealerChangesOf(was: DealerRecord, next: DealerRecord): Change[] {
  const changed = difference(was, next);
  if (was.DealerParent === next.DealerParent) return [{ ...dealerObject(next), action: 'edit dealer', ...changed }];
  const side = ({ DealerParent }: DealerRecord) => ({
    place: { ...dealerObject(was), dealerKey: DealerParent ?? ROOT_DEALER },
    told: { DealerParent: DealerParent ?? null },
  });
  const [left, entered] = [side(was), side(next)];
  return [
    { ...dealerObject(next), action: 'move dealer', ...changed },
    { ...left.place, action: 'move dealer to another parent', before: left.told },
    { ...entered.place, action: 'move dealer here', after: entered.told },
  ];
}

function difference(was: DealerRecord, next: DealerRecord) {
  const fields = AUDITED.filter((field) => was[field] !== next[field]);
  const of = (dealer: DealerRecord) => Object.fromEntries(fields.map((field) => [field, dealer[field] ?? null]));
  return { before: of(was), after: of(next) };
}
