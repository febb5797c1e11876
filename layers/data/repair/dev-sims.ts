import { Entity } from 'electrodb';
import { requireUnique } from '#core/records.ts';
import { requiredText } from '../kit/attributes.ts';
import { at, secondary } from '../kit/table.ts';
import { versionedAttributes, versionedIndexes, versionedRecords } from '../kit/versioned-records.ts';

export const DevSimEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'devSim', version: '1' },
    attributes: { ...versionedAttributes, ICCID: requiredText },
    indexes: { ...versionedIndexes, byIccid: secondary('gsi1', ['DealerKey'], ['ICCID', 'id']) },
  },
  at,
);

export const devSimStore = versionedRecords(DevSimEntity, {
  noun: 'developer SIM',
  objectKind: 'devSim',
  of: 'portal',
  listedBy: 'byIccid',
  rule: requireUnique('ICCID', 'This developer SIM exists already'),
});
