import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { units } from '#core/units/contract.ts';
import { startDynamoDb } from '#local/dynamodb/start.ts';

// This file's own table, which it may stop. The stores find it by the variable, so they are loaded afterwards.
const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-fault-'));
let dynamodb = await startDynamoDb({ port: 0, folder });
const startAgain = async () => {
  dynamodb = await startDynamoDb({ port: dynamodb.port, folder });
};
// The hook that is declared first runs last: the table's own check of the audit needs the table.
afterAll(async () => {
  await dynamodb.close();
  rmSync(folder, { recursive: true });
});

process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamodb.url;
const { call } = await import('../support/call.ts');
const { aUnit, someDealers } = await import('../support/fleet.ts');
const { aUser } = await import('../support/people.ts');
const { handler: onBulkAction } = await import('#functions/on-bulk-action/handler.ts');

beforeAll(someDealers);
const work = (body: object) =>
  onBulkAction(
    { Records: [{ messageId: 'm-1', body: JSON.stringify(body), messageAttributes: {} }] } as never,
    { awsRequestId: 'r-1', functionName: 'on-bulk-action', getRemainingTimeInMillis: () => 60_000 } as never,
  );

describe('a table that stops and restarts', () => {
  it('causes plain answers while it is away, and normal ones afterwards', async () => {
    const user = await aUser();
    const unit = await aUnit();
    const read = () => call(units.get, { as: user, id: unit.UnitSerNum });
    expect(await read()).toMatchObject({ status: 200 });
    await dynamodb.close();
    const away = await read();
    expect(away.status).toBe(500);
    expect(away.body).toMatchObject({ code: 'INTERNAL', message: 'An error occured. Please try again.' });
    expect(JSON.stringify(away.body)).not.toMatch(/ECONN|dynamo/i);
    await startAgain();
    expect(await read()).toMatchObject({ status: 200, body: { Unit: { UnitSerNum: unit.UnitSerNum } } });
  });

  it('returns a share of a bulk action to its queue, and each row is done once in the end', async () => {
    const user = await aUser();
    const fleet = await Promise.all(Array.from({ length: 6 }, () => aUnit({ UnitModel: 'MXD-LTE', Report: 1 })));
    const serialNumbers = fleet.map(({ UnitSerNum }) => UnitSerNum);
    const { body: bulkAction } = await call(bulkActions.create, {
      as: user,
      units: serialNumbers,
      action: 'reporting',
      type: 'off',
      UnitModel: 'MXD-LTE',
    });
    const share = { bchKey: bulkAction.bchKey, attempt: 1, units: serialNumbers };
    await work({ ...share, units: serialNumbers.slice(0, 3) });

    await dynamodb.close();
    expect(await work(share)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
    await startAgain();

    expect(await work(share)).toEqual({ batchItemFailures: [] });
    const { body } = await call(bulkActions.detail, { as: user, bchKey: bulkAction.bchKey });
    expect(body.bulkAction).toMatchObject({ state: 'finished', total: 6, done: 6, failed: 0 });
    for (const { UnitSerNum } of fleet)
      expect((await call(units.get, { as: user, id: UnitSerNum })).body.Unit.Report).toBe(0);
  });
});
