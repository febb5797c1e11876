import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { dealers } from '#core/dealers/contract.ts';
import { REPORTING_ACCOUNT_FAILED } from '#core/dealers/reporting-account.ts';
import type { Carrier } from '#core/sims/carrier.ts';
import { sims } from '#core/sims/contract.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { startControlCenter } from '#local/carriers/control-center.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import type { Running } from '#local/http.ts';
import { SECRET_NAMES } from '#local/portal/values.ts';
import { startSecrets } from '#local/secrets/start.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { secrets, someCarriers } from './support.ts';

// As deployed, with AT&T's credentials complete and Telus's incomplete.
const FILLED_IN = {
  controlCenterAtt: secrets.controlCenterAtt,
  controlCenterTelus: { userName: 'telus-user', apiKey: '' },
  thingspace: Object.fromEntries(Object.keys(secrets.thingspace).map((name) => [name, ''])),
};
const SIMS: Record<Carrier, string> = { 0: iccidOf(0, 4711), 1: iccidOf(1, 4711), 2: iccidOf(2, 4711) };

const open: Running[] = [];
beforeAll(async () => {
  const stored = await startSecrets({ port: 0, secrets: { [SECRET_NAMES.CARRIERS_SECRET]: FILLED_IN } });
  const controlCenter = await startControlCenter({
    port: 0,
    accounts: [{ carrier: 0, ...secrets.controlCenterAtt }],
    sims: [simFor(SIMS[0], { status: 'ACTIVATED' })],
  });
  open.push(stored, controlCenter);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: stored.url,
    CONTROL_CENTER_ATT_URL: controlCenter.url,
  });
  await someDealers();
});
afterAll(() => Promise.all(open.map((one) => one.close())));

describe('a unit with two SIMs', () => {
  it('is ready to change carriers above the firmware of the configuration, 2.2.0.0.3 by default [P2-K06 P2-S23]', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const as = await aUser({ flags: ['SIM'] });
    const sim = { ICCID1: SIMS[0], ICCID1State: 14, ICCID2: SIMS[1], ICCID2State: 36, ClearCommVer: '2.3.19' };
    const [older, newer] = [
      await aUnit({ ...sim, FirmVer: '2.2.0.0.3' }),
      await aUnit({ ...sim, FirmVer: '2.2.0.0.4' }),
    ];
    const areReady = () =>
      Promise.all([older, newer].map(async ({ UnitSerNum: id }) => (await ask(sims.simData, { id, as })).dualSimReady));
    expect(await areReady()).toEqual([false, true]);
    vi.stubEnv('DUAL_SIM_FIRMWARE', '2.2.0.0.4');
    expect(await areReady()).toEqual([false, false]);
  });
});

describe('a carrier without credentials', () => {
  it('does not affect the SIMs of others, and names what is missing for its own', async () => {
    const as = await aUser({ flags: ['SIM'] });
    const unit = await aUnit({ ICCID1: SIMS[0], ICCID2: SIMS[1], ICCID2State: 14 });
    const told = await ask(sims.simData, { id: unit.UnitSerNum, as });
    expect(told.slot1).toMatchObject({ carrier: 0, iccid: SIMS[0], deviceDetails: { status: 'ACTIVATED' } });
    expect(told.slot2).toMatchObject({ carrier: 1, iccid: SIMS[1], failure: 'Verizon is not set up yet' });
  });

  it('cannot correct a state', async () => {
    const as = await aUser({ flags: ['SIM_EDIT'] });
    const { UnitSerNum } = await aUnit({ ICCID1: SIMS[2] });
    expect(await call(sims.correctState, { UnitSerNum, slot: 1, as })).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE', message: 'Telus is not set up yet' },
    });
  });

  it('creates no account for a dealer, with the text of the specification', async () => {
    const as = await aUser({ dealer: 1, flags: ['ADMIN_DEALER_ADD'] });
    await DealerEntity.patch({ DealerKey: 422 }).set({ Country: 'CA' }).go();
    expect(await call(dealers.setUpReportingAccount, { DealerKey: 422, as })).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE', message: REPORTING_ACCOUNT_FAILED },
    });
  });

  it('gets no call, and has no ledger entry', async () => {
    const { carriers, entries } = someCarriers({}, { config: { secrets: {} } });
    const says = (name: string) => ({ code: 'UNAVAILABLE', message: `${name} is not set up yet` });
    for (const [number, name] of [
      [0, 'AT&T'],
      [1, 'Verizon'],
      [2, 'Telus'],
    ] as const) {
      await expect(carriers[number].simDetails(SIMS[number])).rejects.toMatchObject(says(name));
      await expect(carriers[number].changeState(SIMS[number], 14)).rejects.toMatchObject(says(name));
      await expect(carriers[number].sendSms(SIMS[number], 'x')).rejects.toMatchObject(says(name));
      await expect(carriers[number].editCommunicationPlan(SIMS[number], 'x')).rejects.toMatchObject(says(name));
    }
    await expect(carriers.customers[0].create({} as never)).rejects.toMatchObject(says('AT&T'));
    await expect(carriers.customers[2].update('1', {} as never)).rejects.toMatchObject(says('Telus'));
    await expect(carriers.registerThingSpaceCallbacks('https://x')).rejects.toMatchObject(says('Verizon'));
    expect(entries).toEqual([]);
  });
});
