import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { UserRecord } from '#core/users/user-record.ts';
import { aCaller } from '#support/accounts.ts';
import { call } from '#support/call.ts';
import { aSession } from '#support/people.ts';
import { changesBetween, followedItems, removeItems, restoreItems } from '#support/table-content.ts';
import { aWorld } from '#support/world.ts';
import { ENDPOINTS } from './endpoints.ts';
import { goodSampleOf } from './good-samples.ts';

// The server makes the ids of stored things. A caller names only what exists. Each field of each call is filled with a value that names
// nothing, and no item with this value in its key may appear in the table.

/** People choose these names and search by them, so they are keys of lookups. The id of the user is the server's. */
const NAMES_OF_A_USER = ['UserName', 'UserEmail', 'UserFirstName', 'UserLastName'];

/** The fields whose value may become a part of a key. A new one needs a reason why its owner can harm nobody with it. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  // The key of a count of failures.
  'auth.login': ['userName'],
  // Names and codes are unique, and dealers are found by them. The key of a dealer is the server's.
  'dealers.create': ['DealerName', 'DealerBillingCode'],
  'dealers.update': ['DealerName'],
  'users.create': NAMES_OF_A_USER,
  'users.update': NAMES_OF_A_USER,
  'users.edit': NAMES_OF_A_USER,
  'user-settings.save': ['UserName', 'UserFirstName', 'UserLastName'],
  // Whether a mail address of a notification is confirmed is kept in the dealer's own partition.
  'dealer-settings.addNotification': ['SettingValue'],
  'dealer-settings.updateNotification': ['SettingValue'],
  // Units are found by these IDs. The key of a unit is its serial number.
  'unit-configuration.saveUnit': ['UnitLineID', 'UnitID'],
  // In the unit's own partition, for a day, so that the same text is not sent twice.
  'sims.smsMessage': ['textMessage'],
  'sims.smsMessageAT': ['textMessage'],
  // In the partition of the person or the dealer, so that a name has one view.
  'units.saveView': ['name'],
  // In the partition of the user who chooses columns.
  'table-settings.update': ['tableName'],
};

/** Values that name nothing. The first that the field accepts is used. */
const INVENTED = [
  'ZQ7ZQ7',
  'zq7zq7-invented',
  'zq7zq7@invented.example',
  '1987654327',
  1987654327,
  ['ZQ7ZQ7'],
  [1987654327],
];
const MARKS = ['zq7zq7', '1987654327'];

let caller: UserRecord;
beforeAll(async () => {
  await aWorld();
  caller = await aCaller();
});

const writes = ENDPOINTS.filter(({ endpoint: { method } }) => method !== 'GET');

describe.each(writes)('$name', { timeout: 60_000 }, ({ name, endpoint }) => {
  it('makes no key of a value that its caller invents', async () => {
    const { properties = {} } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' });
    const named: string[] = [];
    for (const field of Object.keys(properties)) {
      const sample = await goodSampleOf(name, caller);
      const invented = INVENTED.find((value) => endpoint.input.safeParse({ ...sample, [field]: value }).success);
      if (invented === undefined) continue;
      const { token } = await aSession(caller);
      const before = await followedItems();
      await call(endpoint, { ...sample, [field]: invented, as: token });
      const added = changesBetween(before, await followedItems()).filter(({ was }) => !was);
      if (added.some(({ key }) => MARKS.some((mark) => key.toLowerCase().includes(mark)))) named.push(field);
      await restoreItems(before);
      await removeItems(added.map(({ is }) => is!));
    }
    expect(named).toEqual(CHOSEN[name] ?? []);
  });
});
