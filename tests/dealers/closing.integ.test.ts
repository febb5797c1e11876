import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { askerOf } from '#core/auth/identities.ts';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { DEALER_CLOSED } from '#core/dealers/closing.ts';
import { dealers } from '#core/dealers/contract.ts';
import { SECOND } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import { users } from '#core/users/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { DealerMoveEntity, dealerMoveStore } from '#data/dealers/dealer-moves.ts';
import { rightsLater } from '#platform/session/rights-now.ts';
import { scopeOf } from '#platform/session/sign-in.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aSession, aUser, PASSWORD } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';

const CLOSED = 4;
const OPEN = 3;
const FLAGS = ['ADMIN', 'ADMIN_DEALER_ADD', 'UNIT', 'UNIT_EDIT'] as const;
let northwind: UserRecord;
let oregon: UserRecord;

beforeAll(async () => {
  await someDealers();
  northwind = await aUser({ dealer: 22, flags: FLAGS });
  oregon = await aUser({ dealer: 220, flags: FLAGS });
});

const setStatus = (as: UserRecord | string, DealerKey: number, DealerStatus: 3 | 4) =>
  call(dealers.setStatus, { DealerKey, DealerStatus, as });
const login = ({ UserName: userName }: UserRecord) => call(auth.login, { userName, password: PASSWORD });
const shown = async (DealerKey: number, as: UserRecord | string = northwind) =>
  (await ask(dealers.list, { pageSize: 100, as })).items.find((dealer) => dealer.DealerKey === DealerKey);

describe('closing a dealer', () => {
  it('signs out its people and those below it within a minute, keeps them out, and lets them in again', async () => {
    const below = await aUser({ dealer: 2201, flags: FLAGS });
    const beside = await aUser({ dealer: 221, flags: FLAGS });
    const { token } = await aSession(below);
    const { token: above } = await aSession(northwind);
    const reads = async () => (await call(units.list, { param: 'all', UnitModel: 'MXD-LTE', as: token })).status;
    expect(await reads()).toBe(200);
    expect(await setStatus(above, 220, CLOSED)).toMatchObject({ status: 200, body: { DealerStatus: CLOSED } });
    setClock(Date.now() + 60 * SECOND);
    expect(await reads()).toBe(401);
    for (const user of [oregon, below])
      expect(await login(user)).toMatchObject({ status: 401, body: { message: DEALER_CLOSED } });
    expect((await login(beside)).status).toBe(200);
    expect(await shown(220, above)).toMatchObject({ DealerStatus: CLOSED, closedAbove: false });
    expect(await shown(2201, above)).toMatchObject({ DealerStatus: OPEN, closedAbove: true });

    expect((await setStatus(above, 220, OPEN)).status).toBe(200);
    expect(await shown(2201, above)).toMatchObject({ closedAbove: false });
    for (const user of [oregon, below]) expect((await login(user)).status).toBe(200);
    const entries = await auditOf('dealer', '220');
    expect(entries.filter(({ action }) => /close|open/.test(action))).toMatchObject([
      { action: 'close dealer', before: { DealerStatus: OPEN }, after: { DealerStatus: CLOSED } },
      { action: 'open dealer', before: { DealerStatus: CLOSED }, after: { DealerStatus: OPEN } },
    ]);
  });

  it.each([
    ['their dealer', 220],
    ['one above it', 22],
  ])('lets its people give no rights from the moment that %s is closed', async (_, DealerKey) => {
    const admin = await aUser({ dealer: 220, flags: FLAGS });
    const { token } = await aSession(admin);
    const root = await aUser({ dealer: 1, flags: FLAGS });
    const people = async () => (await ask(users.list, { dealerOrFlag: 'all', pageSize: 100, as: root })).items.length;
    const before = await people();
    beforeNextTransaction(() => setStatus(root, DealerKey, CLOSED));
    const UserName = `late-${DealerKey}@people.example`;
    const input = { UserName, UserEmail: UserName, UserFirstName: 'Lea', UserLastName: 'Late', access: {} };
    expect(await call(users.create, { ...input, as: token })).toMatchObject({
      status: 401,
      body: { message: 'Your access has just changed. Please sign in again' },
    });
    expect(await people()).toBe(before);
    expect((await setStatus(root, DealerKey, OPEN)).status).toBe(200);
    expect((await call(users.create, { ...input, as: (await aSession(admin)).token })).status).toBe(200);
  });

  it('is not done, nor undone, by a person whose dealer was closed meanwhile', async () => {
    const root = await aUser({ dealer: 1, flags: FLAGS });
    const { token } = await aSession(northwind);
    expect((await setStatus(token, 221, CLOSED)).status).toBe(200);
    beforeNextTransaction(() => setStatus(root, 22, CLOSED));
    expect((await setStatus(token, 221, OPEN)).status).toBe(409);
    await setStatus(root, 22, OPEN);
    expect(await shown(221, root)).toMatchObject({ DealerStatus: CLOSED });
    expect((await setStatus(root, 221, OPEN)).status).toBe(200);
  });

  it('stops work that its people have asked for, and leaves its units to dealers above', async () => {
    const worker = await aUser({ dealer: 221, flags: FLAGS });
    const unit = await aUnit({ dealer: 221, Report: 1 });
    const { sessionId } = await aSession(worker);
    const asker = { UserKey: worker.UserKey, asUserKey: worker.UserKey, sessionId };
    expect(await rightsLater(asker, Date.now())).toBeDefined();
    await setStatus(northwind, 221, CLOSED);
    expect(await rightsLater(asker, Date.now())).toBeUndefined();
    const { token: own } = await aSession(northwind);
    const { token } = await ask(dealerSwitch.showAsSubDealer, { DealerKey: 221, as: own });
    expect((await call(units.get, { id: unit.UnitSerNum, as: token })).status).toBe(200);
    await setStatus(northwind, 221, OPEN);
  });

  it('ends access as its people, and those below it, and lets nobody take it on', async () => {
    const other = await aUser({ dealer: 2201, flags: FLAGS });
    const { token } = await aSession(northwind);
    const taken = await ask(users.setAccessAs, { userKeyAs: other.UserKey, as: token });
    const lists = () => call(units.list, { param: 'all', UnitModel: 'MXD-LTE', as: taken.token });
    expect((await lists()).status).toBe(200);
    const scope = (await scopeOf(`Bearer ${taken.token}`, Date.now()))!;
    expect(await rightsLater(askerOf(scope), Date.now())).toBeDefined();

    await setStatus((await aSession(northwind)).token, 220, CLOSED);
    expect(await rightsLater(askerOf(scope), Date.now())).toBeUndefined();
    const { token: own } = await aSession(northwind);
    for (const { UserKey } of [other, oregon])
      expect(await call(users.setAccessAs, { userKeyAs: UserKey, as: own })).toMatchObject({
        status: 403,
        body: { message: 'The dealer of the user is closed' },
      });
    setClock(Date.now() + 60 * SECOND);
    expect((await lists()).status).toBe(401);
    const back = await ask(users.endAccessAs, { as: taken.token });
    expect((await setStatus(back.token, 220, OPEN)).status).toBe(200);
    expect((await call(users.setAccessAs, { userKeyAs: other.UserKey, as: back.token })).status).toBe(200);
  });

  it('refuses a link into the view of a monitoring centre, and the audit has no sign-in', async () => {
    const operator = await aUser({ dealer: 221, type: 4, flags: [] });
    const { token } = await ask(auth.issueEntryToken, { username: operator.UserName, as: northwind });
    await setStatus(northwind, 221, CLOSED);
    expect(await call(auth.convert, { token, dealerkey: 221, username: operator.UserName })).toMatchObject({
      status: 401,
      body: { message: DEALER_CLOSED },
    });
    await setStatus(northwind, 221, OPEN);
    expect((await auditOf('user', operator.UserKey)).map(({ action }) => action)).toEqual(['issue entry token']);
  });

  it.each([CLOSED, OPEN] as const)('needs the right to manage users too, also to open (status %i)', async (status) => {
    await aUser({ dealer: 220, flags: ['ADMIN'] });
    const adder = await aUser({ dealer: 22, flags: ['ADMIN_DEALER_ADD'] });
    expect(await setStatus(adder, 220, status)).toMatchObject({
      status: 403,
      body: { message: 'Closing dealers also needs the right ‘Administrator’, because it locks their users out' },
    });
    expect(await shown(220)).toMatchObject({ DealerStatus: OPEN });
  });

  it('is for dealers above: not for the own dealer, a foreign one, or dealer 1', async () => {
    const root = await aUser({ dealer: 1, flags: FLAGS });
    expect(await setStatus(oregon, 220, CLOSED)).toMatchObject({
      status: 403,
      body: { message: 'Only a dealer above yours can close it' },
    });
    expect(await setStatus(root, 1, CLOSED)).toMatchObject({
      status: 403,
      body: { message: 'Dealer 1 cannot be closed' },
    });
    for (const DealerKey of [22, 49, 4711]) expect((await setStatus(oregon, DealerKey, CLOSED)).status).toBe(404);
    expect((await setStatus(await aUser({ dealer: 22, flags: ['ADMIN'] }), 220, CLOSED)).status).toBe(403);
  });
});

describe('moving a dealer into or out of a closed one', () => {
  const move = (as: UserRecord, DealerKey: number, DealerParent: number | null) =>
    call(dealers.update, { DealerKey, DealerParent, as } as never);
  const refused = {
    status: 403,
    body: {
      message:
        'Moving a dealer into or out of a closed one also needs the right ‘Administrator’, because it locks its users out or lets them in',
    },
  };
  const moved = async () => {
    const { data } = await DealerMoveEntity.scan.go({ pages: 'all' });
    for (const { moveId } of data)
      for (let tries = 0; tries < 50 && (await dealerMoveStore.get(moveId))?.state !== 'done'; tries++) {
        setClock(Math.max(Date.now(), (await dealerMoveStore.get(moveId))?.continuesAt ?? 0));
        const body = JSON.stringify({ moveId });
        await invoke('on-dealer-move', eventOf({ messageId: moveId, body, messageAttributes: {} } as never));
      }
  };
  const newDealer = async (DealerName: string, DealerParent = 22) =>
    (await ask(dealers.create, { DealerName, DealerParent, as: northwind })).DealerKey;

  it('needs the right to manage users, into it, below it and out of it', async () => {
    const adder = await aUser({ dealer: 22, flags: ['ADMIN_DEALER_ADD'] });
    const closed = await newDealer('Shut');
    const below = await newDealer('Below the shut', closed);
    const open = 221;
    const victim = await aUser({ dealer: open, flags: ['ADMIN'] });
    await setStatus(northwind, closed, CLOSED);
    for (const parent of [closed, below]) expect(await move(adder, open, parent)).toMatchObject(refused);
    expect(await move(adder, below, 22)).toMatchObject(refused);
    expect((await login(victim)).status).toBe(200);
    expect(await shown(open)).toMatchObject({ DealerParent: 22, closedAbove: false });

    expect((await move(northwind, open, closed)).status).toBe(200);
    await moved();
    expect(await login(victim)).toMatchObject({ status: 401, body: { message: DEALER_CLOSED } });
    expect(await move(adder, open, 22)).toMatchObject(refused);
    // Within the closed dealer nothing changes for anybody.
    expect((await move(adder, open, below)).status).toBe(200);
    await moved();
    expect((await move(northwind, open, 22)).status).toBe(200);
    await moved();
    setClock(Date.now() + 60 * SECOND);
    expect((await login(victim)).status).toBe(200);
  });

  it('is free of that right where no closed dealer is concerned', async () => {
    const adder = await aUser({ dealer: 22, flags: ['ADMIN_DEALER_ADD'] });
    const [open, other] = [await newDealer('Free'), await newDealer('Other')];
    expect((await move(adder, open, other)).status).toBe(200);
    await moved();
  });
});

describe('the numbers of a dealer', () => {
  it('are its units with those below, and its own users, also after one was added, moved and deleted', async () => {
    const { DealerKey } = await ask(dealers.create, { DealerName: 'Counted', DealerParent: 22, as: northwind });
    expect(await shown(DealerKey)).toMatchObject({ unitCount: 0, userCount: 0 });
    const before = await shown(221);
    const { user } = await ask(users.create, {
      UserName: 'counted@northwind.example',
      UserEmail: 'counted@northwind.example',
      UserFirstName: 'Cora',
      UserLastName: 'Count',
      DealerKey,
      as: northwind,
    });
    expect(await shown(DealerKey)).toMatchObject({ userCount: 1 });
    await ask(users.edit, { UserKey: user.UserKey, DealerKey: 221, as: northwind });
    expect(await shown(DealerKey)).toMatchObject({ userCount: 0 });
    expect(await shown(221)).toMatchObject({ userCount: before!.userCount + 1 });
    await ask(users.remove, { id: user.UserKey, as: northwind });
    await aUnit({ dealer: 221 });
    expect(await shown(221)).toMatchObject({ userCount: before!.userCount, unitCount: before!.unitCount + 1 });
  });
});
