import { beforeAll, expect, it } from 'vitest';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { shareOf } from '#core/rollouts/plan.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { RolloutEntity, RolloutUnitEntity } from '#data/rollouts/entities.ts';
import { searchUnits } from '#functions/on-rollout-due/search.ts';
import { setClock } from '#support/clock.ts';
import { settleAll } from '#support/facets.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aRollout } from './a-rollout.ts';
import { START } from './support.ts';

const version = { unitModel: 'myConnect', firmVerType: 'myConnect', version: '3.0.0' } as FirmwareVersion;
let fleet: UnitRecord[];

beforeAll(async () => {
  await someDealers();
  setClock(START);
  const all: UnitRecord[] = [];
  for (let index = 0; index < 40; index++)
    all.push(
      await aUnit({
        ...{ UnitModel: 'myConnect', UnitStatus: 9, FirmVer: '2.9.0', ActiveCarrier: index % 2 === 0 ? 0 : 1 },
        ...{ dealer: index < 20 ? 220 : 49, Tags: index % 4 === 0 ? ['pilot'] : [] },
        lastPing: { lastPingTime: instant(START), pingReason: 'Scheduled' },
      }),
    );
  // Not in service, of another model, and with the version already: no stage has them.
  all.push(await aUnit({ UnitModel: 'myConnect', UnitStatus: 5, FirmVer: '2.9.0' }));
  all.push(await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9, FirmVer: '2.9.0' }));
  all.push(await aUnit({ UnitModel: 'myConnect', UnitStatus: 9, FirmVer: '3.0.0' }));
  await settleAll(all, START);
  fleet = all.slice(0, 40);
});

let count = 0;
/** The units that the only stage of a rollout finds. */
async function found(stage: object, hasTime = () => true) {
  count += 1;
  const rolloutId = `01K0SEARCH${String(count).padStart(16, '0')}`;
  const rollout = aRollout({ rolloutId, plan: { stages: [{ name: 'One', atMost: 500, watchHours: 1, ...stage }] } });
  await RolloutEntity.put(rollout).go();
  const isWhole = await searchUnits(rollout, version, hasTime);
  const { data } = await RolloutUnitEntity.query.unit({ rolloutId }).go({ consistent: true, pages: 'all' });
  return { rolloutId, isWhole, serials: data.map(({ UnitSerNum }) => UnitSerNum).sort() };
}
const serialsOf = (fits: (unit: UnitRecord) => boolean) =>
  fleet
    .filter(fits)
    .map(({ UnitSerNum }) => UnitSerNum)
    .sort();

it('finds the units of every dealer that have an older version', async () => {
  expect(await found({})).toMatchObject({ isWhole: true, serials: serialsOf(() => true) });
});

it('finds the units of a dealer and all below it', async () => {
  // 220 is a sub-dealer of 22.
  expect((await found({ DealerKey: 22 })).serials).toEqual(serialsOf(({ DealerKey }) => DealerKey === 220));
  expect((await found({ DealerKey: 49 })).serials).toEqual(serialsOf(({ DealerKey }) => DealerKey === 49));
});

it('finds units by carrier and by tag', async () => {
  expect((await found({ carriers: [1] })).serials).toEqual(serialsOf(({ ActiveCarrier }) => ActiveCarrier === 1));
  expect((await found({ tags: ['pilot', 'nobody'] })).serials).toEqual(serialsOf(({ Tags }) => Tags!.length > 0));
  expect((await found({ tags: ['pilot'], carriers: [1] })).serials).toEqual([]);
});

it('finds a share, and at most so many', async () => {
  const { rolloutId, serials } = await found({ percent: 40 });
  expect(serials).toEqual(serialsOf(({ UnitSerNum }) => shareOf(rolloutId, UnitSerNum) < 40));
  expect((await found({ atMost: 7 })).serials).toHaveLength(7);
});

it('finds no unit of a dealer that is gone, and nothing without time', async () => {
  expect(await found({ DealerKey: 987_654 })).toMatchObject({ isWhole: true, serials: [] });
  expect(await found({}, () => false)).toMatchObject({ isWhole: false, serials: [] });
});
