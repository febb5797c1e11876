import { Entity } from 'electrodb';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { requireUnique } from '#core/records.ts';
import { number, orderOf, requiredText } from '#data/kit/attributes.ts';
import { at, secondary } from '#data/kit/table.ts';
import { versionedAttributes, versionedIndexes, versionedRecords } from '#data/kit/versioned-records.ts';
import { auditOf } from '#support/audit.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

const LineEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'testLine', version: '1' },
    attributes: { ...versionedAttributes, Product: requiredText, DaysOut: number },
    indexes: versionedIndexes,
  },
  at,
);
const store = versionedRecords(LineEntity, { noun: 'test line' as 'lead time', objectKind: 'dealer', of: 'dealer' });
const portalStore = versionedRecords(LineEntity, {
  noun: 'test line' as 'lead time',
  objectKind: 'dealer',
  of: 'portal',
});

const aScope = async (dealer = 22) => scopeOf(await aUser({ dealer }));

beforeAll(someDealers);

describe('a store of versioned records', () => {
  it('adds a record with its audit entry, and returns it', async () => {
    const scope = await aScope();
    const added = await store.add(scope, { Product: 'MXD', DaysOut: 5 }, TODAY);
    expect(added).toMatchObject({ Product: 'MXD', DaysOut: 5, version: 1 });
    expect(added).not.toHaveProperty('DealerKey');
    expectTypeOf(added).toExtend<{ id: string; version: number; Product: string; DaysOut?: number | undefined }>();
    expect(await store.get(scope, added.id)).toEqual(added);
    expect(await auditOf('dealer', added.id)).toMatchObject([
      { action: 'add test line', dealerKey: 22, actorKey: scope.userKey, after: { Product: 'MXD', DaysOut: 5 } },
    ]);
  });

  it('updates the version that was read, removes absent fields, and audits what differs', async () => {
    const scope = await aScope();
    const added = await store.add(scope, { Product: 'MXD', DaysOut: 5 }, TODAY);
    const next = await store.update(scope, added, { Product: 'MXD' }, TODAY + 1);
    expect(next).toEqual({ id: added.id, version: 2, Product: 'MXD' });
    expect(await store.get(scope, added.id)).toEqual(next);
    const [, entry] = await auditOf('dealer', added.id);
    expect(entry).toMatchObject({ action: 'edit test line', before: { DaysOut: 5 } });
    expect(entry?.before).not.toHaveProperty('Product');
  });

  it('writes nothing for an update that changes nothing', async () => {
    const scope = await aScope();
    const added = await store.add(scope, { Product: 'MXD' }, TODAY);
    expect(await store.update(scope, added, { Product: 'MXD' }, TODAY)).toEqual(added);
    expect(await auditOf('dealer', added.id)).toHaveLength(1);
  });

  it('answers CONFLICT for an outdated version', async () => {
    const scope = await aScope();
    const added = await store.add(scope, { Product: 'A' }, TODAY);
    await store.update(scope, added, { Product: 'B' }, TODAY);
    await expect(store.update(scope, added, { Product: 'C' }, TODAY)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(store.remove(scope, added, TODAY)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await store.get(scope, added.id)).toMatchObject({ Product: 'B', version: 2 });
  });

  it('accepts one of two simultaneous updates', async () => {
    const scope = await aScope();
    const added = await store.add(scope, { Product: 'A' }, TODAY);
    const results = await Promise.allSettled(
      ['B', 'C'].map((Product) => store.update(scope, added, { Product }, TODAY)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    expect(await auditOf('dealer', added.id)).toHaveLength(2);
  });

  it('removes a record; then it answers NOT_FOUND', async () => {
    const scope = await aScope();
    const added = await store.add(scope, { Product: 'A' }, TODAY);
    await store.remove(scope, added, TODAY);
    await expect(store.get(scope, added.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(store.remove(scope, added, TODAY)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(store.update(scope, added, { Product: 'B' }, TODAY)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await auditOf('dealer', added.id)).map(({ action }) => action).sort()).toEqual([
      'add test line',
      'delete test line',
    ]);
  });

  it('separates the records of dealers, and shares those of the portal', async () => {
    const [one, other] = [await aScope(22), await aScope(49)];
    const own = await store.add(one, { Product: 'A' }, TODAY);
    await expect(store.get(other, own.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const shared = await portalStore.add(one, { Product: 'A' }, TODAY);
    expect(await portalStore.get(other, shared.id)).toEqual(shared);
  });

  it('lists page by page, oldest first', async () => {
    const scope = await aScope(13);
    const added = [];
    for (const place of [1, 2, 3]) added.push(await store.add(scope, { Product: `P${place}` }, TODAY + place));
    const first = await store.list(scope, { pageSize: 2 });
    expect(first.items).toEqual(added.slice(0, 2));
    const second = await store.list(scope, { pageSize: 2, cursor: first.cursor! });
    expect(second.items).toEqual(added.slice(2));
  });
});

describe('records that must fit together', () => {
  const together = versionedRecords(LineEntity, {
    noun: 'line in a set' as 'lead time',
    objectKind: 'dealer',
    of: 'dealer',
    rule: () => undefined,
  });

  it('are at most 1,000; the one beyond is refused, and those stored can still be changed and deleted', async () => {
    const scope = await aScope(220);
    await LineEntity.put(
      Array.from({ length: 1000 }, (_, index) => ({ DealerKey: 220, id: `l-${index}`, version: 1, Product: 'A' })),
    ).go({ concurrency: 8 });
    await expect(together.add(scope, { Product: 'B' }, TODAY)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(await together.update(scope, { id: 'l-1', version: 1 }, { Product: 'B' }, TODAY)).toMatchObject({
      version: 2,
    });
    await together.remove(scope, { id: 'l-2', version: 1 }, TODAY);
    expect(await together.add(scope, { Product: 'B' }, TODAY)).toMatchObject({ Product: 'B' });
  });
});

describe('records that are unique in a field', () => {
  const unique = versionedRecords(LineEntity, {
    noun: 'unique line' as 'lead time',
    objectKind: 'dealer',
    of: 'dealer',
    rule: requireUnique('Product', 'This product exists already'),
  });
  const refused = { code: 'CONFLICT', issues: [{ path: 'Product', message: 'This product exists already' }] };

  it('refuse a second one of the same look, in any case, and only within the dealer', async () => {
    const [scope, other] = [await aScope(7), await aScope(91)];
    const { id } = await unique.add(scope, { Product: 'Air' }, TODAY);
    await expect(unique.add(scope, { Product: 'AIR' }, TODAY)).rejects.toMatchObject(refused);
    await expect(unique.add(scope, { Product: 'Аіr' }, TODAY)).rejects.toMatchObject(refused);
    await unique.add(other, { Product: 'Air' }, TODAY);

    const second = await unique.add(scope, { Product: 'Sea' }, TODAY);
    await expect(unique.update(scope, second, { Product: 'air' }, TODAY)).rejects.toMatchObject(refused);
    await unique.update(scope, { id, version: 1 }, { Product: 'AIR' }, TODAY);
    await unique.remove(scope, { id, version: 2 }, TODAY);
    await unique.update(scope, second, { Product: 'air' }, TODAY);
  });

  it('can be deleted if another had the same text before the rule existed', async () => {
    const scope = await aScope(220);
    const [, second] = [
      await store.add(scope, { Product: 'Old' }, TODAY),
      await store.add(scope, { Product: 'Old' }, TODAY),
    ];
    await store.add(scope, { Product: 'Old' }, TODAY);
    await unique.remove(scope, second, TODAY);
    await expect(store.get(scope, second.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('whose names look alike by now can be changed in all else, and be told apart', async () => {
    const scope = await aScope(49);
    const first = await store.add(scope, { Product: 'Care', DaysOut: 1 }, TODAY);
    const second = await store.add(scope, { Product: 'Саrе', DaysOut: 2 }, TODAY);
    const changed = await unique.update(scope, second, { Product: 'Саrе', DaysOut: 3 }, TODAY);
    expect(changed).toMatchObject({ DaysOut: 3 });
    for (const Product of ['Care', 'Cаre', 'CARE'])
      await expect(unique.update(scope, changed, { Product, DaysOut: 3 }, TODAY)).rejects.toMatchObject(refused);
    const renamed = await unique.update(scope, changed, { Product: 'Care East', DaysOut: 3 }, TODAY);
    await expect(unique.update(scope, renamed, { Product: 'Саrе', DaysOut: 3 }, TODAY)).rejects.toMatchObject(refused);
    expect(await unique.update(scope, first, { Product: 'CARE', DaysOut: 1 }, TODAY)).toMatchObject({ version: 2 });
  });

  it('refuse all but one of several that are added at the same moment', async () => {
    const scope = await aScope(422);
    const results = await Promise.allSettled([1, 2, 3].map(() => unique.add(scope, { Product: 'Air' }, TODAY)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('a store that lists records by name', () => {
  const NamedEntity = new Entity(
    {
      model: { service: 'watchkeep', entity: 'testNamed', version: '1' },
      attributes: { ...versionedAttributes, Name: requiredText, nameOrder: orderOf('Name') },
      indexes: { ...versionedIndexes, byName: secondary('gsi1', ['DealerKey'], ['nameOrder', 'id']) },
    },
    at,
  );
  const named = versionedRecords(NamedEntity, {
    noun: 'test name' as 'lead time',
    objectKind: 'dealer',
    of: 'dealer',
    listedBy: 'byName',
  });

  it('returns each record once over all pages, in any case, the shorter name first', async () => {
    const scope = await aScope(2202);
    const names = ['acme', 'Acme Air', 'ACME-LTE', 'Birch', 'cedar'];
    for (const Name of ['Birch', 'ACME-LTE', 'cedar', 'Acme Air', 'acme']) await named.add(scope, { Name }, TODAY);
    const found: string[] = [];
    let cursor: string | null | undefined;
    for (let pages = 0; cursor !== null && pages < 9; pages++) {
      const next = await named.list(scope, { pageSize: 2, ...(cursor && { cursor }) });
      found.push(...next.items.map(({ Name }) => Name));
      cursor = next.cursor;
    }
    expect(found).toEqual(names);
  });
});
