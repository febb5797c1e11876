import { beforeAll, describe, expect, it } from 'vitest';
import { leadTimes } from '#core/lead-times/contract.ts';
import { LeadTimeEntity } from '#data/lead-times/lead-times.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

beforeAll(someDealers);

const aProducer = () => aUser({ dealer: 1, flags: ['PRODUCTION'] });

const line = (Product: string, MinQty: number, MaxQty: number) => ({ Product, MinQty, MaxQty, DaysOut: 14 });

describe('lead times', () => {
  it('are read by product and quantity, the same for every dealer [P1-C60 P1-E30]', async () => {
    const as = await aProducer();
    for (const one of [line('READ AIR', 1, 9), line('READ', 1, 100), line('READ', 101, 900), line('ALSO READ', 1, 9)])
      await ask(leadTimes.add, { ...one, ...(one.MinQty === 101 && { PartNumber: 'r-9' }), as });
    const { items, products } = await ask(leadTimes.list, { as: await aUser({ dealer: 49, flags: ['ENGINEER'] }) });
    const read = items.map(({ Product, MinQty }) => `${Product} ${MinQty}`).filter((one) => one.includes('READ'));
    expect(read).toEqual(['ALSO READ 1', 'READ 1', 'READ 101', 'READ AIR 1']);
    expect(products).toContainEqual({ Product: 'READ', partNumber: 'R-9', nextMin: 901 });
  });

  it('are added in upper case, and audited [P1-C61 P1-B71 P1-V26]', async () => {
    const as = await aProducer();
    const added = await ask(leadTimes.add, { ...line('added', 1, 9), PartNumber: 'a-1', as });
    expect(added).toMatchObject({ Product: 'ADDED', PartNumber: 'A-1', MinQty: 1, MaxQty: 9, DaysOut: 14, version: 1 });
    expect(await auditOf('leadTime', added.id)).toMatchObject([
      { action: 'add lead time', actorKey: as.UserKey, after: { Product: 'ADDED' } },
    ]);
  });

  it('are changed in the version that was read [P1-B72]', async () => {
    const as = await aProducer();
    const added = await ask(leadTimes.add, { ...line('CHANGED', 1, 9), as });
    const changed = await ask(leadTimes.update, { ...added, DaysOut: 3, as });
    expect(changed).toEqual({ ...added, DaysOut: 3, version: 2 });
    const second = await call(leadTimes.update, { ...added, DaysOut: 4, as });
    expect([second.status, second.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('are deleted from the end, so that every quantity keeps a lead time [P1-C62 P1-B73]', async () => {
    const as = await aProducer();
    const first = await ask(leadTimes.add, { ...line('DELETED', 1, 9), as });
    const second = await ask(leadTimes.add, { ...line('DELETED', 10, 19), as });
    const third = await ask(leadTimes.add, { ...line('DELETED', 20, 29), as });
    for (const [{ id, version }, quantities] of [
      [first, '1 to 9'],
      [second, '10 to 19'],
    ] as const) {
      const refused = await call(leadTimes.remove, { id, version, as });
      expect([refused.status, refused.body.message]).toEqual([
        422,
        `DELETED would have no lead time for quantities ${quantities}`,
      ]);
    }
    const renamed = await call(leadTimes.update, { ...first, ...line('RENAMED', 1, 9), as });
    expect(renamed.body.message).toBe('DELETED would have no lead time for quantities 1 to 9');
    await ask(leadTimes.remove, { id: third.id, version: third.version, as });
    const { items } = await ask(leadTimes.list, { as });
    expect(items.filter(({ Product }) => Product === 'DELETED').map(({ MinQty }) => MinQty)).toEqual([1, 10]);
  });

  it('that begin above 1, as was allowed before, block no other product and are mended one by one', async () => {
    const as = await aProducer();
    const [early, earlier] = [line('BEGAN AT 5', 5, 9), line('BEGAN AT 7', 7, 9)];
    await LeadTimeEntity.put(
      [early, earlier].map((one, id) => ({ ...one, PartNumber: '', DealerKey: 1, id: `early-${id}`, version: 1 })),
    ).go();
    await ask(leadTimes.add, { ...line('NOT BLOCKED', 1, 9), as });
    await ask(leadTimes.add, { ...line('BEGAN AT 5', 1, 4), as });
    await ask(leadTimes.update, { ...earlier, MinQty: 1, id: 'early-1', version: 1, as });
  });

  it('never overlap, also when two people add the same quantities at once', async () => {
    const as = await aProducer();
    const results = await Promise.all(
      [line('RACE', 1, 9), line('RACE', 5, 20), line('RACE', 9, 9)].map((one) => call(leadTimes.add, { ...one, as })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});
