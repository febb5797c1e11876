import { Entity } from 'electrodb';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import { auditEntry, SYSTEM } from '#data/audit/audit.ts';
import { requiredNumber, requiredText } from '#data/kit/attributes.ts';
import { change, RETRY, refusedAs, retry, tryChange } from '#data/kit/change.ts';
import { newId } from '#data/kit/id.ts';
import { at, primary } from '#data/kit/table.ts';
import { auditOf } from '#support/audit.ts';
import { TODAY } from '#support/fleet.ts';
import { withMessage } from '#support/with-message.ts';

const ThingEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'testThing', version: '1' },
    attributes: { id: requiredText, count: requiredNumber },
    indexes: { thing: primary(['id'], []) },
  },
  at,
);
const entities = { thing: ThingEntity };

const aThing = async (count = 0) => {
  const id = newId(TODAY);
  await ThingEntity.create({ id, count }).go();
  return id;
};
const countOf = async (id: string) => (await ThingEntity.get({ id }).go({ consistent: true })).data?.count;
const entryOf = (id: string) =>
  auditEntry(SYSTEM, { objectKind: 'unit', objectId: id, dealerKey: 1, action: 'count' as 'edit dealer' }, TODAY);

describe('change', () => {
  it('writes everything, with the audit entry, in one transaction', async () => {
    const id = await aThing();
    const other = newId(TODAY);
    await change({ entities, audit: [entryOf(id), entryOf(other)], refused: { changed: 'No' } }, (to) => [
      to.thing.patch({ id }).set({ count: 1 }).commit(),
      to.thing.create({ id: other, count: 7 }).commit(),
    ]);
    expect(await countOf(id)).toBe(1);
    expect(await countOf(other)).toBe(7);
    expect(await auditOf('unit', id)).toMatchObject([{ action: 'count' as 'edit dealer' }]);
    expect(await auditOf('unit', other)).toHaveLength(1);
  });

  it('writes nothing, and no audit entry, if one condition does not hold', async () => {
    const [id, taken] = [await aThing(), await aThing()];
    const asked = change({ entities, audit: entryOf(id), refused: { changed: 'Changed', taken: 'Taken' } }, (to) => [
      to.thing.patch({ id }).set({ count: 1 }).commit(),
      refusedAs('taken', to.thing.create({ id: taken, count: 1 }).commit()),
    ]);
    await expect(asked).rejects.toMatchObject({ code: 'CONFLICT', message: 'Taken' });
    expect(await countOf(id)).toBe(0);
    expect(await auditOf('unit', id)).toEqual([]);
  });

  it('throws the error of the first refused write', async () => {
    const [one, other] = [await aThing(), await aThing()];
    const gone = new AppError('NOT_FOUND', 'Gone');
    const asked = change({ entities, refused: { changed: 'Changed', gone, taken: 'Taken' } }, (to) => [
      refusedAs('gone', to.thing.remove({ id: newId(TODAY) }).commit()),
      refusedAs('taken', to.thing.create({ id: one, count: 1 }).commit()),
      to.thing.create({ id: other, count: 1 }).commit(),
    ]);
    await expect(asked).rejects.toBe(gone);
  });

  it('refuses a write without a name as changed', async () => {
    const id = await aThing();
    const asked = change({ entities, refused: { changed: 'Changed' } }, (to) => [
      to.thing.create({ id, count: 1 }).commit(),
    ]);
    await expect(asked).rejects.toMatchObject({ code: 'CONFLICT', message: 'Changed' });
  });
});

describe('tryChange', () => {
  it('returns the name of the refusal, and undefined if everything was written', async () => {
    const id = await aThing();
    const created = (name: string) =>
      tryChange({ entities }, (to) => [refusedAs('taken', to.thing.create({ id: name, count: 1 }).commit())]);
    expect(await created(id)).toBe('taken');
    expect(await created(newId(TODAY))).toBeUndefined();
  });
});

describe('retry', () => {
  /** Adds one: reads, checks and writes. */
  const addOne = (id: string) =>
    retry('Busy', async () => {
      const was = (await countOf(id))!;
      await change({ entities, refused: { changed: RETRY } }, (to) => [
        to.thing
          .patch({ id })
          .set({ count: was + 1 })
          .where(({ count }, { eq }) => eq(count, was))
          .commit(),
      ]);
      return was + 1;
    });

  it('reads and writes again after a concurrent change: no change is lost', async () => {
    const id = await aThing();
    const counts = await Promise.all([1, 2, 3, 4].map(() => addOne(id)));
    expect(counts.sort()).toEqual([1, 2, 3, 4]);
    expect(await countOf(id)).toBe(4);
  });

  it('throws CONFLICT with its message after too many tries', async () => {
    let tries = 0;
    const asked = retry(
      'Busy',
      async () => {
        tries++;
        await change({ entities, refused: { changed: RETRY } }, (to) => [
          to.thing.remove({ id: newId(TODAY) }).commit(),
        ]);
      },
      { tries: 3 },
    );
    await expect(asked).rejects.toMatchObject({ code: 'CONFLICT', message: 'Busy' });
    expect(tries).toBe(3);
  });

  it('goes on for its time, after more tries than usual', async () => {
    let tries = 0;
    const asked = retry(
      'Busy',
      async () => {
        if (++tries === 6) return 'done';
        return change({ entities, refused: { changed: RETRY } }, (to) => [
          to.thing.remove({ id: newId(TODAY) }).commit(),
        ]);
      },
      { tries: 2, milliseconds: 60_000 },
    );
    expect(await asked).toBe('done');
  });

  it('pauses no longer than its time lasts', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(1);
    const begun = performance.now();
    const asked = retry(
      'Busy',
      () => change({ entities, refused: { changed: RETRY } }, (to) => [to.thing.remove({ id: newId(TODAY) }).commit()]),
      {
        milliseconds: 400,
      },
    );
    await expect(asked).rejects.toThrow(withMessage('Busy'));
    // Pauses of their full length would take more than 5 s.
    expect(performance.now() - begun).toBeLessThan(2_500);
    random.mockRestore();
  });

  it('throws other errors at once', async () => {
    let tries = 0;
    const asked = retry('Busy', async () => {
      tries++;
      throw new AppError('NOT_FOUND', 'Gone');
    });
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(tries).toBe(1);
  });
});
