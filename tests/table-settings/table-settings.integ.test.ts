import { describe, expect, it } from 'vitest';
import { tableSettings } from '#core/table-settings/contract.ts';
import { ask, call } from '#support/call.ts';
import { aUser } from '#support/people.ts';

describe("a user's choice of columns", () => {
  it('is stored per table name [P1-B94 P1-E36 P1-C88 P1-C89 P2-E32 P3-E12 P2-C92 P2-C93 P3-C78 P3-C79 P3-C80]', async () => {
    const as = await aUser();
    const chosen = { IMEI: false, UnitSerNum: true };
    const kept = await ask(tableSettings.update, { tableName: 'unitManagement', table: chosen, as });
    expect(kept).toEqual({ table: chosen });
    expect(await ask(tableSettings.get, { table: 'unitManagement', as })).toEqual({ table: chosen });
    expect(await ask(tableSettings.get, { table: 'devUnitManagement', as })).toEqual({ table: {} });
  });

  it('is replaced completely by the next one', async () => {
    const as = await aUser();
    await ask(tableSettings.update, { tableName: 'users', table: { name: true, email: false }, as });
    await ask(tableSettings.update, { tableName: 'users', table: { email: true }, as });
    expect(await ask(tableSettings.get, { table: 'users', as })).toEqual({ table: { email: true } });
  });

  it('is not shared, not even with a colleague of the same dealer', async () => {
    const [one, other] = [await aUser(), await aUser()];
    await ask(tableSettings.update, { tableName: 'users', table: { email: false }, as: one });
    expect(await ask(tableSettings.get, { table: 'users', as: other })).toEqual({ table: {} });
  });

  it('may name a column like a person, but not like a property of an object', async () => {
    const as = await aUser();
    const table = { 'Room (custom 1)': true, '№ 7': false, length: true };
    await ask(tableSettings.update, { tableName: 'odd', table, as });
    expect(await ask(tableSettings.get, { table: 'odd', as })).toEqual({ table });
    for (const name of ['constructor', 'toString', 'hasOwnProperty', ''])
      expect(await call(tableSettings.update, { tableName: 'odd', table: { [name]: true }, as })).toMatchObject({
        status: 422,
        body: { issues: [{ path: `table.${name}` }] },
      });
  });

  it('has at most 200 columns', async () => {
    const as = await aUser();
    const columns = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, true]));
    expect((await call(tableSettings.update, { tableName: 'wide', table: columns(200), as })).status).toBe(200);
    expect(await call(tableSettings.update, { tableName: 'wide', table: columns(201), as })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'table', message: 'At most 200 columns' }] },
    });
  });

  it.each(['a b', '../x', '', 'x'.repeat(61)])('is not kept for a table named "%s"', async (tableName) => {
    expect(await call(tableSettings.update, { tableName, table: {}, as: await aUser() })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'tableName' }] },
    });
  });
});
