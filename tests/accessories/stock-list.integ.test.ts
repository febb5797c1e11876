import { beforeAll, expect, it } from 'vitest';
import { accessories } from '#core/accessories/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aShownSession, aUser } from '#support/people.ts';
import { cancelTransactions } from '#support/table-faults.ts';

let keeper: UserRecord;
beforeAll(async () => {
  await someDealers();
  keeper = await aUser({ dealer: 1, flags: ['TXMUPLOAD'] });
});

const part = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ SerialNumber: `TX${from + index}`, RFCode: 'A1B2' }));
const upload = (txmArray: ReturnType<typeof part>, as: UserRecord | string = keeper) =>
  call(accessories.txmUpload, { fileName: 'transmitters.xlsx', type: 'ASM-Pendant', txmArray, as });
const find = async (SerialNumber: string) =>
  (await ask(accessories.txmLookup, { SerialNumber, as: keeper })).transmitter;

it('an upload stores transmitters, which are looked up, with an audit entry [P3-C75 P3-C76]', async () => {
  expect(await find('tx1000')).toBeNull();
  const refused = cancelTransactions(1);
  expect(await upload(part(1000, 90))).toMatchObject({ status: 200, body: { stored: 90 } });
  expect(refused()).toBeGreaterThan(0);
  expect(await upload(part(1000, 90))).toMatchObject({ status: 200, body: { stored: 90 } });
  for (const serial of ['TX1000', 'TX1089'])
    expect(await find(serial)).toEqual({ SerialNumber: serial, RFCode: 'A1B2', Type: 'ASM-Pendant' });
  expect(await auditOf('stockList', 'transmitters')).toContainEqual(
    expect.objectContaining({
      action: 'upload transmitters',
      actorKey: keeper.UserKey,
      after: expect.objectContaining({ fileName: 'transmitters.xlsx', count: 90, first: 'TX1000', last: 'TX1089' }),
    }),
  );
  const { device } = await ask(accessories.look, { serial: 'TX1000', as: await aUser({ dealer: 220 }) });
  expect(device).toMatchObject({ SerialNumber: 'TX1000', Type: 'Pendant' });
});

it('an upload with a wrong transmitter, or with too many, stores none', async () => {
  const wrong = [...part(2000, 2), { SerialNumber: 'TX2002', RFCode: 'no code' }];
  expect((await upload(wrong)).status).toBe(422);
  expect((await upload(part(2000, 91))).status).toBe(422);
  expect((await upload([...part(2000, 1), ...part(2000, 1)])).status).toBe(422);
  expect(await find('TX2000')).toBeNull();
});

it('only the root dealer keeps the stock list, which all dealers use', async () => {
  expect((await upload(part(3000, 1), await aUser({ dealer: 22, flags: ['TXMUPLOAD'] }))).status).toBe(403);
  const { token } = await aShownSession(keeper, 22);
  expect((await upload(part(3000, 1), token)).status).toBe(403);
  expect(await find('TX3000')).toBeNull();
});
