import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { instant } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { AuditEntity } from '#data/audit/audit.ts';
import { DEALER_MOVED, DealerEntity } from '#data/dealers/dealers.ts';
import { client, tableName } from '#data/kit/table.ts';
import { unitFollower } from '#data/units/dealer-follower.ts';
import { giveSecret } from '#data/units/give-secret.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { UnitSecretEntity, UnitWithoutSecretEntity, unitSecretStore } from '#data/units/unit-secrets.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { requireProof } from '#support/require-proof.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import { runningScope } from '#support/world.ts';

let editor: UserRecord;
beforeAll(async () => {
  await someDealers();
  editor = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
});

const give = (UnitSerNum: string, replaces?: string) =>
  call(units.giveSecret, { UnitSerNum, ...(replaces !== undefined && { replaces }), as: editor });
const given = (UnitSerNum: string) => ask(units.giveSecret, { UnitSerNum, as: editor });
const proofOf = async (id: string) => (await ask(units.get, { id, as: editor })).proof;
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

/** The numbers of units without a secret that the dealers above a unit of dealer 2201 count. */
const counted = async (UnitModel: string) => {
  const totals = await Promise.all(
    [1, 22, 220, 2201].map((dealerKey) => unitStore.totals({ dealerKey }, 'withoutSecret')),
  );
  return totals.map((total) => total[UnitModel] ?? 0);
};
const fewer = (counts: number[], by: number) => counts.map((count) => count - by);

describe('giving a unit a secret', () => {
  it('returns it this once, and the unit proves its identity with it', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    expect(await proofOf(UnitSerNum)).toEqual({ mayConnectWithout: true });
    const { secret, secretSince } = await given(UnitSerNum);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await proofOf(UnitSerNum)).toEqual({ secretSince, mayConnectWithout: false });
    const stored = await unitSecretStore.get(UnitSerNum);
    expect(Buffer.from(stored.secret!).toString('hex')).toBe(secret);
    expect(stored.trustedByLabel).toBe(false);
  });

  it('is in the audit of the unit and of who did it, without the secret', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const first = await given(UnitSerNum);
    const second = await ask(units.giveSecret, { UnitSerNum, replaces: first.secretSince, as: editor });
    const entries = await auditOf('unit', UnitSerNum);
    expect(entries).toMatchObject([
      { action: 'give secret', actorKey: editor.UserKey, dealerKey: 220, after: { secretSince: first.secretSince } },
      {
        action: 'replace secret',
        before: { secretSince: first.secretSince },
        after: { secretSince: second.secretSince },
      },
    ]);
    const { data: byActor } = await AuditEntity.query.byActor({ actorKey: editor.UserKey }).go({ pages: 'all' });
    expect(byActor.filter(({ objectId }) => objectId === UnitSerNum)).toHaveLength(2);
    for (const { secret } of [first, second]) {
      const forms = [secret, Buffer.from(secret, 'hex').toString('base64url')];
      for (const form of forms) expect(JSON.stringify([entries, byActor])).not.toContain(form);
    }
  });

  it('replaces a secret, and the counts stay', async () => {
    const { UnitSerNum, UnitModel } = await aUnit({ dealer: 2201 });
    const before = await counted(UnitModel);
    const first = await given(UnitSerNum);
    expect(await counted(UnitModel)).toEqual(fewer(before, 1));
    const second = await ask(units.giveSecret, { UnitSerNum, replaces: first.secretSince, as: editor });
    expect(second.secret).not.toBe(first.secret);
    expect(await counted(UnitModel)).toEqual(fewer(before, 1));
    const stored = await unitSecretStore.get(UnitSerNum);
    expect(Buffer.from(stored.secret!).toString('hex')).toBe(second.secret);
  });

  it('counts down at every dealer above, once for each unit, also if many get one together', async () => {
    const some: UnitRecord[] = [];
    for (let made = 0; made < 6; made++) some.push(await aUnit({ dealer: 2201, UnitModel: 'myConnect' }));
    const before = await counted('myConnect');
    const answers = await Promise.all(some.flatMap(({ UnitSerNum }) => [1, 2, 3].map(() => give(UnitSerNum))));
    expect(statuses(answers)).toEqual([...Array(6).fill(200), ...Array(12).fill(409)]);
    expect(await counted('myConnect')).toEqual(fewer(before, 6));
    for (const { UnitSerNum } of some) expect(await auditOf('unit', UnitSerNum)).toHaveLength(1);
  });

  it('to a unit that is not marked changes no count', async () => {
    const { UnitSerNum, UnitModel } = await aUnit({ dealer: 2201 });
    await UnitWithoutSecretEntity.delete({ UnitSerNum }).go();
    const before = await counted(UnitModel);
    expect((await give(UnitSerNum)).status).toBe(200);
    expect(await counted(UnitModel)).toEqual(before);
  });

  it('ends the connection that the unit has', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const start = { bridgeId: 'bridge-1', bootId: 1, lastSequence: 0 };
    const { fence } = (await unitConnectionStore.claim(UnitSerNum, start, Date.now()))!;
    expect(await unitConnectionStore.taken([{ UnitSerNum, fence }])).toEqual([]);
    await given(UnitSerNum);
    expect(await unitConnectionStore.taken([{ UnitSerNum, fence }])).toEqual([UnitSerNum]);
    expect(await unitConnectionStore.release(UnitSerNum, fence)).toBe(false);
    expect((await unitConnectionStore.claim(UnitSerNum, start, Date.now()))!.fence).toBe(fence + 2);
  });

  it('also ends a connection that began while the call ran', async () => {
    const unit = await aUnit({ dealer: 220 });
    const { UnitSerNum } = unit;
    const scope = await runningScope(editor);
    let fence = 0;
    beforeNextTransaction(async () => {
      const start = { bridgeId: 'bridge-1', bootId: 1, lastSequence: 0 };
      ({ fence } = (await unitConnectionStore.claim(UnitSerNum, start, Date.now()))!);
    });
    await giveSecret(scope, unit, undefined, Date.now());
    expect(await unitConnectionStore.taken([{ UnitSerNum, fence }])).toEqual([UnitSerNum]);
  });
});

describe('a secret is refused', () => {
  it('if the unit has another one than the caller knows of', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const { secretSince } = await given(UnitSerNum);
    const refused = {
      status: 409,
      body: { message: 'The unit got another secret since you loaded it. Please load the unit again' },
    };
    expect(await give(UnitSerNum)).toMatchObject(refused);
    expect(await give(UnitSerNum, '2020-01-01T00:00:00.000Z')).toMatchObject(refused);
    expect((await give(UnitSerNum, secretSince)).status).toBe(200);
    const other = await aUnit({ dealer: 220 });
    expect(await give(other.UnitSerNum, secretSince)).toMatchObject(refused);
    expect(await auditOf('unit', other.UnitSerNum)).toEqual([]);
  });

  it('if two people replace it together: one of them', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const { secretSince } = await given(UnitSerNum);
    const answers = await Promise.all([give(UnitSerNum, secretSince), give(UnitSerNum, secretSince)]);
    expect(statuses(answers)).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200)!.body.secret as string;
    const stored = await unitSecretStore.get(UnitSerNum);
    expect(Buffer.from(stored.secret!).toString('hex')).toBe(won);
  });

  it('to who may only view units, and for units of other dealers', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const viewer = await aUser({ dealer: 22, flags: ['UNIT', 'UNIT_VIEW'] });
    const foreign = await aUser({ dealer: 49, flags: ['UNIT_EDIT'] });
    expect((await call(units.giveSecret, { UnitSerNum, as: viewer })).status).toBe(403);
    expect((await call(units.giveSecret, { UnitSerNum, as: foreign })).status).toBe(404);
    expect(await proofOf(UnitSerNum)).toEqual({ mayConnectWithout: true });
  });
});

describe('a unit that moves while it gets a secret', () => {
  const OLD = '/1/22/220/';
  const move = async ({ UnitSerNum }: UnitRecord, to: { DealerKey: number; dealerPath: string }) => {
    const { data } = await UnitEntity.patch({ UnitSerNum }).set(to).go({ response: 'all_new' });
    return data as UnitRecord;
  };
  /** Moves the unit to the present place of its dealer. */
  const follow = () =>
    unitFollower.step({ DealerKey: 220, from: '/1/22/9999/', to: OLD, startedAt: instant(Date.now()) }, undefined);

  const dealerAt = (dealerPath: string) => DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath, tree: 'all' }).go();

  /** A unit that is stored and counted at an old place of dealer 220. */
  async function aUnitAtOldPlace() {
    const unit = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', dealerPath: '/1/22/9999/' });
    return unit;
  }
  const countsOf = async (dealerKey: number) =>
    (await unitStore.totals({ dealerKey }, 'withoutSecret'))['MXD-LTE'] ?? 0;

  it('is counted nowhere any more, whichever comes first', async () => {
    const before = await countsOf(220);
    const [first, second] = [await aUnitAtOldPlace(), await aUnitAtOldPlace()];
    expect(await countsOf(9999)).toBe(2);
    const scope = await runningScope(editor);

    beforeNextTransaction(follow);
    await expect(giveSecret(scope, first, undefined, Date.now())).rejects.toMatchObject({
      code: 'CONFLICT',
      message: DEALER_MOVED,
    });
    const moved = await unitStore.get(scope, first.UnitSerNum);
    expect(moved.dealerPath).toBe(OLD);
    await giveSecret(scope, moved, undefined, Date.now());
    await giveSecret(scope, await unitStore.get(scope, second.UnitSerNum), undefined, Date.now());
    expect([await countsOf(9999), await countsOf(220)]).toEqual([0, before]);

    const third = await aUnitAtOldPlace();
    beforeNextTransaction(async () => {
      await dealerAt('/1/22/9999/');
      await giveSecret(scope, third, undefined, Date.now());
      await dealerAt(OLD);
    });
    await follow();
    expect((await unitStore.get(scope, third.UnitSerNum)).dealerPath).toBe(OLD);
    expect([await countsOf(9999), await countsOf(220)]).toEqual([0, before]);
  });

  it('gets none from people above the old place of its dealer, before it has followed', async () => {
    onTestFinished(async () => void (await dealerAt(OLD)));
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    await dealerAt('/1/49/220/');
    expect(await give(UnitSerNum)).toMatchObject({ status: 409, body: { message: DEALER_MOVED } });
    expect((await unitSecretStore.get(UnitSerNum)).secret).toBeUndefined();
    expect(await auditOf('unit', UnitSerNum)).toEqual([]);
    await dealerAt(OLD);
    expect((await give(UnitSerNum)).status).toBe(200);
  });

  it('is refused if it went to another dealer', async () => {
    const unit = await aUnit({ dealer: 220 });
    await move(unit, { DealerKey: 49, dealerPath: '/1/49/' });
    await expect(giveSecret(await runningScope(editor), unit, undefined, Date.now())).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await unitSecretStore.get(unit.UnitSerNum)).secret).toBeUndefined();
  });
});

describe('whether a unit may connect without a secret', () => {
  it('depends on the unit, its dealer and every dealer above', async () => {
    const old = await aUnit({ dealer: 2201 });
    const fresh = await aUnit({ dealer: 2201, trustedByLabel: false });
    expect((await proofOf(fresh.UnitSerNum)).mayConnectWithout).toBe(false);
    for (const dealer of [2201, 220, 22, 1]) {
      expect((await proofOf(old.UnitSerNum)).mayConnectWithout).toBe(true);
      await requireProof(dealer, 1);
      expect((await proofOf(old.UnitSerNum)).mayConnectWithout).toBe(false);
      await requireProof(dealer, 0);
    }
    await requireProof(49, 1);
    expect((await proofOf(old.UnitSerNum)).mayConnectWithout).toBe(true);
    await requireProof(49, 0);
  });
});

describe('malformed items', () => {
  it('of a secret and a mark together: the unit must prove itself', async () => {
    const { UnitSerNum, UnitModel, dealerPath } = await aUnit({ dealer: 220 });
    await given(UnitSerNum);
    await UnitWithoutSecretEntity.put({ UnitSerNum, UnitModel, dealerPath, trustedByLabel: true }).go();
    expect((await proofOf(UnitSerNum)).mayConnectWithout).toBe(false);
  });

  const change = async (params: object, to: (item: Record<string, unknown>) => Record<string, unknown>) => {
    const { Key } = params as { Key: Record<string, string> };
    const { Item } = await client.send(new GetCommand({ TableName: tableName(), Key }));
    await client.send(new PutCommand({ TableName: tableName(), Item: to({ ...Item }) }));
  };

  it.each(['secret', 'since'])(
    'of a secret without %s: the unit cannot connect, and a new one repairs it',
    async (name) => {
      const { UnitSerNum } = await aUnit({ dealer: 220 });
      await given(UnitSerNum);
      await change(UnitSecretEntity.get({ UnitSerNum }).params() as object, ({ [name]: _gone, ...item }) => item);
      const { secretSince, mayConnectWithout } = await proofOf(UnitSerNum);
      expect(mayConnectWithout).toBe(false);
      expect((await give(UnitSerNum, secretSince)).status).toBe(200);
      expect((await unitSecretStore.get(UnitSerNum)).secret).toHaveLength(32);
    },
  );

  it.each(['dealerPath', 'UnitModel', 'trustedByLabel'])(
    'of a mark without %s: the unit gets a secret',
    async (name) => {
      const { UnitSerNum } = await aUnit({ dealer: 220 });
      await change(
        UnitWithoutSecretEntity.get({ UnitSerNum }).params() as object,
        ({ [name]: _gone, ...item }) => item,
      );
      expect((await give(UnitSerNum)).status).toBe(200);
      expect((await UnitWithoutSecretEntity.get({ UnitSerNum }).go()).data).toBeNull();
    },
  );
});

describe('withdrawing the secret of a unit', () => {
  const withdraw = (UnitSerNum: string, since: string) => call(units.withdrawSecret, { UnitSerNum, since, as: editor });

  it('leaves a unit that must prove itself, with its mark, its counts and an audit entry', async () => {
    const { UnitSerNum, UnitModel } = await aUnit({ dealer: 2201 });
    const before = await counted(UnitModel);
    const { secretSince, secret } = await given(UnitSerNum);
    expect((await withdraw(UnitSerNum, secretSince)).status).toBe(200);
    expect(await proofOf(UnitSerNum)).toEqual({ mayConnectWithout: false });
    expect(await unitSecretStore.get(UnitSerNum)).toEqual({ trustedByLabel: false });
    expect(await counted(UnitModel)).toEqual(before);
    const { data: mark } = await UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true });
    expect(mark).toMatchObject({ dealerPath: '/1/22/220/2201/', trustedByLabel: false });
    const entries = await auditOf('unit', UnitSerNum);
    expect(entries.at(-1)).toMatchObject({
      action: 'withdraw secret',
      actorKey: editor.UserKey,
      dealerKey: 2201,
      before: { secretSince },
    });
    expect(JSON.stringify(entries)).not.toContain(secret);
    expect((await give(UnitSerNum)).status).toBe(200);
    expect(await counted(UnitModel)).toEqual(fewer(before, 1));
  });

  it('ends the connection of the unit', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const { secretSince } = await given(UnitSerNum);
    const start = { bridgeId: 'bridge-1', bootId: 1, lastSequence: 0 };
    const { fence } = (await unitConnectionStore.claim(UnitSerNum, start, Date.now()))!;
    await withdraw(UnitSerNum, secretSince);
    expect(await unitConnectionStore.taken([{ UnitSerNum, fence }])).toEqual([UnitSerNum]);
  });

  it('marks no destroyed unit', async () => {
    const { UnitSerNum, UnitModel } = await aUnit({ dealer: 2201 });
    const { secretSince } = await given(UnitSerNum);
    await UnitEntity.patch({ UnitSerNum }).set({ UnitStatus: 8 }).go();
    const before = await counted(UnitModel);
    expect((await withdraw(UnitSerNum, secretSince)).status).toBe(200);
    expect(await counted(UnitModel)).toEqual(before);
    expect((await UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true })).data).toBeNull();
  });

  it('changes nothing if the unit got another one, or has none', async () => {
    const { UnitSerNum, UnitModel } = await aUnit({ dealer: 2201 });
    const first = await given(UnitSerNum);
    await ask(units.giveSecret, { UnitSerNum, replaces: first.secretSince, as: editor });
    const other = await aUnit({ dealer: 49 });
    const before = await counted(UnitModel);
    expect((await withdraw(UnitSerNum, first.secretSince)).status).toBe(409);
    expect((await withdraw(other.UnitSerNum, first.secretSince)).status).toBe(404);
    expect(await counted(UnitModel)).toEqual(before);
  });

  it('moves no count if the unit moves meanwhile', async () => {
    const { UnitSerNum, UnitModel } = await aUnit({ dealer: 220 });
    const { secretSince } = await given(UnitSerNum);
    const before = await counted(UnitModel);
    beforeNextTransaction(() =>
      UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 2201, dealerPath: '/1/22/220/2201/' }).go(),
    );
    expect((await withdraw(UnitSerNum, secretSince)).status).toBe(409);
    expect(await counted(UnitModel)).toEqual(before);
    expect((await unitSecretStore.get(UnitSerNum)).since).toBe(secretSince);
  });
});
