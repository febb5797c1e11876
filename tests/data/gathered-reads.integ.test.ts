import { describe, expect, it } from 'vitest';
import '#support/table.ts';
import { gatheredRead } from '#data/kit/gathered-reads.ts';
import { UnitSecretEntity, UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { measure, measured } from '#support/capacity.ts';
import { deferBatchReads, failBatchReads, hangBatchReads } from '#support/table-faults.ts';

const SINCE = '2026-11-01T00:00:00.000Z';
const put = (UnitSerNum: string) => UnitSecretEntity.put({ UnitSerNum, secret: UnitSerNum, since: SINCE }).go();
const read = (UnitSerNum: string) => gatheredRead(UnitSecretEntity, { UnitSerNum });
const serials = (count: number) => Array.from({ length: count }, (_, index) => `G${1_000 + index}`);

describe('reads at the same moment', () => {
  it('share a request, and each gets its own item, of any entity, or none', async () => {
    await put('G1');
    await UnitWithoutSecretEntity.put({
      UnitSerNum: 'G1',
      UnitModel: 'MXD-LTE',
      dealerPath: '/1/',
      trustedByLabel: true,
    }).go();
    measure((entity) => entity);
    measured();
    const [one, same, mark, none] = await Promise.all([
      read('G1'),
      read('G1'),
      gatheredRead(UnitWithoutSecretEntity, { UnitSerNum: 'G1' }),
      read('G2'),
    ]);
    expect(one).toEqual({ UnitSerNum: 'G1', secret: 'G1', since: SINCE });
    expect(same).toEqual(one);
    expect(mark).toMatchObject({ UnitSerNum: 'G1', trustedByLabel: true });
    expect(none).toBeUndefined();
    expect(measured().requests).toEqual(['batch-get unitSecret unitWithoutSecret']);
  });

  it('are at most 100 in a request', async () => {
    const stored = ['G1000', 'G1100', 'G1249'];
    await Promise.all(stored.map(put));
    measured();
    const found = await Promise.all(serials(250).map(read));
    expect(found.flatMap((secret) => secret?.UnitSerNum ?? [])).toEqual(stored);
    expect(measured().requests).toEqual(['3 x batch-get unitSecret']);
  });

  it('do not join a request that has begun: they see what was written meanwhile', async () => {
    await put('G3');
    measured();
    const earlier = read('G3');
    await new Promise(setImmediate);
    const later = read('G3');
    await Promise.all([earlier, later]);
    expect(measured().requests).toEqual(['2 x batch-get unitSecret']);
  });

  it('do not fail with one that the table refuses', async () => {
    await put('G5');
    const [refused, found] = await Promise.allSettled([read('x'.repeat(3_000)), read('G5')]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { name: 'ValidationException' } });
    expect(found).toMatchObject({ status: 'fulfilled', value: { secret: 'G5' } });
  });

  it('read again what the busy table has left out', async () => {
    await put('G4');
    const asked = deferBatchReads(2);
    expect((await read('G4'))?.secret).toBe('G4');
    expect(asked()).toBe(3);
  });

  it('fail together if the table refuses, and the next ones do not', async () => {
    await put('G5');
    failBatchReads(1);
    const results = await Promise.allSettled([read('G5'), read('G6')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await read('G5'))?.secret).toBe('G5');
  });

  it('wait no longer than a second for requests that hang', async () => {
    await put('G7');
    const endHanging = hangBatchReads(2);
    const hanging = [read('G8')];
    await new Promise(setImmediate);
    hanging.push(read('G9'));
    await new Promise(setImmediate);
    const began = performance.now();
    expect((await read('G7'))?.secret).toBe('G7');
    expect(performance.now() - began).toBeLessThan(5_000);
    endHanging();
    expect((await Promise.allSettled(hanging)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
