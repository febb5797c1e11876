import { Entity } from 'electrodb';
import { dealerKeysOf } from '#core/scope.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { expiresAt, requiredNumber, requiredText } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary, secondary, serviceOf } from '../kit/table.ts';
import { auditExpiry } from './audit.ts';

/**
 * An entry in the audit of a dealer and everything below it: one item for the dealer of the entry and for each dealer above. The stream
 * writes them, because a transaction has no room for them.
 */
export const AuditLineEntity = new Entity(
  {
    model: { service: serviceOf('auditLines'), entity: 'auditLine', version: '1' },
    attributes: {
      above: requiredNumber,
      at: requiredText,
      auditId: requiredText,
      objectKind: requiredText,
      objectId: requiredText,
      action: requiredText,
      expiresAt,
    },
    indexes: {
      byAbove: primary(['above'], ['at', 'auditId']),
      byAction: secondary('gsi1', ['above', 'action'], ['at', 'auditId']),
    },
  },
  at,
);

/** The part of an entry that its lines need. */
export interface ListedEntry {
  at: string;
  auditId: string;
  objectKind: string;
  objectId: string;
  action: string;
  dealerKey: number;
  partOfDealer?: number | undefined;
}

/** Lists the entry at its dealer and all dealers above it; a part of a bulk action only below the dealer of that. Doing it again writes nothing: a line that is replaced is reported as changed. */
export async function listEntry({ dealerKey, partOfDealer, ...entry }: ListedEntry): Promise<void> {
  const dealer = await dealerStore.byKey(dealerKey);
  const expiresAt = auditExpiry(entry.at);
  await Promise.all(
    dealersOf(dealer?.dealerPath ?? '', partOfDealer).map((above) =>
      tryWrite(AuditLineEntity.create({ ...entry, above, expiresAt }).go()),
    ),
  );
}

function dealersOf(dealerPath: string, above: number | undefined): number[] {
  const keys = dealerKeysOf(dealerPath);
  return above === undefined ? keys : keys.slice(keys.indexOf(above) + 1);
}
