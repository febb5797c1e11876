import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { Entity } from 'electrodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { reminders } from '#core/reminders/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { reactTo } from '#data/kit/area.ts';
import { requiredText } from '#data/kit/attributes.ts';
import { at, client, primary } from '#data/kit/table.ts';
import { UnitEntity } from '#data/units/units.ts';
import { call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { reactionsTo } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

const ID = 'from-the-browser-1';
const headers = { 'x-correlation-id': ID };

let user: UserRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
let workUrl: string;

beforeAll(async () => {
  await someDealers();
  user = await aUser();
  workUrl = (await aQueue()).url;
  process.env.BULK_ACTION_QUEUE_URL = workUrl;
  stream = await aStreamReader();
});
beforeEach(async () => {
  await stream.next();
});

const idsOf = (messages: readonly SQSRecord[]) =>
  messages.map(({ messageAttributes }) => messageAttributes.correlationId?.stringValue);

const storedId = async (UnitSerNum: string) => {
  const { Key, TableName } = UnitEntity.get({ UnitSerNum }).params() as { Key: object; TableName: string };
  return (await client.send(new GetCommand({ TableName, Key }))).Item?.correlationId;
};

describe('a correlation id', () => {
  it('continues from the request through the stream, the reactions and the queues to the last write', async () => {
    const unit = await aUnit({ UnitModel: 'MXD-LTE', Report: 1 });
    await stream.next();
    const order = { action: 'reporting', type: 'off', UnitModel: 'MXD-LTE' } as const;
    await call(bulkActions.create, { ...order, units: [unit.UnitSerNum], as: user }, { headers });

    const { messages } = await reactionsTo(await stream.next());
    // One starts the bulk action, one lists its audit entry.
    expect(idsOf(messages)).toEqual([ID, ID]);
    for (const message of messages) await invoke('on-reaction', eventOf(message));
    const shares = await takeAll(workUrl);
    expect(idsOf(shares)).toEqual([ID]);
    await invoke('on-bulk-action', eventOf(...shares));
    expect(await storedId(unit.UnitSerNum)).toBe(ID);

    // Two reactions to the finished bulk action, one to the changed unit, one to the entry in its change log.
    const finished = await reactionsTo(await stream.next());
    expect(idsOf(finished.messages)).toEqual([ID, ID, ID, ID]);
  });

  it('belongs to its own change, though changes are sent together', async () => {
    const ids = ['of-the-first-call', 'of-the-second-call', 'of-the-third-call'];
    const units = await Promise.all(ids.map(() => aUnit()));
    await stream.next();
    for (const [index, id] of ids.entries()) {
      const { UnitSerNum } = units[index]!;
      const reminder = { UnitSerNum, Message: 'EatAMeal', MessageTime: 'immediately', timeZone: 'UTC' } as const;
      await call(reminders.schedule, { ...reminder, as: user }, { headers: { 'x-correlation-id': id } });
    }
    const { messages } = await reactionsTo(await stream.next());
    // The reminder, its audit entry, and the entry in the change log of the unit.
    expect(idsOf(messages).sort()).toEqual([...ids, ...ids, ...ids].sort());
  });

  it('of a deletion is new: it is not that of an earlier write', async () => {
    const { UnitSerNum } = await aUnit();
    const reminder = { UnitSerNum, Message: 'EatAMeal', MessageTime: 'immediately', timeZone: 'UTC' } as const;
    await call(reminders.schedule, { ...reminder, as: user }, { headers });
    await stream.next();
    await call(reminders.remove, { UnitSerNum, Message: 'EatAMeal', as: user });
    const ids = idsOf((await reactionsTo(await stream.next())).messages);
    // The reminder, the audit entry of its deletion, and the entry in the change log of the unit.
    expect(ids).toHaveLength(3);
    for (const id of ids) {
      expect(id).toMatch(/^[\w-]{8,64}$/);
      expect(id).not.toBe(ID);
    }
  });
});

it('an entity cannot have a reaction without storing the id', () => {
  const Note = new Entity(
    {
      model: { service: 'watchkeep', entity: 'note', version: '1' },
      attributes: { id: requiredText },
      indexes: { note: primary(['id'], []) },
    },
    at,
  );
  const react = () => reactTo(Note, { name: 'trial', message: () => undefined, react: async () => {} });
  expect(react).toThrow(
    /^The entity of the reaction "trial" needs the attributes `correlation` \(kit\/correlation\.ts\)$/,
  );
});
