import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UserRecord } from '#core/users/user-record.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { DEALER_MOVED, DealerEntity } from '#data/dealers/dealers.ts';
import { client } from '#data/kit/table.ts';
import { UnitEntity } from '#data/units/units.ts';
import { logger } from '#platform/aws/observability.ts';
import { someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { cancelTransactions } from '#support/table-faults.ts';
import {
  aBulkActionLine,
  detailOf,
  expectDoneOnce,
  expectWorkerKilled,
  reportOf,
  serialsOf,
  someUnits,
  switchOff,
  work,
  workFor,
} from './support.ts';

let line: Awaited<ReturnType<typeof aBulkActionLine>>;
let user: UserRecord;

beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
  line = await aBulkActionLine();
});
afterEach(() => {
  cancelTransactions(0);
});

describe('a message', () => {
  it('that arrives twice has one effect', async () => {
    const units = serialsOf(await someUnits(30));
    const { bchKey } = await switchOff(user, units);
    const shares = await line.nextShares();
    await work(...shares);
    await work(...shares.toReversed(), ...shares);
    await expectDoneOnce(user, bchKey, units);
  });

  it('that arrives at two workers at once has one effect', async () => {
    const units = serialsOf(await someUnits(25));
    const { bchKey } = await switchOff(user, units);
    const [share] = await line.nextShares();
    const failures = await Promise.all([work(share!), work(share!), work(share!)]);
    // A worker that met another one at a row returns the message, and it is delivered again.
    if (failures.flat().length > 0) await work(share!);
    await expectDoneOnce(user, bchKey, units);
  });

  it('of a request that the stream delivers twice has one effect', async () => {
    const units = serialsOf(await someUnits(5));
    const { bchKey } = await switchOff(user, units);
    const shares = await line.nextShares({ times: 2 });
    expect(shares).toHaveLength(2);
    await work(...shares);
    await expectDoneOnce(user, bchKey, units);
  });

  it('of an action that only a newer release knows fails, and its rows stay open for a worker of that', async () => {
    const units = serialsOf(await someUnits(3));
    const { bchKey } = await switchOff(user, units);
    const shares = await line.nextShares();
    const { TableName, Key } = BulkActionEntity.get({ bchKey }).params() as { TableName: string; Key: object };
    const setAction = (action: string) =>
      client.send(
        new UpdateCommand({
          ...{ TableName, Key, UpdateExpression: 'SET #action = :action' },
          ...{ ExpressionAttributeNames: { '#action': 'action' }, ExpressionAttributeValues: { ':action': action } },
        }),
      );
    await setAction('paint');
    const logged = vi.spyOn(logger, 'error').mockReturnValue();
    expect(await work(...shares)).toEqual(shares.map(({ messageId }) => ({ itemIdentifier: messageId })));
    const message = 'This worker does not know the bulk action "paint"';
    expect(logged.mock.calls).toMatchObject([[expect.any(String), { error: { message } }]]);
    logged.mockRestore();
    await setAction('reporting');
    expect(await work(...shares)).toEqual([]);
    await expectDoneOnce(user, bchKey, units);
  });

  it('that is invalid fails alone', async () => {
    const units = serialsOf(await someUnits(3));
    const { bchKey } = await switchOff(user, units);
    const [share] = await line.nextShares();
    const broken = ['not JSON', '{}', '{"bchKey": 1}', 'null'].map((body, index) => ({
      ...share!,
      body,
      messageId: `broken-${index}`,
    }));
    const result = await invoke('on-bulk-action', eventOf(broken[0]!, broken[1]!, share!, broken[2]!, broken[3]!));
    expect(result).toEqual({ batchItemFailures: broken.map(({ messageId }) => ({ itemIdentifier: messageId })) });
    await expectDoneOnce(user, bchKey, units);
  });
});

describe('a worker', () => {
  it('that has no time for the next row sends the rest of its share to the next one', async () => {
    const units = serialsOf(await someUnits(3));
    const { bchKey } = await switchOff(user, units);
    const [share] = await line.nextShares();
    expect(await workFor(9_000, share!)).toEqual([]);
    const [rest, ...none] = await line.nextShares();
    expect(JSON.parse(rest!.body)).toEqual({ ...JSON.parse(share!.body), units: units.slice(1) });
    expect(none).toEqual([]);
    expect(await work(rest!)).toEqual([]);
    await expectDoneOnce(user, bchKey, units);
  });

  it.each(['DealerKey', 'Report', 'UnitModel', 'Custom1'])(
    'that meets a unit without %s fails its row and does the others',
    async (name) => {
      const units = serialsOf(await someUnits(3));
      const { TableName, Key } = UnitEntity.get({ UnitSerNum: units[0]! }).params() as {
        TableName: string;
        Key: object;
      };
      const ExpressionAttributeNames = { '#name': name };
      await client.send(
        new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE #name', ExpressionAttributeNames }),
      );
      const { bchKey } = await switchOff(user, units);
      expect(await work(...(await line.nextShares()))).toEqual([]);
      const { bulkAction, rows } = await detailOf(user, bchKey);
      expect(bulkAction).toMatchObject({ state: 'finished', done: 2, failed: 1 });
      expect(rows[0]).toMatchObject({ UnitSerNum: units[0], state: 'failed', reason: 'The unit cannot be read' });
    },
  );

  it('that finds a unit changed at each of three tries fails its row and does the others', async () => {
    const units = serialsOf(await someUnits(3));
    const { bchKey } = await switchOff(user, units);
    const shares = await line.nextShares();
    cancelTransactions(3, { index: 3, Code: 'ConditionalCheckFailed' });
    expect(await work(...shares)).toEqual([]);
    const { bulkAction, rows } = await detailOf(user, bchKey);
    expect(bulkAction).toMatchObject({ state: 'finished', done: 2, failed: 1 });
    expect(rows[0]).toMatchObject({ UnitSerNum: units[0], state: 'failed', reason: 'The unit changed meanwhile' });
  });

  it('that finds a unit that has not followed its moved dealer fails its row and does the others', async () => {
    const dealerAt = (dealerPath: string) =>
      DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath, tree: 'all' }).go();
    const units = serialsOf([...(await someUnits(1, { dealer: 220 })), ...(await someUnits(2))]);
    const { bchKey } = await switchOff(user, units);
    const shares = await line.nextShares();
    await dealerAt('/1/49/220/');
    expect(await work(...shares)).toEqual([]);
    await dealerAt('/1/22/220/');
    const { bulkAction, rows } = await detailOf(user, bchKey);
    expect(bulkAction).toMatchObject({ state: 'finished', done: 2, failed: 1 });
    expect(rows[0]).toMatchObject({ UnitSerNum: units[0], state: 'failed', reason: DEALER_MOVED });
    expect(await reportOf(units[0]!)).toBe(1);
  });

  it('that finds a unit changed once does its row with the unit as it is now', async () => {
    const units = serialsOf(await someUnits(2));
    const { bchKey } = await switchOff(user, units);
    const shares = await line.nextShares();
    cancelTransactions(1, { index: 3, Code: 'ConditionalCheckFailed' });
    expect(await work(...shares)).toEqual([]);
    await expectDoneOnce(user, bchKey, units);
  });

  it('that is killed during the work loses nothing and repeats nothing', async () => {
    const units = serialsOf(await someUnits(30));
    const { bchKey } = await switchOff(user, units);
    const shares = await line.nextShares();
    await expectWorkerKilled({ killedAt: 15 }, shares);

    const { bulkAction } = await detailOf(user, bchKey);
    expect(bulkAction.state).toBe('running');
    expect(bulkAction.done).toBeGreaterThan(0);
    expect(bulkAction.done).toBeLessThan(units.length);
    expect(await work(...shares)).toEqual([]);
    await expectDoneOnce(user, bchKey, units);
  });

  it('that conflicts with others at the count of a bulk action continues', async () => {
    const units = serialsOf(await someUnits(10));
    const { bchKey } = await switchOff(user, units);
    const shares = await line.nextShares();
    const asked = cancelTransactions(4);
    expect(await work(...shares)).toEqual([]);
    expect(asked()).toBe(units.length + 4);
    await expectDoneOnce(user, bchKey, units);
  });

  it('that cannot write returns its message, and another one finishes it', async () => {
    const units = serialsOf(await someUnits(4));
    const { bchKey } = await switchOff(user, units);
    const [share] = await line.nextShares();
    cancelTransactions(1000);
    expect(await work(share!)).toEqual([{ itemIdentifier: share!.messageId }]);
    cancelTransactions(0);
    expect(await work(share!)).toEqual([]);
    await expectDoneOnce(user, bchKey, units);
  });
});
