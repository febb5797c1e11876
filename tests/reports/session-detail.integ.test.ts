import { afterAll, beforeAll, expect, it } from 'vitest';
import { reports } from '#core/reports/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { type ControlCenter, startControlCenter } from '#local/carriers/control-center.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import type { Running } from '#local/http.ts';
import { SECRET_NAMES } from '#local/portal/values.ts';
import { startSecrets } from '#local/secrets/start.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { secrets } from '../sims/support.ts';

const ICCID = iccidOf(0, 6101);
const open: Running[] = [];
let controlCenter: ControlCenter;
let engineer: UserRecord;

beforeAll(async () => {
  const stored = await startSecrets({ port: 0, secrets: { [SECRET_NAMES.CARRIERS_SECRET]: secrets } });
  controlCenter = await startControlCenter({
    port: 0,
    accounts: [{ carrier: 0, ...secrets.controlCenterAtt }],
    sims: [simFor(ICCID, { status: 'ACTIVATED' })],
  });
  open.push(stored, controlCenter);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: stored.url,
    CONTROL_CENTER_ATT_URL: controlCenter.url,
    CONTROL_CENTER_TELUS_URL: controlCenter.url,
    THINGSPACE_URL: controlCenter.url,
  });
  await someDealers();
  engineer = await aUser({ dealer: 1, type: 1 });
});
afterAll(() => Promise.all(open.map((one) => one.close())));

it('the carrier session of a unit has its start, its end and the data used, the usage and the unit [P3-C26 P3-E06 P3-E21]', async () => {
  const sim = { ICCID1: ICCID, ActiveICCID: ICCID, activeSimSlot: 0 } as const;
  const { UnitSerNum, UnitModel, FirmVer, IMEI } = await aUnit({ dealer: 220, ...sim, PCBSerNum: 'PCB-0007' });
  const told = await ask(reports.sessionDetail, { UnitSerNum, as: engineer });
  expect(told.failure).toBeUndefined();
  expect(Date.parse(told.sessionInfo!.dateSessionStarted!)).not.toBeNaN();
  expect(Object.keys(told.sessionInfo!)).toEqual(['dateSessionStarted', 'dateSessionEnded', 'ctdDataUsage']);
  expect(told.sessionInfo!.ctdDataUsage).toBe(told.usage!.dataBytes);
  expect(told.usage!.dataBytes).toBeGreaterThan(0);
  expect(told.recentUnitInfo).toEqual({ UnitSerNum, UnitModel, FirmVer, PCBSerNum: 'PCB-0007', IMEI });
});

it('a unit is shown with the reason, if its carrier does not answer', async () => {
  const { UnitSerNum } = await aUnit({ dealer: 220, ICCID1: ICCID, ActiveICCID: ICCID, activeSimSlot: 0 });
  controlCenter.faults.set({ status500: {} });
  const told = await ask(reports.sessionDetail, { UnitSerNum, as: engineer });
  controlCenter.faults.set({});
  expect(told).toMatchObject({ sessionInfo: null, usage: null, recentUnitInfo: { UnitSerNum } });
  expect(told.failure).toMatch(/\S/);
});

it('the session is for engineers only', async () => {
  const { UnitSerNum } = await aUnit({ dealer: 220 });
  const as = await aUser({ dealer: 220, flags: ['REPORTS'] });
  expect((await call(reports.sessionDetail, { UnitSerNum, as })).status).toBe(403);
});
