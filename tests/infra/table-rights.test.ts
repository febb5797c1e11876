import { describe, expect, it } from 'vitest';
import { tableStatements } from '#infra/table-rights.ts';
import { isAllowed, type Statement } from '#support/iam.ts';
import { requestsOf, TABLE } from '#support/table-requests.ts';

const key = (pk: string) => ({ pk, sk: 's' });
const UNIT = '$watchkeep#UnitSerNum_400001';
const ENTRY = '$watchkeep.audit#objectKind_unit#objectId_400001';
const USER = '$watchkeep.users#UserKey_1';
const FACTOR = '$watchkeep.credentials#UserKey_1';

const statements = tableStatements(TABLE, 'write', ['table', 'verifySessions']);
/** True if a function with the table and sessions may send the command. */
const may = (command: string, input: object) =>
  requestsOf(command, input as never).every((request) => isAllowed(statements, request));
const transaction = (...TransactItems: object[]) => may('TransactWriteItemsCommand', { TransactItems });

describe('the policy of a function with the table', () => {
  it('permits a change with its audit entry in one transaction, and checks of what the rights rest on', () => {
    const check = { ConditionCheck: { Key: key(USER) } };
    const put = { Put: { Item: key(ENTRY) } };
    expect(transaction({ Update: { Key: key(UNIT) } }, put, check)).toBe(true);
    expect(transaction({ Update: { Key: key(UNIT) } }, put, { Put: { Item: key(USER) } })).toBe(false);
  });

  it.each([
    ['Update', { Update: { Key: key(ENTRY) } }],
    ['Delete', { Delete: { Key: key(ENTRY) } }],
    ['ConditionCheck', { ConditionCheck: { Key: key(ENTRY) } }],
  ])('refuses a transaction for its one %s of an audit entry', (_, action) => {
    expect(transaction({ Update: { Key: key(UNIT) } }, action)).toBe(false);
  });

  it('refuses a batch for one of its keys', () => {
    const read = (...pks: string[]) => may('BatchGetItemCommand', { RequestItems: { t: { Keys: pks.map(key) } } });
    expect([read(UNIT, USER), read(UNIT, FACTOR)]).toEqual([true, false]);
  });

  it('refuses every batch of writes, because it can put as well as delete', () => {
    const write = (...pks: string[]) =>
      may('BatchWriteItemCommand', { RequestItems: { t: pks.map((pk) => ({ DeleteRequest: { Key: key(pk) } })) } });
    expect([write(UNIT), write(UNIT, ENTRY)]).toEqual([false, false]);
  });

  it('refuses single writes and reads by the group of their key', () => {
    const put = (pk: string) => may('PutItemCommand', { Item: key(pk) });
    const get = (pk: string) => may('GetItemCommand', { Key: key(pk) });
    const change = (pk: string) =>
      ['UpdateItemCommand', 'DeleteItemCommand'].map((command) => may(command, { Key: key(pk) }));
    expect([put(UNIT), put(ENTRY), put(USER), put(FACTOR)]).toEqual([true, true, false, false]);
    expect([get(UNIT), get(ENTRY), get(USER), get(FACTOR)]).toEqual([true, false, true, false]);
    expect([change(UNIT), change(ENTRY)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('refuses a query by the partition key of its index', () => {
    const query = (pk: string, IndexName?: string) =>
      may('QueryCommand', { IndexName, ExpressionAttributeValues: { ':pk': pk } });
    expect([query('$watchkeep.users#tree_all', 'gsi1'), query('$watchkeep.audit#dealerKey_1', 'gsi2')]).toEqual([
      true,
      false,
    ]);
    expect([query(UNIT), query(UNIT, 'gsi9'), may('ScanCommand', {})]).toEqual([true, false, false]);
  });

  it('only reads if the function only reads', () => {
    const reading = tableStatements(TABLE, 'read', ['table', 'verifySessions']);
    const allowed = (command: string) =>
      requestsOf(command, { Key: key(UNIT) }).every((one) => isAllowed(reading, one));
    expect([allowed('GetItemCommand'), allowed('UpdateItemCommand')]).toEqual([true, false]);
  });
});

describe('the decision about a request', () => {
  const allow: Statement = { Effect: 'Allow', Action: 'a:*', Resource: ['arn:x/*'] };
  const request = { action: 'a:Do', resource: 'arn:x/1' };

  it('is a denial if any statement denies, and a refusal if none allows', () => {
    expect(isAllowed([allow], request)).toBe(true);
    expect(isAllowed([allow, { ...allow, Effect: 'Deny' }], request)).toBe(false);
    expect(isAllowed([allow], { ...request, action: 'b:Do' })).toBe(false);
    expect(isAllowed([allow], { ...request, resource: 'arn:y/1' })).toBe(false);
  });

  it('takes a key that is absent as no match, for a single value and for any value', () => {
    const when = (operator: string, key: string, value: string): Statement => ({
      ...allow,
      Condition: { [operator]: { [key]: value } },
    });
    for (const operator of ['StringEquals', 'ArnEquals', 'ForAnyValue:StringLike']) {
      expect(isAllowed([when(operator, 'k', 'v')], request), operator).toBe(false);
      expect(isAllowed([when(operator, 'k', 'v')], { ...request, keys: { k: ['v'] } }), operator).toBe(true);
      expect(isAllowed([when(operator, 'k', 'v')], { ...request, keys: { k: ['w'] } }), operator).toBe(false);
    }
    const any = { ...request, keys: { k: ['w', 'v1'] } };
    expect(isAllowed([when('ForAnyValue:StringLike', 'k', 'v*')], any)).toBe(true);
    expect(() => isAllowed([when('ForAllValues:StringLike', 'k', 'v')], any)).toThrow(/does not know the operator/);
  });
});
