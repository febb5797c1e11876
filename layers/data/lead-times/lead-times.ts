import { Entity } from 'electrodb';
import { requireEachQuantityOnce } from '#core/lead-times/lead-time.ts';
import { orderOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, secondary } from '../kit/table.ts';
import { versionedAttributes, versionedIndexes, versionedRecords } from '../kit/versioned-records.ts';

export const LeadTimeEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'leadTime', version: '1' },
    attributes: {
      ...versionedAttributes,
      Product: requiredText,
      productOrder: orderOf('Product'),
      PartNumber: requiredText,
      MinQty: { ...requiredNumber, padding: { length: 7, char: '0' } },
      MaxQty: requiredNumber,
      DaysOut: requiredNumber,
    },
    indexes: { ...versionedIndexes, byProduct: secondary('gsi1', ['DealerKey'], ['productOrder', 'MinQty', 'id']) },
  },
  at,
);

export const leadTimeStore = versionedRecords(LeadTimeEntity, {
  noun: 'lead time',
  objectKind: 'leadTime',
  of: 'portal',
  listedBy: 'byProduct',
  rule: requireEachQuantityOnce,
});
