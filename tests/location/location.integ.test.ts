import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formerDealersAfter } from '#core/history/visible-from.ts';
import { LOOK_UP_LIMIT, location } from '#core/location/contract.ts';
import type { ReportedLocation } from '#core/location/reported-location.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { locationLogStore } from '#data/location/location-log.ts';
import { UnitEntity } from '#data/units/units.ts';
import { PLACES } from '#local/location/places.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aSession, aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';

let reader: UserRecord;
beforeAll(async () => {
  await someDealers();
  reader = await aUser({ dealer: 22, flags: ['UNIT', 'BREADCRUMBING'] });
});
beforeEach(() => setClock(TODAY));

const SEATTLE = PLACES.find(({ locality }) => locality === 'Seattle')!;
const [longitude, latitude] = SEATTLE.position;
const AT_SEATTLE = { LocationType: 'GPS', Latitude: latitude, Longitude: longitude, accuracyMeters: 9 };
const HOME = {
  LocationType: 'Home Wi-Fi',
  accessPoints: SEATTLE.accessPoints.map(({ mac }, index) => ({ mac, rssi: -40 - 10 * index })),
};
const NOWHERE = { LocationType: 'Wi-Fi', accessPoints: [{ mac: 'AA:BB:CC:DD:EE:FF', rssi: -50 }] };
const ADDRESS = '600 4th Ave, Seattle, WA 98104, United States';
const RANGE = { startDate: instant(TODAY - 30 * DAY), endDate: instant(TODAY) };

const record = (UnitSerNum: string, ago: number, given: Partial<ReportedLocation>) =>
  locationLogStore.record(UnitSerNum, `1-${ago}`, {
    timeStamp: instant(TODAY - ago),
    LocationType: 'GPS',
    accessPoints: [],
    cells: [],
    ...given,
  });

describe('the last known location', () => {
  it('has its map, its time, its type and its address [P2-C33 P2-E49]', async () => {
    const { UnitSerNum } = await aUnit();
    await record(UnitSerNum, 2 * HOUR, NOWHERE);
    await record(UnitSerNum, HOUR, AT_SEATTLE);
    expect(await ask(location.lastKnownLocation, { id: UnitSerNum, as: reader })).toEqual({
      locationURL: `/map#16/${latitude}/${longitude}`,
      locationTime: instant(TODAY - HOUR),
      type: 'GPS',
      Latitude: latitude,
      Longitude: longitude,
      accuracyMeters: 9,
      formattedAddress: ADDRESS,
    });
  });

  it('is found by access points, and by cells if no access point is known', async () => {
    const { UnitSerNum } = await aUnit();
    await record(UnitSerNum, HOUR, HOME);
    const last = () => ask(location.lastKnownLocation, { id: UnitSerNum, as: reader });
    expect(await last()).toMatchObject({ type: 'Home Wi-Fi', accuracyMeters: 25, formattedAddress: ADDRESS });
    const { mcc, mnc, eutranCid: cellId } = SEATTLE.cells[0]!;
    const cells = [
      { mcc: 0, mnc: 0, tac: 0, cellId: 0 },
      { mcc, mnc, tac: 1, cellId },
    ];
    await record(UnitSerNum, MINUTE, { ...NOWHERE, cells });
    expect(await last()).toMatchObject({ type: 'Wi-Fi', accuracyMeters: 1200 });
  });

  it('is the newest one that can be located', async () => {
    const { UnitSerNum } = await aUnit();
    await record(UnitSerNum, HOUR, AT_SEATTLE);
    for (const minutes of [1, 2, 3]) await record(UnitSerNum, minutes * MINUTE, NOWHERE);
    const found = await ask(location.lastKnownLocation, { id: UnitSerNum, as: reader });
    expect(found).toMatchObject({ type: 'GPS', locationTime: instant(TODAY - HOUR) });
  });

  it('can be ahead of the clock of the server as far as the clock of a unit may be', async () => {
    const { UnitSerNum } = await aUnit();
    await record(UnitSerNum, HOUR, HOME);
    await record(UnitSerNum, -9 * MINUTE, AT_SEATTLE);
    const found = await ask(location.lastKnownLocation, { id: UnitSerNum, as: reader });
    expect(found).toMatchObject({ type: 'GPS', locationTime: instant(TODAY + 9 * MINUTE) });
  });

  it('is not found for a unit that reported none, nor one of another dealer [P2-M07]', async () => {
    const [silent, foreign] = [await aUnit(), await aUnit({ dealer: 49 })];
    await record(foreign.UnitSerNum, HOUR, AT_SEATTLE);
    const found = await call(location.lastKnownLocation, { id: silent.UnitSerNum, as: reader });
    expect(found).toMatchObject({ status: 404, body: { message: 'Unable to find location' } });
    expect((await call(location.lastKnownLocation, { id: foreign.UnitSerNum, as: reader })).status).toBe(404);
  });
});

describe('a look-up', () => {
  it('of coordinates returns their map [P2-C34 P3-C40]', async () => {
    const asked = { Latitude: latitude, Longitude: longitude };
    expect(await ask(location.coordinates, { ...asked, as: reader })).toEqual({
      ...asked,
      locationURL: `/map#16/${latitude}/${longitude}`,
    });
  });

  it('of access points returns the map of the place between them [P3-C39]', async () => {
    const { accessPoints } = HOME;
    const macAddresses = accessPoints.map(({ mac }) => mac);
    const signals = accessPoints.map(({ rssi }) => rssi);
    const found = await ask(location.wifi, { macAddresses, signals, as: reader });
    expect(found.locationURL).toMatch(/^\/map#16\/47\.6\d+\/-122\.3\d+$/);
  });

  it('of a cell returns the map of its place [P3-C41]', async () => {
    const { mcc, mnc, eutranCid: cellId } = SEATTLE.cells[0]!;
    const found = await ask(location.cellID, { mcc, mnc, cellId, as: reader });
    expect(found.locationURL).toMatch(/^\/map#16\/47\.6\d*\/-122\.3\d*$/);
  });

  it('beyond the most of an hour is refused, but the last known location of a unit is not', async () => {
    const eager = await aUser({ dealer: 22, flags: ['UNIT', 'BREADCRUMBING'] });
    const limit = { kind: 'placeLookUp', ...LOOK_UP_LIMIT } as const;
    await attemptStore.count(limit, eager.UserKey, TODAY, LOOK_UP_LIMIT.most);
    const { UnitSerNum } = await aUnit();
    await record(UnitSerNum, HOUR, AT_SEATTLE);
    const refused = { status: 429, body: { message: 'Too many places were looked up. Please try again later.' } };
    const wifi = { macAddresses: ['AA:BB:CC:DD:EE:FF'], signals: [-50] };
    expect(await call(location.wifi, { ...wifi, as: eager })).toMatchObject(refused);
    expect(await call(location.cellID, { mcc: 310, mnc: 410, cellId: 1, as: eager })).toMatchObject(refused);
    expect(await call(location.breadcrumb, { unit: UnitSerNum, ...RANGE, as: eager })).toMatchObject(refused);
    expect(await call(location.lastKnownLocation, { id: UnitSerNum, as: eager })).toMatchObject({ status: 200 });
    expect(await call(location.wifi, { ...wifi, as: reader })).toMatchObject({ status: 404 });
    setClock(TODAY + 2 * HOUR);
    expect(await call(location.wifi, { ...wifi, as: eager })).toMatchObject({ status: 404 });
  });

  it('counts for the person, also in the access of somebody else', async () => {
    const [person, lent] = [await aUser({ dealer: 1 }), await aUser({ dealer: 22, flags: ['UNIT', 'BREADCRUMBING'] })];
    const limit = { kind: 'placeLookUp', ...LOOK_UP_LIMIT } as const;
    await attemptStore.count(limit, person.UserKey, TODAY, LOOK_UP_LIMIT.most - 1);
    const taken = await aSession(person);
    await SessionEntity.patch({ sessionId: taken.sessionId })
      .set({ asUserKey: lent.UserKey, asUntil: TODAY + DAY })
      .go();
    const { mcc, mnc, eutranCid: cellId } = SEATTLE.cells[0]!;
    const statusWith = async (as: string | UserRecord) =>
      (await call(location.cellID, { mcc, mnc, cellId, as })).status;
    expect([await statusWith(taken.token), await statusWith(taken.token), await statusWith(lent)]).toEqual([
      200, 429, 200,
    ]);
  });

  it('counts for each place and address of a page of breadcrumbs, and for none without locations', async () => {
    const eager = await aUser({ dealer: 22, flags: ['UNIT', 'BREADCRUMBING'] });
    const limit = { kind: 'placeLookUp', ...LOOK_UP_LIMIT } as const;
    const [silent, moving] = [await aUnit(), await aUnit()];
    for (let ago = 1; ago <= 3; ago++)
      await record(moving.UnitSerNum, ago * HOUR, { ...AT_SEATTLE, Latitude: latitude + ago / 100 });
    await record(moving.UnitSerNum, 4 * HOUR, HOME);
    const statusOf = async ({ UnitSerNum }: typeof silent) =>
      (await call(location.breadcrumb, { unit: UnitSerNum, ...RANGE, as: eager })).status;
    await attemptStore.count(limit, eager.UserKey, TODAY, LOOK_UP_LIMIT.most - 9);
    // Three addresses, one place by its networks, and its address.
    expect([await statusOf(moving), await statusOf(moving)]).toEqual([200, 429]);
    expect(await attemptStore.count(limit, eager.UserKey, TODAY, 4)).toBe(true);
    expect(await statusOf(silent)).toBe(200);
  });

  it('of an unknown network finds no location [P3-M12]', async () => {
    const nothing = { status: 404, body: { message: 'Unable to find location' } };
    const wifi = { macAddresses: ['AA:BB:CC:DD:EE:FF'], signals: [-50], as: reader };
    expect(await call(location.wifi, wifi)).toMatchObject(nothing);
    expect(await call(location.cellID, { mcc: 310, mnc: 410, cellId: 1, as: reader })).toMatchObject(nothing);
  });
});

describe('the location history', () => {
  it('has the breadcrumbs of a unit, the newest first, page by page [P3-C31 P3-E03]', async () => {
    const { UnitSerNum } = await aUnit();
    await record(UnitSerNum, 3 * HOUR, AT_SEATTLE);
    await record(UnitSerNum, 2 * HOUR, HOME);
    await record(UnitSerNum, HOUR, NOWHERE);
    const asked = { unit: UnitSerNum.toLowerCase(), ...RANGE, pageSize: 2, as: reader };
    const first = await ask(location.breadcrumb, asked);
    expect(first.breadcrumbs).toEqual([
      expect.objectContaining({
        EventTime: instant(TODAY - HOUR),
        LocationType: 'Wi-Fi',
        Latitude: null,
        Longitude: null,
        formattedAddress: '',
      }),
      expect.objectContaining({ LocationType: 'Home Wi-Fi', formattedAddress: ADDRESS, accuracyMeters: 25 }),
    ]);
    const second = await ask(location.breadcrumb, { ...asked, cursor: first.cursor! });
    expect(second).toMatchObject({ cursor: null, breadcrumbs: [{ LocationType: 'GPS', formattedAddress: ADDRESS }] });
  });

  it('says in a message that there are none', async () => {
    const { UnitSerNum } = await aUnit();
    expect(await ask(location.breadcrumb, { unit: UnitSerNum, ...RANGE, as: reader })).toMatchObject({
      breadcrumbs: [],
      noResults: true,
      message: 'The unit reported no location in this range',
    });
  });

  it('of a moved unit begins with the move, for those who do not see the former dealer', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 49 });
    for (const hours of [1, 2, 3]) await record(UnitSerNum, hours * HOUR, AT_SEATTLE);
    await UnitEntity.patch({ UnitSerNum })
      .set({ formerDealers: formerDealersAfter({ DealerKey: 22 }, TODAY - 2.5 * HOUR) })
      .go();
    const present = await aUser({ dealer: 49, flags: ['BREADCRUMBING'] });
    const { breadcrumbs } = await ask(location.breadcrumb, { unit: UnitSerNum, ...RANGE, as: present });
    expect(breadcrumbs.map(({ EventTime }) => EventTime)).toEqual([1, 2].map((hours) => instant(TODAY - hours * HOUR)));
  });
});

it('a place that a unit reports is in its history, once however often the report comes', async () => {
  setClock(Date.now());
  const { UnitSerNum } = await aUnit();
  const ports = new MemoryPorts();
  const bridge = await aBridge(ports);
  const unit = await TestUnit.loggedIn(bridge, UnitSerNum);
  const MessageTime = Date.now();
  void unit.say({ type: 'event', MessageTime, EventCode: 101, latitude, longitude });
  await unit.isAcknowledged(unit.sequence);
  await bridge.close();
  const records = ports.ingest.of('report').map((message, index) => ({
    messageId: `m-${index}`,
    body: JSON.stringify(message),
    messageAttributes: {},
  }));
  for (let times = 0; times < 2; times++)
    expect(await invoke('on-unit-report', eventOf(...(records as never[])))).toEqual({ batchItemFailures: [] });
  const range = { UnitSerNum, startDate: instant(MessageTime - DAY), endDate: instant(MessageTime), pageSize: 10 };
  const { items } = await locationLogStore.page(range, Date.now());
  expect(items).toMatchObject([{ timeStamp: instant(MessageTime), Latitude: latitude, LocationType: 'GPS' }]);
});
