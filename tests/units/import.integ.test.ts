import { beforeAll, describe, expect, it } from 'vitest';
import { SECOND } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UnitWithoutSecretEntity, unitSecretStore } from '#data/units/unit-secrets.ts';
import { UnitCountEntity, UnitEntity } from '#data/units/units.ts';
import { iccidOf, imeiOf } from '#local/carriers/sim.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers } from '#support/fleet.ts';
import { aShownSession, aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { beforeNextTransaction, cancelTransactions } from '#support/table-faults.ts';

let producer: UserRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
beforeAll(async () => {
  await someDealers();
  producer = await aUser({ dealer: 1, flags: ['PRODUCTION', 'UNIT_VIEW'] });
  stream = await aStreamReader();
});

let number = 20_000;
const aNew = (more: object = {}) => {
  number += 1;
  const UnitSerNum = `N${number}`;
  return { UnitSerNum, UnitModel: 'MXD-LTE' as const, IMEI: imeiOf(number), ICCID1: iccidOf(0, number), ...more };
};
const bring = async (list: readonly ReturnType<typeof aNew>[], more: object = {}) =>
  (await ask(units.importUnits, { units: [...list], as: producer, ...more })).outcomes;
const counted = async () => (await UnitCountEntity.get({ DealerKey: 1, UnitModel: 'MXD-LTE' }).go()).data;

describe('units of a file', () => {
  it('are brought into the stock of the root dealer, found and counted, and the same again changes nothing', async () => {
    const unit = aNew({ ICCID2: iccidOf(1, number + 1) });
    expect(await bring([unit], { dryRun: true })).toEqual([{ UnitSerNum: unit.UnitSerNum, outcome: 'new' }]);
    expect((await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go()).data).toBeNull();
    const before = await counted();
    await stream.next();
    const refused = cancelTransactions(1);
    for (const outcome of ['created', 'same'] as const)
      expect(await bring([unit])).toEqual([{ UnitSerNum: unit.UnitSerNum, outcome }]);
    expect(refused()).toBeGreaterThan(0);
    await follow(await stream.next());
    const after = await counted();
    expect([after!.count - (before?.count ?? 0), after!.withoutSecret! - (before?.withoutSecret ?? 0)]).toEqual([1, 1]);
    expect((await ask(units.get, { id: unit.UnitSerNum, as: producer })).Unit).toMatchObject({
      ...unit,
      ...{ DealerKey: 1, UnitStatus: 11, Report: 0, ICCID1Carrier: 0, ICCID2Carrier: 1 },
    });
    const { lists } = await ask(units.list, { param: 'IMEI', searchText: unit.IMEI, as: producer });
    expect(lists['MXD-LTE'].map(({ UnitSerNum }) => UnitSerNum)).toEqual([unit.UnitSerNum]);
    expect(await auditOf('unit', unit.UnitSerNum)).toMatchObject([{ action: 'bring in unit', dealerKey: 1 }]);
  });

  it('have the serial number of their board, if the file names it', async () => {
    const unit = aNew({ PCBSerNum: 'PCB-0007' });
    expect(await bring([unit])).toMatchObject([{ outcome: 'created' }]);
    const { PCBSerNum, ...without } = unit as typeof unit & { PCBSerNum: string };
    expect(await bring([without])).toMatchObject([{ outcome: 'same' }]);
    expect(await bring([{ ...without, PCBSerNum: 'PCB-0008' } as typeof unit])).toMatchObject([{ outcome: 'refused' }]);
    const { UnitSerNum } = unit;
    expect((await UnitEntity.get({ UnitSerNum }).go()).data).toMatchObject({ PCBSerNum });
    expect((await ask(units.get, { id: UnitSerNum, as: producer })).Unit).not.toHaveProperty('PCBSerNum');
    const [entry] = await auditOf('unit', UnitSerNum);
    expect(entry).toMatchObject({ action: 'bring in unit', after: { PCBSerNum } });
  });

  it('without a secret are not trusted by their label: they must prove themselves', async () => {
    const unit = aNew();
    await bring([unit]);
    expect((await UnitWithoutSecretEntity.get({ UnitSerNum: unit.UnitSerNum }).go()).data).toMatchObject({
      trustedByLabel: false,
    });
    expect(await unitSecretStore.get(unit.UnitSerNum)).toMatchObject({ trustedByLabel: false });
  });

  it('get secrets on request, which are shown once, and anew while they have not logged in', async () => {
    const unit = aNew();
    const { UnitSerNum } = unit;
    const [first] = await bring([unit], { withSecrets: true });
    expect(first).toMatchObject({ outcome: 'created', secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const hex = async () => Buffer.from((await unitSecretStore.get(UnitSerNum)).secret!).toString('hex');
    expect(await hex()).toBe(first!.secret);
    expect(JSON.stringify(await auditOf('unit', UnitSerNum))).not.toContain(first!.secret);
    setClock(Date.now() + 30 * SECOND);
    // A dry run says that the first secret would be void.
    const told = [{ UnitSerNum, outcome: 'same', hasUnusedSecret: true }];
    expect(await bring([unit], { withSecrets: true, dryRun: true })).toEqual(told);
    expect(await hex()).toBe(first!.secret);
    const [second] = await bring([unit], { withSecrets: true });
    expect(second).toMatchObject({ outcome: 'same' });
    expect(second!.secret).not.toBe(first!.secret);
    expect(await hex()).toBe(second!.secret);
    await UnitEntity.patch({ UnitSerNum }).set({ loginFence: 1 }).go();
    expect(await bring([unit], { withSecrets: true })).toEqual([{ UnitSerNum, outcome: 'same' }]);
    expect(await hex()).toBe(second!.secret);
  });

  it('get one secret each from calls at the same time, and no answer tells one that is not stored', async () => {
    const unit = aNew();
    const { UnitSerNum } = unit;
    const stored = async () => Buffer.from((await unitSecretStore.get(UnitSerNum)).secret!).toString('hex');
    const atOnce = () => Promise.all([1, 2, 3].map(() => bring([unit], { withSecrets: true })));
    const told = (answers: Awaited<ReturnType<typeof atOnce>>) => answers.flat().flatMap(({ secret }) => secret ?? []);
    expect(told(await atOnce())).toEqual([await stored()]);
    const before = await stored();
    const late = { UnitSerNum, outcome: 'refused', reason: expect.stringContaining('got a secret a moment ago') };
    expect(await bring([unit], { withSecrets: true })).toEqual([late]);
    expect(await stored()).toBe(before);
    setClock(Date.now() + 30 * SECOND);
    expect(told(await atOnce())).toEqual([await stored()]);
    expect(await stored()).not.toBe(before);
  });

  it('are refused one by one if a number is taken', async () => {
    const known = aNew();
    await bring([known]);
    const list = [
      { ...aNew(), UnitSerNum: known.UnitSerNum },
      { ...aNew(), IMEI: known.IMEI },
      { ...aNew(), ICCID1: known.ICCID1 },
      aNew(),
    ];
    expect((await bring(list)).map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      'The portal has this serial number with other numbers',
      `The unit ${known.UnitSerNum} has the IMEI ${known.IMEI}`,
      `The unit ${known.UnitSerNum} has the ICCID ${known.ICCID1}`,
      'created',
    ]);
  });

  it('are refused if somebody else brings in a unit with one of their numbers at the same moment', async () => {
    const [mine, theirs] = [aNew(), aNew()];
    beforeNextTransaction(() => bring([{ ...theirs, ICCID1: mine.ICCID1 }]));
    expect(await bring([mine])).toMatchObject([
      { outcome: 'refused', reason: 'Somebody else brings in a unit with one of its numbers' },
    ]);
    expect((await UnitEntity.get({ UnitSerNum: mine.UnitSerNum }).go()).data).toBeNull();
    expect((await UnitEntity.get({ UnitSerNum: theirs.UnitSerNum }).go()).data).toMatchObject({ ICCID1: mine.ICCID1 });
  });

  it('are brought in by people of the root dealer only, and a wrong one refuses the call', async () => {
    const list = [aNew()];
    const other = await aUser({ dealer: 22, flags: ['PRODUCTION', 'ENGINEER'] });
    expect((await call(units.importUnits, { units: list, as: other })).status).toBe(403);
    const { token } = await aShownSession(producer, 22);
    expect((await call(units.importUnits, { units: list, as: token })).status).toBe(403);
    expect((await call(units.importUnits, { units: [{ ...aNew(), IMEI: '1' }], as: producer })).status).toBe(422);
    const many = Array.from({ length: 21 }, () => aNew());
    expect((await call(units.importUnits, { units: many, as: producer })).status).toBe(422);
  });
});
