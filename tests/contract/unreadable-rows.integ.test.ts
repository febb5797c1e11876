import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { EntityItem } from 'electrodb';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from '#core/audit/contract.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { dealers } from '#core/dealers/contract.ts';
import { history } from '#core/history/contract.ts';
import { leadTimes } from '#core/lead-times/contract.ts';
import { passkeys } from '#core/passkeys/contract.ts';
import { reminders } from '#core/reminders/contract.ts';
import { units } from '#core/units/contract.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { users } from '#core/users/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { AuditEntity } from '#data/audit/audit.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { EventEntity, PingEntity } from '#data/history/unit-log.ts';
import { client } from '#data/kit/table.ts';
import { LeadTimeEntity } from '#data/lead-times/lead-times.ts';
import { PasskeyEntity } from '#data/passkeys/entities.ts';
import { ReminderEntity } from '#data/reminders/reminder-entity.ts';
import { SecondFactorEntity } from '#data/second-factor/second-factors.ts';
import {
  conditionRowsOf,
  facetedUnit,
  fieldRowsOf,
  UnitByConditionEntity,
  UnitByFacetEntity,
  UnitFacetCountEntity,
} from '#data/units/unit-facets.ts';
import { UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { METRICS } from '#platform/aws/measures.ts';
import { logger } from '#platform/aws/observability.ts';
import { aPasskey, aSecondFactor } from '#support/accounts.ts';
import { type Answer, ask, call } from '#support/call.ts';
import { settleAll } from '#support/facets.ts';
import { aUnit } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';
import { aWorld } from '#support/world.ts';

let root: UserRecord;
let user: UserRecord;
let victim: UserRecord;
let entry: EntityItem<typeof AuditEntity>;
let ping: EntityItem<typeof PingEntity>;
let event: EntityItem<typeof EventEntity>;
let session: { sessionId: string; token: string };
/** The row of the unit by its condition, in the list of the root dealer, and the one by its firmware. */
let row: ReturnType<typeof conditionRowsOf>[number];
let rowOfFirmware: ReturnType<typeof fieldRowsOf>[number];
const countOfCondition = () => {
  const { UnitModel, condition } = row;
  return UnitFacetCountEntity.get({ DealerKey: 1, UnitModel, facet: 'condition', value: condition }).params();
};
let unit: { UnitSerNum: string; UnitModel: 'MXD-LTE' | 'myConnect' | 'myConnect Air' };

beforeAll(async () => {
  const world = await aWorld();
  unit = world.unit;
  const { UnitModel: model, UnitStatus, FirmVer, Report, ActiveICCID, ActiveState, lastPing } = world.unit;
  const like = { UnitModel: model, UnitStatus, FirmVer, Report, ActiveICCID, ActiveState, lastPing };
  await settleAll([world.unit, await aUnit({ dealer: 220, ...like })], NOW);
  const faceted = facetedUnit(world.unit, NOW);
  row = conditionRowsOf(faceted).find(({ DealerKey }) => DealerKey === 1)!;
  rowOfFirmware = fieldRowsOf(faceted).find(({ facet }) => facet === 'FirmVer')!;
  root = await aUser({ dealer: 1 });
  user = await aUser({ dealer: 220 });
  victim = await aUser({ dealer: 220 });
  const { UnitSerNum, UnitModel } = unit;
  for (let count = 0; count < 2; count++)
    await ask(bulkActions.create, { units: [UnitSerNum], action: 'reporting', type: 'on', UnitModel, as: user });
  const reminder = { UnitSerNum, Message: 'EatAMeal', MessageTime: 'immediately', timeZone: 'UTC' } as const;
  await ask(reminders.schedule, { ...reminder, as: user });
  entry = (await AuditEntity.query.byDealer({ dealerKey: 220 }).go()).data[0]!;
  await aSecondFactor(victim, 'app', ['7K2M9QXA04TBZZ1C']);
  for (const passkeyId of [PASSKEY, '01KAJN9FR00000000000000778'])
    await aPasskey(user.UserKey, `the passkey ${passkeyId}`, { passkeyId });
  session = await aSession(user);
  event = (await EventEntity.query.byUnit({ UnitSerNum }).go()).data[0]!;
  ping = (await PingEntity.query.byUnit({ UnitSerNum }).go()).data[0]!;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const NOW = Date.now();
const PASSKEY = '01KAJN9FR00000000000000777';
const NOVEMBER = { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-11-30T23:59:59.999Z' };

const base64url = (text: string) => Buffer.from(text).toString('base64url');
const anyUnits = ({ body }: Answer) => Object.values(body.lists as Record<string, { UnitSerNum: string }[]>).flat();
const items = ({ body }: Answer) => body.items;

/** Lists with one of their stored items: its key in the table, the attributes of its entity, and how the list is read. */
const LISTS = [
  {
    name: 'units',
    entity: UnitEntity,
    params: () => UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).params(),
    read: () => call(units.list, { param: 'all', UnitModel: unit.UnitModel, pageSize: 1000, as: root }),
    rows: anyUnits,
    isVictim: (row: { UnitSerNum: string }) => row.UnitSerNum === unit.UnitSerNum,
  },
  {
    name: 'units that a search finds',
    entity: UnitEntity,
    params: () => UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).params(),
    read: () => call(units.list, { param: 'UnitSerNum', searchText: unit.UnitSerNum.slice(0, 2), as: root }),
    rows: anyUnits,
    isVictim: (row: { UnitSerNum: string }) => row.UnitSerNum === unit.UnitSerNum,
  },
  {
    name: 'units without a secret',
    entity: UnitEntity,
    params: () => UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).params(),
    read: () => call(units.list, { param: 'withoutSecret', UnitModel: unit.UnitModel, pageSize: 1000, as: root }),
    rows: anyUnits,
    isVictim: (row: { UnitSerNum: string }) => row.UnitSerNum === unit.UnitSerNum,
  },
  {
    name: 'units without a secret, by their marks',
    entity: UnitWithoutSecretEntity,
    params: () => UnitWithoutSecretEntity.get({ UnitSerNum: unit.UnitSerNum }).params(),
    read: () => call(units.list, { param: 'withoutSecret', UnitModel: unit.UnitModel, pageSize: 1000, as: root }),
    rows: anyUnits,
    isVictim: (row: { UnitSerNum: string }) => row.UnitSerNum === unit.UnitSerNum,
  },
  {
    name: 'units of a condition, by their rows',
    entity: UnitByConditionEntity,
    params: () => UnitByConditionEntity.get(row).params(),
    read: () => call(units.list, { param: 'all', UnitModel: unit.UnitModel, condition: row.condition, as: root }),
    rows: anyUnits,
    isVictim: (shown: { UnitSerNum: string }) => shown.UnitSerNum === unit.UnitSerNum,
  },
  {
    name: 'units with several filters, by their rows',
    entity: UnitByFacetEntity,
    params: () => UnitByFacetEntity.get(rowOfFirmware).params(),
    // Both fields have the same units, so the list reads the rows of the first.
    read: () => {
      const { FirmVer, Report } = row.facets;
      return call(units.list, { param: 'all', UnitModel: unit.UnitModel, FirmVer, Report, as: root });
    },
    rows: anyUnits,
    isVictim: (shown: { UnitSerNum: string }) => shown.UnitSerNum === unit.UnitSerNum,
  },
  {
    name: 'counts of a filter',
    entity: UnitFacetCountEntity,
    params: countOfCondition,
    read: () => call(units.list, { param: 'all', UnitModel: unit.UnitModel, as: root }),
    rows: ({ body }: Answer) => Object.values(body.facets[unit.UnitModel]).flat() as { value: string }[],
    isVictim: ({ value }: { value: string }) => value === row.condition,
  },
  {
    name: 'bulk actions',
    entity: BulkActionEntity,
    params: () => BulkActionEntity.get({ bchKey: '01KAJN9FR00000000000000220' }).params(),
    read: () => call(bulkActions.list, { as: user }),
    rows: items,
    isVictim: (row: { bchKey: string }) => row.bchKey === '01KAJN9FR00000000000000220',
  },
  {
    name: 'users',
    entity: UserEntity,
    params: () => UserEntity.get({ UserKey: victim.UserKey }).params(),
    read: () => call(users.list, { dealerOrFlag: 'all', fetchAll: 'true', as: root }),
    rows: items,
    isVictim: (row: { UserKey: string }) => row.UserKey === victim.UserKey,
  },
  {
    name: 'dealers',
    entity: DealerEntity,
    params: () => DealerEntity.get({ DealerKey: 49 }).params(),
    read: () => call(dealers.list, { as: root }),
    rows: items,
    isVictim: (row: { DealerKey: number }) => row.DealerKey === 49,
  },
  {
    name: 'reminders',
    entity: ReminderEntity,
    params: () => ReminderEntity.get({ UnitSerNum: unit.UnitSerNum, Message: 'TestUnit' }).params(),
    read: () => call(reminders.list, { UnitSerNum: unit.UnitSerNum, as: user }),
    rows: items,
    isVictim: (row: { Message: string }) => row.Message === 'TestUnit',
  },
  {
    name: 'audit entries',
    entity: AuditEntity,
    params: () => AuditEntity.get(entry).params(),
    read: () => call(audit.ofDealer, { dealerKey: 220, as: root }),
    rows: items,
    isVictim: (row: { auditId: string }) => row.auditId === entry.auditId,
  },
  {
    name: 'pings',
    entity: PingEntity,
    params: () => PingEntity.get(ping).params(),
    read: () => call(history.pingLog, { id: unit.UnitSerNum, ...NOVEMBER, as: root }),
    rows: items,
    isVictim: () => true,
  },
  {
    name: 'events',
    entity: EventEntity,
    params: () => EventEntity.get(event).params(),
    read: () => call(history.eventLog, { id: unit.UnitSerNum, ...NOVEMBER, as: root }),
    rows: items,
    isVictim: (row: { timeStamp: string }) => event.place.startsWith(row.timeStamp),
  },
  {
    name: 'lead times',
    entity: LeadTimeEntity,
    params: () => LeadTimeEntity.get({ DealerKey: 1, id: 'leadTime-1-of-220' }).params(),
    read: () => call(leadTimes.list, { as: root }),
    rows: items,
    isVictim: (row: { id: string }) => row.id === 'leadTime-1-of-220',
  },
  {
    name: 'sessions',
    entity: SessionEntity,
    params: () => SessionEntity.get({ sessionId: session.sessionId }).params(),
    read: () => call(userSettings.sessions, { as: user }),
    rows: ({ body }: Answer) => body.sessions,
    isVictim: (row: { sessionId: string }) => row.sessionId === session.sessionId,
  },
  {
    name: 'passkeys',
    entity: PasskeyEntity,
    params: () => PasskeyEntity.get({ credentialId: base64url(`the passkey ${PASSKEY}`) }).params(),
    read: () => call(passkeys.list, { as: user }),
    rows: ({ body }: Answer) => body.passkeys,
    isVictim: (row: { passkeyId: string }) => row.passkeyId === PASSKEY,
  },
  {
    name: 'users with a second factor',
    entity: SecondFactorEntity,
    params: () => SecondFactorEntity.get({ UserKey: victim.UserKey }).params(),
    read: () => call(users.list, { dealerOrFlag: 'all', fetchAll: 'true', as: root }),
    rows: items,
    isVictim: (row: { UserKey: string }) => row.UserKey === victim.UserKey,
  },
];

const attributesOf = (entity: unknown) => Object.keys((entity as { schema: { attributes: object } }).schema.attributes);

type Change = (item: Record<string, unknown>) => Record<string, unknown>;

/** Lets the work store changed copies of a stored item, one after the other, as no store would. Restores the item after it. */
async function malformed(
  params: object,
  work: (store: (change: Change) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { Key, TableName } = params as { Key: Record<string, string>; TableName: string };
  const { Item } = await client.send(new GetCommand({ TableName, Key }));
  const put = (item: Record<string, unknown> | undefined) => client.send(new PutCommand({ TableName, Item: item }));
  try {
    await work((change) => put(change({ ...Item })));
  } finally {
    await put(Item);
  }
}

const BREAKS = {
  'is missing': (item: Record<string, unknown>, name: string) => {
    delete item[name];
    return item;
  },
  'is a map': (item: Record<string, unknown>, name: string) => ({ ...item, [name]: { broken: true } }),
  'is a list': (item: Record<string, unknown>, name: string) => ({ ...item, [name]: [{ broken: true }] }),
};

describe.each(LISTS)('the list of $name', ({ entity, params, read, rows, isVictim }) => {
  it.each(Object.entries(BREAKS))('shows all other rows if an attribute of one stored item %s', async (_, change) => {
    vi.spyOn(logger, 'error').mockImplementation(() => {});
    const all = rows(await read());
    const others = all.filter((row: never) => !isVictim(row));
    expect(others).toHaveLength(all.length - 1);
    const failed: string[] = [];
    await malformed(params() as object, async (store) => {
      for (const name of attributesOf(entity)) {
        await store((item) => change(item, name));
        const answer = await read();
        const shown = answer.status === 200 ? rows(answer).filter((row: never) => !isVictim(row)) : undefined;
        if (JSON.stringify(shown) !== JSON.stringify(others)) failed.push(`${name}: ${answer.status}`);
      }
    });
    expect(failed).toEqual([]);
  });
});

it('a row that is left out is logged with its key and without its contents, and is counted', async () => {
  const logged = vi.spyOn(logger, 'error').mockImplementation(() => {});
  const out: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    out.push(String(line));
    return true;
  });
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const [list] = LISTS;
  await malformed(list!.params() as object, async (store) => {
    await store((item) => ({ ...item, Report: 'on' }));
    const found = list!.rows(await list!.read()) as { UnitSerNum: string }[];
    expect(found.some(list!.isVictim as never)).toBe(false);
  });
  vi.unstubAllEnvs();
  expect(logged).toHaveBeenCalledWith('A stored item is left out of a list: it does not fit the contract', {
    call: 'GET /api/units/{param}',
    position: expect.stringMatching(/^lists\./),
    key: { UnitSerNum: unit.UnitSerNum, DealerKey: 220, ProfileTemplateKey: expect.any(Number) },
    fields: ['Report'],
  });
  expect(out.filter((line) => line.includes(METRICS.unreadableRows)).map((line) => JSON.parse(line))).toMatchObject([
    { [METRICS.unreadableRows]: 1 },
  ]);
});

it.each([
  [
    'a unit by its condition',
    () => UnitByConditionEntity.get(row).params(),
    { facets: 'none' },
    { UnitSerNum: '400220', DealerKey: 1 },
    'facets',
  ],
  ['a number of units', countOfCondition, { count: 'two' }, { DealerKey: 1, facet: 'condition' }, 'count'],
])(
  'a stored item of %s that does not fit its type is left out, logged and counted',
  async (_, params, broken, key, field) => {
    const logged = vi.spyOn(logger, 'error').mockImplementation(() => {});
    const out: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
      out.push(String(line));
      return true;
    });
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    await malformed(params(), async (store) => {
      await store((item) => ({ ...item, ...broken }));
      const { status } = await call(units.list, {
        param: 'all',
        UnitModel: unit.UnitModel,
        condition: row.condition,
        as: root,
      });
      expect(status).toBe(200);
    });
    vi.unstubAllEnvs();
    expect(logged).toHaveBeenCalledWith('A stored item is left out of a list: it does not fit the contract', {
      call: 'GET /api/units/{param}',
      key,
      fields: [field],
    });
    expect(out.filter((line) => line.includes(METRICS.unreadableRows))).toHaveLength(1);
  },
);
