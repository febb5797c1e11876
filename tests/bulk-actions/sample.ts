import { askerOf } from '#core/auth/identities.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { BulkActionEntity, BulkActionOrderEntity } from '#data/bulk-actions/bulk-actions.ts';
import { TODAY } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

const bchKey = '01KAJN9FR00000000000000220';

export const sample: Sample = {
  named: [{ name: bchKey, missing: '01KAJN9FR00000000000000999' }],
  /** A finished bulk action whose only unit failed. */
  async add({ scope, unit }) {
    const { data: bulkAction } = await BulkActionEntity.create({
      bchKey,
      action: 'reporting',
      type: 'off',
      UnitModel: 'myConnect',
      attempt: 1,
      total: 1,
      done: 0,
      failed: 0,
      createdAt: '2026-11-21T17:00:00.000Z',
      createdBy: scope.userName,
      dealerKey: scope.dealerKey,
      dealerPath: scope.dealerPath,
      expiresAt: Math.floor(TODAY / 1000) + 1_000_000_000,
    }).go();
    const { expiresAt } = bulkAction;
    await BulkActionOrderEntity.create({
      bchKey,
      units: [unit.UnitSerNum],
      askedBy: askerOf(scope),
      expiresAt,
    }).go();
    await bulkActionRowStore.fail(
      { bulkAction, UnitSerNum: unit.UnitSerNum, now: TODAY },
      'The unit is a MXD-LTE, not a myConnect',
    );
  },
};
