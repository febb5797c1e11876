import { beforeAll, describe, expect, it } from 'vitest';
import { repair } from '#core/repair/contract.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

beforeAll(someDealers);

const anEngineer = (dealer = 22) => aUser({ dealer, flags: ['ENGINEER'] });

let last = 0;
const anIccid = () => `8901170227814537${String(++last).padStart(4, '0')}`;

describe('a unit for repair', () => {
  it('is read by its serial number [P3-C70]', async () => {
    const unit = await aUnit({ dealer: 220, ICCID1: anIccid(), MSISDN1: '8015550123' });
    expect(await ask(repair.unit, { serial: unit.UnitSerNum, as: await anEngineer() })).toMatchObject({
      UnitSerNum: unit.UnitSerNum,
      FullUnitID: expect.stringContaining(unit.UnitID),
      DealerKey: 220,
      DealerName: expect.any(String),
      IMEI: unit.IMEI,
      ICCID1: unit.ICCID1,
      MSISDN1: '8015550123',
    });
  });

  it('does not exist at another dealer', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 49 });
    expect((await call(repair.unit, { serial: UnitSerNum, as: await anEngineer() })).status).toBe(404);
  });
});

describe('developer SIMs', () => {
  it('are added with an audit entry, the same for every dealer [P3-C73]', async () => {
    const as = await anEngineer(1);
    const added = await ask(repair.addDevSim, { ICCID: anIccid(), as });
    const { items } = await ask(repair.devSims, { pageSize: 1000, as: await anEngineer(49) });
    expect(items).toContainEqual(added);
    expect(await auditOf('devSim', added.id)).toMatchObject([
      { action: 'add developer SIM', actorKey: as.UserKey, after: { ICCID: added.ICCID } },
    ]);
  });

  it('are found by ICCID [P3-C72]', async () => {
    const as = await anEngineer(1);
    const added = await ask(repair.addDevSim, { ICCID: anIccid(), as });
    await ask(repair.addDevSim, { ICCID: anIccid(), as });
    expect((await ask(repair.devSims, { ICCID: added.ICCID, as })).items).toEqual([added]);
    expect((await ask(repair.devSims, { ICCID: anIccid(), as })).items).toEqual([]);
  });

  it('exist once, also when two people add one at the same moment', async () => {
    const as = await anEngineer(1);
    const ICCID = anIccid();
    const answers = await Promise.all([1, 2].map(() => call(repair.addDevSim, { ICCID, as })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are deleted by key, with an audit entry [P3-C74]', async () => {
    const as = await anEngineer(1);
    const { id: key } = await ask(repair.addDevSim, { ICCID: anIccid(), as });
    await ask(repair.removeDevSim, { key, as });
    expect((await call(repair.removeDevSim, { key, as })).status).toBe(404);
    expect((await auditOf('devSim', key)).map(({ action }) => action)).toContain('delete developer SIM');
  });

  it('are for engineers only', async () => {
    const as = await aUser({ flags: ['ADMIN', 'SIM_EDIT', 'UNIT_EDIT'] });
    expect((await call(repair.devSims, { as })).status).toBe(403);
  });
});
