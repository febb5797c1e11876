import { Entity } from 'electrodb';
import { CENTER_TAKEN, type CenterStatus, NUMBER_TAKEN, type Protocol } from '#core/monitoring-centers/center.ts';
import { requireUnique } from '#core/records.ts';
import { orderOf, requiredNumberOf, requiredText } from '../kit/attributes.ts';
import { at, secondary } from '../kit/table.ts';
import { versionedAttributes, versionedIndexes, versionedRecords } from '../kit/versioned-records.ts';

export const MonitoringCenterEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'monitoringCenter', version: '1' },
    attributes: {
      ...versionedAttributes,
      name: requiredText,
      nameOrder: orderOf('name'),
      protocol: requiredNumberOf<Protocol>(),
      status: requiredNumberOf<CenterStatus>(),
    },
    indexes: { ...versionedIndexes, byName: secondary('gsi1', ['DealerKey'], ['nameOrder', 'id']) },
  },
  at,
);

/** The monitoring centres that each dealer administers. */
export const centerStore = versionedRecords(MonitoringCenterEntity, {
  noun: 'monitoring centre',
  objectKind: 'monitoringCenter',
  of: 'dealer',
  listedBy: 'byName',
  givesRights: true,
  rule: requireUnique('name', CENTER_TAKEN),
});

export const WhiteListEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'whiteListNumber', version: '1' },
    attributes: { ...versionedAttributes, mcKey: requiredText, phoneNumber: requiredText, label: requiredText },
    indexes: { ...versionedIndexes, byNumber: secondary('gsi1', ['DealerKey'], ['phoneNumber', 'id']) },
  },
  at,
);

/** The phone numbers from which the centres of each dealer call. */
export const whiteListStore = versionedRecords(WhiteListEntity, {
  noun: 'whitelist number',
  objectKind: 'whiteListNumber',
  of: 'dealer',
  listedBy: 'byNumber',
  rule: requireUnique('phoneNumber', NUMBER_TAKEN),
});
