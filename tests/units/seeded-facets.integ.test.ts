import { expect, it } from 'vitest';
import { CONDITIONS } from '#core/units/condition.ts';
import { unitFacetStore } from '#data/units/facet-list.ts';
import { seed } from '#scripts/seed/areas/units.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { expectFacetsToAgree } from '#support/facets.ts';
import { TODAY } from '#support/fleet.ts';

it('the seeded fleet has the rows and counts of its units, and units of each condition', async () => {
  await writeAll(seed({ count: 150, now: TODAY }), () => {});
  await expectFacetsToAgree(TODAY);
  const counts = await unitFacetStore.counts({ dealerKey: 1 }, () => expect.unreachable());
  const conditions = new Set(counts.flatMap(({ facet, value }) => (facet === 'condition' ? [value] : [])));
  expect(conditions).toEqual(new Set(CONDITIONS));
});
