import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dealers } from '#core/dealers/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { dealerChangeStore } from '#data/dealers/dealer-changes.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { type ControlCenter, startControlCenter } from '#local/carriers/control-center.ts';
import { secret } from '#platform/aws/secret.ts';

type Credentials = { userName: string; apiKey: string };

import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { runningScope } from '#support/world.ts';

const FAILED = 'Error creating dealer in Jasper.';
let root: UserRecord;

let controlCenter: ControlCenter;

beforeAll(async () => {
  await someDealers();
  root = await aUser({ dealer: 1, flags: ['ADMIN_DEALER_ADD'] });
  const { controlCenterAtt, controlCenterTelus } = (await secret('CARRIERS_SECRET')) as Record<string, Credentials>;
  // Of this file alone, because others would meet the faults that are on here.
  controlCenter = await startControlCenter({
    port: 0,
    accounts: [
      { carrier: 0, ...controlCenterAtt! },
      { carrier: 2, ...controlCenterTelus! },
    ],
  });
  process.env.CONTROL_CENTER_ATT_URL = controlCenter.url;
  process.env.CONTROL_CENTER_TELUS_URL = controlCenter.url;
});
afterAll(() => controlCenter.close());

const aDealer = (input: object = {}) =>
  ask(dealers.create, { DealerName: `Dealer ${Math.random()}`, DealerParent: 22, ...input, as: root });
const setUp = (DealerKey: number) => call(dealers.setUpReportingAccount, { DealerKey, as: root });

const customer = (carrier: 0 | 2, name: string) =>
  controlCenter.customers().filter((one) => one.carrier === carrier && one.name === name);

describe('a dealer’s account in the reporting system', () => {
  it("is a customer of Control Center with the dealer's name and address, and is stored with the dealer [P1-B33 P1-C21]", async () => {
    const dealer = await aDealer({
      DealerName: 'Acme, Safety*',
      Address1: '1 River Street',
      City: 'Boise',
      Zip: '83702',
    });
    const { status, body } = await setUp(dealer.DealerKey);
    expect(status).toBe(200);
    const name = `Acme Safety (${dealer.DealerKey})`;
    expect(body.reportingAccount).toMatchObject({ carrier: 0, name, customerId: expect.stringMatching(/^\d+$/) });
    const [made] = customer(0, name);
    expect(made).toMatchObject({
      customerId: Number(body.reportingAccount.customerId),
      name,
      accountName: 'Watchkeep',
      shipToBillAddress: true,
      billingAddress: { addressLine1: '1 River Street', city: 'Boise', postalCode: '83702' },
    });
    expect((await auditOf('dealer', String(dealer.DealerKey))).at(-1)).toMatchObject({
      action: 'set up reporting account',
      after: { reportingAccount: { name } },
    });
  });

  it('of a dealer in Canada is at Telus', async () => {
    const { body } = await setUp((await aDealer({ Country: 'Canada' })).DealerKey);
    expect(body.reportingAccount.carrier).toBe(2);
    expect(customer(2, body.reportingAccount.name)).toHaveLength(1);
  });

  it('is updated by a second request', async () => {
    const dealer = await aDealer({ City: 'Boise' });
    const first = (await setUp(dealer.DealerKey)).body.reportingAccount;
    await ask(dealers.update, { DealerKey: dealer.DealerKey, City: 'Nampa', as: root });
    const second = (await setUp(dealer.DealerKey)).body.reportingAccount;
    expect(second.customerId).toBe(first.customerId);
    expect(customer(0, first.name)).toMatchObject([{ billingAddress: { city: 'Nampa' } }]);
  });

  it('that cannot be created answers with the text of the specification, and can be requested again [P1-M37]', async () => {
    const { DealerKey } = await aDealer();
    controlCenter.faults.set({ status500: {} });
    expect(await setUp(DealerKey)).toMatchObject({ status: 503, body: { message: FAILED } });
    const { items } = await ask(dealers.list, { pageSize: 1000, as: root });
    expect(items.find((one) => one.DealerKey === DealerKey)).toMatchObject({ reportingAccount: null });
    controlCenter.faults.set({});
    expect(await setUp(DealerKey)).toMatchObject({ status: 200, body: { reportingAccount: { carrier: 0 } } });
  });

  it('is created once for simultaneous requests', async () => {
    const { DealerKey } = await aDealer();
    const answers = await Promise.all([setUp(DealerKey), setUp(DealerKey)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { items } = await ask(dealers.list, { pageSize: 1000, as: root });
    const kept = items.find((one) => one.DealerKey === DealerKey)?.reportingAccount;
    expect(kept?.customerId).toMatch(/^\d+$/);
    expect(customer(0, kept!.name)).toHaveLength(1);
  });

  it('is not lost by a change of the dealer that started earlier', async () => {
    const { DealerKey } = await aDealer();
    const scope = await runningScope(root);
    const pending = { carrier: 0, name: 'Known', customerId: null, since: new Date().toISOString() } as const;
    const was = await dealerChangeStore.keepReportingAccount(
      scope,
      await dealerStore.get(scope, DealerKey),
      pending,
      Date.now(),
    );
    await dealerChangeStore.keepReportingAccount(scope, was, { ...pending, customerId: '4711' }, Date.now());
    await dealerChangeStore.update(scope, was, { City: 'Boise' }, Date.now());
    expect(await dealerStore.get(scope, DealerKey)).toMatchObject({
      City: 'Boise',
      reportingAccount: { customerId: '4711' },
    });
  });

  it('needs the flag, and a dealer in the scope', async () => {
    const admin = await aUser({ dealer: 22, flags: ['ADMIN'] });
    expect((await call(dealers.setUpReportingAccount, { DealerKey: 220, as: admin })).status).toBe(403);
    const foreign = await aUser({ dealer: 49, flags: ['ADMIN_DEALER_ADD'] });
    const asked = (DealerKey: number) => call(dealers.setUpReportingAccount, { DealerKey, as: foreign });
    const [there, missing] = [await asked(220), await asked(999_999)];
    expect([there.status, there.body.message]).toEqual([missing.status, missing.body.message]);
  });
});
