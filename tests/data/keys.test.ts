import { describe, expect, it } from 'vitest';
import { newId } from '#data/kit/id.ts';
import { page } from '#data/kit/page.ts';
import { tableChange } from '#data/kit/table-change.ts';
import { UnitEntity } from '#data/units/units.ts';

describe('an id', () => {
  it('sorts by the time of its creation, and is unique within one millisecond', () => {
    const now = Date.UTC(2026, 10, 21);
    const ids = [now, now + 1, now + 1000, now + 86_400_000].map(newId);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(Array.from({ length: 1000 }, () => newId(now))).size).toBe(1000);
    expect(ids.every((id) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true);
  });

  it('starts like the ULID of its time', () => {
    // The example of github.com/ulid/spec: 1469918176385 is 01ARYZ6S41.
    expect(newId(1_469_918_176_385).slice(0, 10)).toBe('01ARYZ6S41');
  });
});

describe.each([
  ['what begins alike', UnitEntity.query.byTree({ UnitModel: 'MXD-LTE' }).begins({ dealerPath: '/1/22/' })],
  [
    'a range',
    UnitEntity.query.byTree({ UnitModel: 'MXD-LTE' }).between({ dealerPath: '/1/22/' }, { dealerPath: '/1/22/\uffff' }),
  ],
])('a cursor in a list of %s', (_, list) => {
  const own = {
    pk: '$watchkeep#UnitSerNum_400220',
    sk: '$unit_1',
    gsi1pk: '$watchkeep#UnitModel_MXD-LTE',
    gsi1sk: '$unit_1#dealerPath_/1/22/220/#UnitSerNum_400220',
  };
  const asked: object[] = [];
  const query = {
    params: () => list.params(),
    go: async (options: object) => {
      asked.push(options);
      return { data: [], cursor: null };
    },
  };
  const goOn = (keys: unknown) =>
    page(query, { cursor: Buffer.from(JSON.stringify(keys)).toString('base64url'), pageSize: 7 });

  it('continues the list that returned it, for one page only', async () => {
    await goOn(own);
    expect(asked).toMatchObject([{ limit: 7 }]);
  });

  it.each([
    ['of another list', { ...own, gsi1pk: '$watchkeep#UnitModel_myConnect' }],
    ['of another dealer', { ...own, gsi1sk: '$unit_1#dealerPath_/1/49/#UnitSerNum_400220' }],
    ['of a dealer whose key starts with the same digits', { ...own, gsi1sk: '$unit_1#dealerPath_/1/2/' }],
    ['of another index', { pk: own.pk, sk: own.sk, gsi2pk: own.gsi1pk, gsi2sk: own.gsi1sk }],
    ['with an additional key', { ...own, gsi2pk: 'x' }],
    ['with a missing key', { pk: own.pk, sk: own.sk, gsi1pk: own.gsi1pk }],
    ['with a key that is not a text', { ...own, pk: 1 }],
    ['that is a list', [own]],
    ['that is empty', null],
  ])('%s is refused before the table is read', async (_name, keys) => {
    asked.length = 0;
    await expect(goOn(keys)).rejects.toMatchObject({ code: 'INVALID', issues: [{ path: 'cursor' }] });
    expect(asked).toEqual([]);
  });
});

describe('a stream record', () => {
  const image = (entity: string) => ({ __edb_e__: { S: entity }, __edb_v__: { S: '1' } });

  it('maps to its entity, and whether the item is new, changed or deleted', () => {
    expect(tableChange({ dynamodb: { NewImage: image('unitLookup') } } as never)).toMatchObject({
      entity: 'unitLookup',
      images: { before: undefined, after: {} },
    });
    expect(tableChange({ dynamodb: { OldImage: image('session') } } as never)).toMatchObject({
      entity: 'session',
      images: { before: {}, after: undefined },
    });
  });
});
