import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import type { LanguageKey } from '#core/dealer-settings/languages.ts';
import { units } from '#core/units/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { DealerListsEntity } from '#data/dealer-settings/dealer-settings.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aShownSession, aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';

let admin: UserRecord;
let foreign: UserRecord;

beforeAll(async () => {
  await someDealers();
  admin = await aUser({ dealer: 220, flags: ['ADMIN'] });
  foreign = await aUser({ dealer: 49, flags: ['ADMIN'] });
});
beforeEach(async () => {
  await DealerListsEntity.delete({ DealerKey: 220 }).go();
});

const dealerAt = (dealerPath: string) => DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath, tree: 'all' }).go();
const read = (as = admin) => ask(dealerSettings.get, { as });
type Change = Parameters<typeof ask<typeof dealerSettings.updateAccount>>[1];
const change = (old: Change['old'], wanted: Change['new'], as = admin) =>
  call(dealerSettings.updateAccount, { old, new: wanted, as });
const lastAudit = async () => (await auditOf('dealer', '220')).at(-1);
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

const ADDRESS = {
  AttentionTo: 'Front desk',
  Address1: '40 Pine Street',
  Address2: 'Rear',
  City: 'Eugene',
  State: 'OR',
  Zip: '97401',
  Country: 'US',
  Notes: 'Ring <b>twice</b>',
};

describe('account details', () => {
  it('are saved, and the audit shows who changed what [P1-C33 P1-C29 P1-B34 P1-E11]', async () => {
    const { status, body } = await change({ City: '', Details: '' }, { City: 'Salem', Details: '<script>1</script>' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ City: 'Salem', Details: '<script>1</script>' });
    expect(await read()).toMatchObject({ DealerKey: 220, DealerName: 'Northwind Oregon', City: 'Salem' });
    expect(await lastAudit()).toMatchObject({
      action: 'change account details',
      actorKey: admin.UserKey,
      before: { City: '' },
      after: { City: 'Salem' },
    });
    expect(await change({ City: '' }, { City: 'Boise' })).toMatchObject({
      status: 409,
      body: { message: 'Somebody else changed this meanwhile', issues: [{ path: 'City' }] },
    });
  });

  it('of a dealer that is moved away while they are saved stay as they are', async () => {
    onTestFinished(async () => void (await dealerAt('/1/22/220/')));
    const root = await aUser({ dealer: 1, flags: ['ADMIN'] });
    const above = await aUser({ dealer: 22, flags: ['ADMIN'] });
    const before = (await DealerEntity.get({ DealerKey: 220 }).go()).data;
    for (const user of [root, above]) {
      const { token } = await aShownSession(user, 220);
      await dealerAt('/1/22/220/');
      beforeNextTransaction(() => dealerAt('/1/49/220/'));
      const saved = call(dealerSettings.updateAccount, {
        old: { City: before!.City ?? '' },
        new: { City: 'Bend' },
        as: token,
      });
      expect([401, 404, 409]).toContain((await saved).status);
    }
    expect((await DealerEntity.get({ DealerKey: 220 }).go()).data).toMatchObject({
      ...before,
      dealerPath: '/1/49/220/',
    });
  });

  it('contain a main contact, which can be deleted if it is unchanged [P1-B35 P1-C34]', async () => {
    const MainContact = { Name: 'Pat Moss', Phone: '8015550100', Email: 'pat@oregon.example' };
    expect((await change({ MainContact: null }, { MainContact })).status).toBe(200);
    const remove = (contact: typeof MainContact) =>
      call(dealerSettings.deleteMainContact, { MainContact: contact, as: admin });
    expect((await remove({ ...MainContact, Name: 'Somebody else' })).status).toBe(409);
    expect((await read()).MainContact).toEqual(MainContact);
    expect((await remove(MainContact)).status).toBe(200);
    expect((await read()).MainContact).toBeNull();
    expect(await lastAudit()).toMatchObject({ action: 'delete main contact', before: { MainContact } });
  });

  it('contain monitoring centres [P1-B36]', async () => {
    const center = { name: 'Rapid', phoneNumber: '3155550100', accountNumber: 'A1' };
    await change({ MonitoringCenters: [] }, { MonitoringCenters: [center] });
    expect((await read()).MonitoringCenters).toEqual([center]);
  });

  it('contain two lists of labels, normalised, as texts with commas [P1-B39 P1-V18 P2-E10 P2-E11]', async () => {
    await change({ CustomLabelList1: '' }, { CustomLabelList1: 'living ROOM,attic' });
    await change({ CustomLabelList2: '' }, { CustomLabelList2: 'north' });
    const details = await ask(dealerSettings.details, { as: await aUser({ dealer: 220, flags: [] }) });
    expect(details).toMatchObject({
      CategoryNames: 'Events',
      CustomLabelList1: 'Living room,Attic',
      CustomLabelList2: 'North',
      CustomLabel1: 'Room',
      CustomLabel2: 'Building',
      UseRestrictLineID: 0,
      RestrictLineIDList: '',
    });
  });

  it('count the units that a proof would lock out, of the dealer and all below it', async () => {
    const before = (await read()).UnitsWithoutSecret;
    const [{ UnitSerNum }] = [await aUnit({ dealer: 220 }), await aUnit({ dealer: 2201 }), await aUnit({ dealer: 22 })];
    await aUnit({ dealer: 220, trustedByLabel: false });
    expect(await read()).toMatchObject({ UnitsMustProve: 0, UnitsWithoutSecret: before + 3 });
    await ask(units.giveSecret, { UnitSerNum, as: await aUser({ dealer: 220, flags: ['UNIT_EDIT'] }) });
    expect(await read()).toMatchObject({ UnitsMustProve: 0, UnitsWithoutSecret: before + 2 });
    await change({ UnitsMustProve: 0 }, { UnitsMustProve: 1 });
    expect(await read()).toMatchObject({ UnitsMustProve: 1, UnitsMustProveByDealerAbove: false });
    expect(await lastAudit()).toMatchObject({ before: { UnitsMustProve: 0 }, after: { UnitsMustProve: 1 } });
    await change({ UnitsMustProve: 1 }, { UnitsMustProve: 0 });
  });

  it('say that a dealer above requires a proof, but not which', async () => {
    const above = await aUser({ dealer: 22, flags: ['ADMIN'] });
    const below = await aUser({ dealer: 2201, flags: ['ADMIN'] });
    await change({ UnitsMustProve: 0 }, { UnitsMustProve: 1 }, above);
    for (const as of [admin, below])
      expect(await read(as)).toMatchObject({ UnitsMustProve: 0, UnitsMustProveByDealerAbove: true });
    for (const as of [above, foreign]) expect((await read(as)).UnitsMustProveByDealerAbove).toBe(false);
    await change({ UnitsMustProve: 1 }, { UnitsMustProve: 0 }, above);
    expect((await read()).UnitsMustProveByDealerAbove).toBe(false);
  });

  it('restrict Line IDs only while the list has some [P1-B40 P1-V14 P1-V21 P1-S23]', async () => {
    expect((await change({}, { UseRestrictLineID: 1 })).status).toBe(422);
    expect(await change({ RestrictLineIDList: '' }, { RestrictLineIDList: '123456789' })).toMatchObject({
      status: 422,
      body: { message: 'Max length for Line ID is 8' },
    });
    await change({ RestrictLineIDList: '' }, { RestrictLineIDList: 'C1', UseRestrictLineID: 1 });
    expect(await read()).toMatchObject({ RestrictLineIDList: 'C1', UseRestrictLineID: 1 });
    await change({ RestrictLineIDList: 'C1' }, { RestrictLineIDList: '' });
    expect(await read()).toMatchObject({ RestrictLineIDList: '', UseRestrictLineID: 0 });
  });

  it.each([
    ['RestrictLineIDList', 'C9', 'Line ID already exists'],
    ['CustomLabelList1', 'Kitchen', 'Item already exists'],
    ['CustomLabelList2', 'South', 'Item already exists'],
  ] as const)(
    "of %s with two simultaneous equal entries has one: the other request gets 'already exists' [P1-V15 P1-V16]",
    async (field, name, message) => {
      const answers = await Promise.all([1, 2, 3].map(() => change({ [field]: '' }, { [field]: name })));
      expect(statuses(answers)).toEqual([200, 409, 409]);
      for (const { status, body } of answers) if (status === 409) expect(body.message).toBe(message);
      expect((await read())[field]).toBe(name);
    },
  );

  it('keep both entries of two simultaneous additions', async () => {
    const names = ['One', 'Two', 'Three', 'Four'];
    const answers = await Promise.all(
      names.map((name) => change({ CustomLabelList1: '' }, { CustomLabelList1: name })),
    );
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    expect((await read()).CustomLabelList1.split(',').sort()).toEqual([...names].sort());
  });

  it('include rules that only engineers read and set [P1-A16 P1-A17]', async () => {
    const engineer = await aUser({ dealer: 422, flags: ['ADMIN', 'ENGINEER'] });
    const { Rules } = await read(engineer);
    expect(Rules).toMatchObject({ unitIDOptions: ["No Unit ID's"], impra: false });
    expect((await change({ Rules }, { Rules: { ...Rules!, impra: true } }, engineer)).status).toBe(200);
    expect((await read(engineer)).Rules?.impra).toBe(true);
    expect(await read()).not.toHaveProperty('Rules');
    expect((await change({ Rules }, { Rules })).status).toBe(403);
  });
});

describe('event groups', () => {
  const groups = async () => (await ask(dealerSettings.groups, { as: admin })).groups;
  const assign = (old: string[], wanted: string[]) =>
    call(dealerSettings.assignGroups, { old, groups: wanted, as: admin });

  it('are read and written, and always contain Events [P1-C26 P1-C27 P1-B38 P1-V19 P1-V20]', async () => {
    expect(await groups()).toEqual(['Events']);
    expect((await assign(['Events'], ['Events', 'Falls'])).body).toEqual({ groups: ['Events', 'Falls'] });
    expect(await groups()).toEqual(['Events', 'Falls']);
    expect(await assign(['Events', 'Falls'], ['Falls'])).toMatchObject({
      status: 422,
      body: { message: 'The group Events cannot be deleted' },
    });
    await assign(['Events', 'Falls'], ['Events']);
    expect(await groups()).toEqual(['Events']);
  });

  it('contain an entry once that two people add at once [P1-V17 P1-M42]', async () => {
    const answers = await Promise.all([1, 2].map(() => assign(['Events'], ['Events', 'Falls'])));
    expect(statuses(answers)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe('Group name already exists');
  });
});

describe('languages', () => {
  const add = (LanguageKey: LanguageKey) => call(dealerSettings.addLanguage, { LanguageKey, as: admin });
  it('are assigned with their descriptions, at most ten, also with simultaneous requests [P1-C35 P1-B41 P1-V23 P1-M44 P1-E15]', async () => {
    const first = await add('es');
    expect(first.body.AssignedLanguages).toContainEqual({ LanguageKey: 'es', Description: 'Spanish' });
    expect(first.body.AvailableLanguages).not.toContainEqual({ LanguageKey: 'es', Description: 'Spanish' });
    for (const key of ['fr', 'de', 'it', 'pt', 'nl', 'pl', 'ru'] as const) await add(key);
    const last = await Promise.all((['zh', 'ko', 'ja'] as const).map(add));
    expect(statuses(last)).toEqual([200, 422, 422]);
    expect(last.find(({ status }) => status === 422)?.body.message).toBe('You are only able to assign 10 messages');
    expect((await read()).AssignedLanguages).toHaveLength(10);
  });

  it('are withdrawn', async () => {
    await add('es');
    const { body } = await call(dealerSettings.removeLanguage, { LanguageKey: 'es', as: admin });
    expect(body.AssignedLanguages).toEqual([{ LanguageKey: 'en', Description: 'English' }]);
  });
});

describe('shipping addresses', () => {
  const add = (input = ADDRESS) => call(dealerSettings.addShipping, { ...input, as: admin });
  it('are added, changed and deleted, with every field [P1-C36 P1-C37 P1-C38 P1-B37 P1-E20]', async () => {
    const [made] = (await add()).body.ShippingAddresses;
    expect(made).toMatchObject(ADDRESS);
    await ask(dealerSettings.updateShipping, { ...made, Notes: '', as: admin });
    expect((await read()).ShippingAddresses).toEqual([{ ...made, Notes: '' }]);
    const gone = await call(dealerSettings.deleteShipping, { shippingKey: made.shippingKey, as: admin });
    expect(gone.body.ShippingAddresses).toEqual([]);
    expect((await call(dealerSettings.deleteShipping, { shippingKey: made.shippingKey, as: admin })).status).toBe(404);
    expect(await lastAudit()).toMatchObject({ action: 'delete shipping address' });
  });

  it('contain an address once that two people add at once', async () => {
    expect(statuses(await Promise.all([add(), add()]))).toEqual([200, 409]);
  });

  it('of another dealer are not found', async () => {
    const [made] = (await add()).body.ShippingAddresses;
    const remove = (shippingKey: string) => call(dealerSettings.deleteShipping, { shippingKey, as: foreign });
    const [there, missing] = [await remove(made.shippingKey), await remove('01KAJN9FR00000000000000998')];
    expect([there.status, there.body.message]).toEqual([missing.status, missing.body.message]);
    expect((await read(foreign)).ShippingAddresses).toEqual([]);
    expect((await read()).ShippingAddresses).toHaveLength(1);
  });
});

describe('notification settings', () => {
  const setting = {
    SettingName: 'Low Battery Email',
    SettingValue: 'a@x.example,b@x.example',
    ContactMethod: 'Email' as const,
  };
  const add = (input = setting, as = admin) => call(dealerSettings.addNotification, { ...input, as });

  it('are added, changed and deleted [P1-C30 P1-C31 P1-C32 P1-B42 P1-E16 P1-E17 P1-E18 P1-E19]', async () => {
    expect((await add()).body.NotificationSettings).toEqual([setting]);
    const next = { ...setting, SettingValue: 'c@x.example' };
    expect((await call(dealerSettings.updateNotification, { ...next, as: admin })).body.NotificationSettings).toEqual([
      next,
    ]);
    expect((await read()).NotificationSettings).toEqual([next]);
    const remove = () => call(dealerSettings.deleteNotification, { SettingName: setting.SettingName, as: admin });
    expect((await remove()).body.NotificationSettings).toEqual([]);
    expect((await remove()).status).toBe(404);
    expect((await call(dealerSettings.updateNotification, { ...next, as: admin })).status).toBe(404);
  });

  it('have one entry per reason, even if two people add it at once [P1-V22 P1-M43]', async () => {
    const answers = await Promise.all([add(), add({ ...setting, SettingValue: 'c@x.example' })]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(
      /edit the present setting and separate the contacts by commas/,
    );
  });

  it('need BREADCRUMBING for the monthly location report [P1-A29]', async () => {
    const monthly = { ...setting, SettingName: 'Location Report (Monthly) Email' };
    expect((await add(monthly)).status).toBe(403);
    expect((await read()).reasons).not.toContain('Location Report (Monthly)');
    const follower = await aUser({ dealer: 220, flags: ['ADMIN', 'BREADCRUMBING'] });
    expect((await read(follower)).reasons).toContain('Location Report (Monthly)');
    expect((await add(monthly, follower)).status).toBe(200);
  });

  it.each(['a@x.example\r\nBcc: eve@x.example', 'nobody', ',,'])('reject the contacts %j', async (SettingValue) => {
    expect(await add({ ...setting, SettingValue })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'SettingValue' }] },
    });
  });
});

describe('the settings of a dealer', () => {
  it('are readable at the dealer itself and above it only [P1-C28]', async () => {
    const details = (as: UserRecord, DealerKey: number) => call(dealerSettings.details, { DealerKey, as });
    const above = await aUser({ dealer: 22, flags: [] });
    expect((await details(above, 220)).body.DealerName).toBe('Northwind Oregon');
    const [there, missing] = [await details(foreign, 220), await details(foreign, 999_999)];
    expect([there.status, there.body.message]).toEqual([missing.status, missing.body.message]);
    expect(there.status).toBe(404);
  });
});
