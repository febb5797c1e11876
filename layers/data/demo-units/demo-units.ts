import { Entity, type EntityItem } from 'electrodb';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { page } from '../kit/page.ts';
import { at, endOfPrefix, primary, secondary } from '../kit/table.ts';
import { UnitEntity } from '../units/units.ts';

const ALL = 'all';

/** Marks a unit as a demo unit. It is an item of its own, because a ping rewrites each index of the unit. */
export const DemoUnitEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'demoUnit', version: '1' },
    attributes: {
      /** The same for all, so that one query lists them. */
      portal: { type: 'string', required: true, default: ALL, hidden: true },
      UnitSerNum: requiredText,
      /** The place of the unit. It follows the unit. */
      DealerKey: requiredNumber,
      dealerPath: requiredText,
      Note: requiredText,
      since: requiredText,
      version: requiredNumber,
    },
    indexes: {
      demoUnit: primary(['UnitSerNum'], []),
      byTree: secondary('gsi1', ['portal'], ['dealerPath', 'UnitSerNum']),
    },
  },
  at,
);
export type DemoUnitItem = Omit<EntityItem<typeof DemoUnitEntity>, 'portal'>;

export const demoUnitStore = {
  async get(UnitSerNum: string): Promise<DemoUnitItem | undefined> {
    const { data } = await DemoUnitEntity.get({ UnitSerNum }).go({ consistent: true });
    return data ?? undefined;
  },

  /** One page of the demo units at the scope's dealer and all below it, by dealer and serial number. */
  list: (
    { dealerPath }: Pick<Scope, 'dealerPath'>,
    request: { cursor?: string | undefined; pageSize: number },
  ): Promise<Page<DemoUnitItem>> =>
    page(
      DemoUnitEntity.query.byTree({ portal: ALL }).between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) }),
      request,
    ),
};

/** Gives a demo unit the place of its unit. What one dealer's engineers noted is not for the next dealer. */
export async function settlePlace(UnitSerNum: string): Promise<void> {
  await retry('The demo unit changes right now', async () => {
    const { data: demo } = await DemoUnitEntity.get({ UnitSerNum }).go({ consistent: true });
    if (!demo) return;
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    if (!unit || unit.dealerPath === demo.dealerPath) return;
    const { DealerKey, dealerPath } = unit;
    await change({ entities: { demo: DemoUnitEntity }, refused: { changed: RETRY } }, (to) => [
      to.demo
        .put({
          ...demo,
          DealerKey,
          dealerPath,
          Note: DealerKey === demo.DealerKey ? demo.Note : '',
          version: demo.version + 1,
        })
        .where((stored, { eq }) => eq(stored.version, demo.version))
        .commit(),
    ]);
  });
}
