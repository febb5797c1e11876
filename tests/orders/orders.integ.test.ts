import { beforeAll, describe, expect, it } from 'vitest';
import { FIRST_LISTS } from '#core/dealer-settings/settings.ts';
import { orders } from '#core/orders/contract.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { DealerListsEntity } from '#data/dealer-settings/dealer-settings.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { newId } from '#data/kit/id.ts';
import { orderFollower } from '#data/orders/dealer-follower.ts';
import {
  LineEntity,
  ListedOrderEntity,
  OrderDraftEntity,
  OrderEntity,
  OrderUnitEntity,
} from '#data/orders/entities.ts';
import { orderUnitStore } from '#data/orders/order-units.ts';
import { udisOf } from '#data/orders/udis.ts';
import { ProfileEntity } from '#data/profiles/profiles.ts';
import { seed as seedSettings } from '#scripts/seed/areas/dealer-settings.ts';
import { seed as seedLeadTimes } from '#scripts/seed/areas/lead-times.ts';
import { seed as seedProfiles } from '#scripts/seed/areas/profiles.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import { withMessage } from '#support/with-message.ts';
import { runScript } from '../scripts/support.ts';

const OPTIONS = { count: 1, now: TODAY };

beforeAll(async () => {
  await someDealers();
  for (const seed of [seedLeadTimes, seedProfiles, seedSettings]) await writeAll(await seed(OPTIONS), () => {});
});

const profile = standardProfileKey('MXD-LTE', 'Standard');
const anItem = (changed: object = {}) => ({
  ...{ profile, orderItemQuantity: 10, LineID: 'T1', label: 'Default' as const, UnitIDOptions: 'Default' as const },
  ...{ serviceStandardSelected: 'AT&T' as const, version: 0 },
  ...changed,
});
const udis = (count: number) => Array.from({ length: count }, (_, index) => `U-${index}`);
const aDealerUser = (dealer = 22) => aUser({ dealer, flags: ['ORDERS'] });
const SHIP_TO = { attention: 'Stock room', address1: '5 Harbor Way', city: 'Salem', zipCode: '97301', country: 'USA' };
let addresses = 0;

async function aLocation(as: UserRecord) {
  const { shippingKey } = await ask(orders.addLocation, { ...SHIP_TO, address2: `Gate ${addresses++}`, as });
  return shippingKey;
}

async function anOrder(as: UserRecord, items: object[], shippingKey: string) {
  let version = (await ask(orders.draft, { as })).version;
  for (const item of items) ({ version } = await ask(orders.addOrder, { ...anItem(item), version, as }));
  return ask(orders.submit, { version, shippingKey, dealerPO: 'PO-7', as });
}

describe('the order that somebody writes', () => {
  it('takes items, changes and deletes them, and is there on another computer [P1-C49 P1-C51 P1-C52 P1-E25]', async () => {
    const as = await aDealerUser();
    const added = await ask(orders.addOrder, { ...anItem({ transmitter1: 'Pendant' }), as });
    expect(added.orderItems).toMatchObject([
      {
        ...{ orderItem: 1, orderItemQuantity: 10, profile, LineID: 'T1', startsAt: '0001', endingUnitID: '0010' },
        ...{ label: 'Default', transmitter1: 'Pendant', transmitter2: '', serviceStandardSelected: 'AT&T' },
        ...{ NoUnitIDs: false, UseSerNumAsUID: false, UnitIDOptions: 'Default', fileName: '', uidLength: 4 },
      },
    ]);
    const { orderItemKey } = added.orderItems[0]!;
    await ask(orders.updateItem, { ...anItem({ orderItemQuantity: 3, version: 1 }), orderItemKey, as });
    await ask(orders.addOrder, { ...anItem({ version: 2 }), as });
    const elsewhere = await ask(orders.draft, { as });
    expect(elsewhere.orderItems.map(({ startsAt, endingUnitID }) => [startsAt, endingUnitID])).toEqual([
      ['0001', '0003'],
      ['0004', '0013'],
    ]);
    const left = await ask(orders.deleteItem, { version: 3, orderItemKey, as });
    expect(left.orderItems).toMatchObject([{ orderItem: 1, orderItemQuantity: 10 }]);
    expect((await ask(orders.draft, { as: await aDealerUser() })).orderItems).toEqual([]);
  });

  it('is changed in the version that was seen', async () => {
    const as = await aDealerUser();
    const results = await Promise.all([1, 2, 3].map(() => call(orders.addOrder, { ...anItem(), as })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await ask(orders.draft, { as })).orderItems).toHaveLength(1);
  });

  it('has at most 20 items, and refuses a change of one that it does not have', async () => {
    const as = await aDealerUser();
    const { orderItems } = await ask(orders.addOrder, { ...anItem(), as });
    const [{ startsAt: _, ...first }] = orderItems as [(typeof orderItems)[0]];
    const items = Array.from({ length: 20 }, (_, index) => ({ ...first, orderItemKey: newId(index) }));
    await OrderDraftEntity.patch({ DealerKey: 22, UserKey: as.UserKey }).set({ items }).go();
    const tooMany = await call(orders.addOrder, { ...anItem({ version: 1 }), as });
    expect([tooMany.status, tooMany.body.message]).toEqual([422, 'An order has at most 20 items']);
    const { orderItemKey } = first;
    expect((await call(orders.deleteItem, { version: 1, orderItemKey, as })).status).toBe(404);
    expect((await call(orders.updateItem, { ...anItem({ version: 1 }), orderItemKey, as })).status).toBe(404);
    const changed = await ask(orders.updateItem, {
      ...anItem({ version: 1 }),
      orderItemKey: items[0]!.orderItemKey,
      as,
    });
    expect(changed.orderItems).toHaveLength(20);
  });

  it('keeps its details and its location [P1-E26]', async () => {
    const as = await aDealerUser();
    const shippingKey = await aLocation(as);
    const details = {
      ...{ transmitterQty: 2, transmitterKitDefault: false, privateLabel: 'Maple', orderNotes: 'Ring twice' },
      ...{ dealerPO: 'PO-1', requestedShipDate: '2030-01-01' },
    };
    await ask(orders.saveDetails, { ...details, version: 0, shippingKey, as });
    expect(await ask(orders.draft, { as })).toMatchObject({ details, shippingKey, version: 1 });
  });

  it.each([
    [422, ["No Unit ID's"], 'P1-A20'],
    [13, ['Use Serial Number'], 'P1-A22'],
    [22, ['Default', "No Unit ID's", 'Use Serial Number'], 'P1-A25'],
    [49, ['Default', "No Unit ID's", 'Use Serial Number'], 'P1-A25'],
  ])('of dealer %i offers only the unit ID options %j [%s]', async (dealer, offered) => {
    const { data } = await DealerEntity.get({ DealerKey: dealer }).go();
    expect(data).not.toBeNull();
    const as = await aDealerUser(dealer);
    const { unitIDOptions } = await ask(orders.getDealerInfo, { as });
    expect(unitIDOptions).toEqual(offered);
    const file = { fileName: 'u.csv', fileUDIArray: udis(10) };
    for (const UnitIDOptions of ['Default', "No Unit ID's", 'Use Serial Number'] as const) {
      const { version } = await ask(orders.draft, { as });
      const { status } = await call(orders.addOrder, { ...anItem({ UnitIDOptions, version }), ...file, as });
      expect([UnitIDOptions, status]).toEqual([UnitIDOptions, offered.includes(UnitIDOptions) ? 200 : 422]);
    }
  });

  it('reads what an order can choose from [P1-C50]', async () => {
    const as = await aDealerUser(49);
    const shippingKey = await aLocation(as);
    const info = await ask(orders.getDealerInfo, { as });
    expect(info).toMatchObject({
      DealerName: 'Cedar Home Care',
      usualCountry: 'United States',
      udiFileRequired: true,
      lines: [],
    });
    expect(info.shippingLocations).toContainEqual(expect.objectContaining({ ...SHIP_TO, shippingKey }));
    await DealerEntity.patch({ DealerKey: 49 }).set({ Country: 'Canada' }).go();
    expect((await ask(orders.getDealerInfo, { as })).usualCountry).toBe('Canada');
  });

  it('refuses an address that exists [P1-C54 P1-E27]', async () => {
    const as = await aDealerUser();
    const one = { ...SHIP_TO, address2: 'Dock', state: 'OR', as };
    const added = await ask(orders.addLocation, one);
    expect(added.shippingLocations).toContainEqual({
      ...{ ...SHIP_TO, address2: 'Dock', state: 'OR', shippingKey: added.shippingKey },
    });
    expect(await call(orders.addLocation, one)).toMatchObject({ status: 409 });
  });
});

describe('the UDI file of an item', () => {
  it('is required of dealer 49 for MXD-LTE [P1-A23 P1-V32]', async () => {
    const as = await aDealerUser(49);
    const refused = await call(orders.addOrder, { ...anItem(), as });
    expect([refused.status, refused.body.message]).toEqual([422, 'Must choose file.']);
    const other = standardProfileKey('myConnect', 'Standard');
    await ask(orders.addOrder, { ...anItem({ profile: other }), as });
    await ask(orders.addOrder, { ...anItem({ version: 1 }), fileName: 'u.csv', fileUDIArray: udis(10), as });
  });

  it('is checked on the server too, and nothing of a refused one is stored', async () => {
    const as = await aDealerUser();
    const send = (fileUDIArray: string[], quantity = fileUDIArray.length) =>
      call(orders.addOrder, { ...anItem({ orderItemQuantity: quantity }), fileName: 'u.csv', fileUDIArray, as });
    expect((await send(udis(9), 10)).body.message).toBe('Rows in file do not match order quantity.');
    expect((await send(udis(10_001), 10_000)).body.issues).toContainEqual(
      expect.objectContaining({ message: 'Can only upload up to 10000 at a time.' }),
    );
    expect((await send(['=1+1', 'A'])).body.message).toBe('Row 1 has no valid UDI');
    expect((await send(['A', 'A'])).body.message).toBe('Row 2 repeats the UDI of row 1');
    expect((await call(orders.addOrder, { ...anItem(), orderNotes: 'x'.repeat(3_000_000), as } as never)).status).toBe(
      413,
    );
    expect((await ask(orders.draft, { as })).version).toBe(0);
  });

  describe('that was uploaded', () => {
    const upload = async (as: UserRecord, content: string | Buffer, bytes = Buffer.from(content).length) => {
      const { url, fields, udiFile } = await ask(orders.requestUdiUpload, { bytes, as });
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([content as string]));
      return { udiFile, stored: await fetch(url, { method: 'POST', body: form }) };
    };
    const csv = (rows: readonly string[]) => `\uFEFFNo,UDI\r\n${rows.map((row) => `1,${row}`).join('\r\n')}\r\n`;

    it('is checked again when it has arrived, and its rows are those of the item', async () => {
      const as = await aDealerUser();
      const refused: [string | Buffer, string][] = [
        [csv(udis(9)), 'Rows in file do not match order quantity.'],
        [csv(udis(10_001)), 'Can only upload up to 10000 at a time.'],
        ['Serial\nA', 'The file must have a column UDI'],
        [csv([...udis(9), '=1+1']), 'Line 11 has no valid UDI'],
        [csv([...udis(9), '"A\n1"']), 'Line 11 has no valid UDI'],
        [csv([...udis(9), '"A']), 'File Type not recognized. A quotation mark in it is not closed.'],
        [Buffer.from(csv(udis(10)), 'utf16le'), 'File Type not recognized'],
      ];
      for (const [content, message] of refused) {
        const { udiFile } = await upload(as, content);
        const answer = await call(orders.addOrder, { ...anItem(), fileName: 'u.csv', udiFile, as });
        expect([answer.status, answer.body.message]).toEqual([422, message]);
      }
      const { udiFile } = await upload(as, csv(udis(10)));
      const { orderItems } = await ask(orders.addOrder, { ...anItem(), fileName: 'u.csv', udiFile, as });
      expect(orderItems[0]).toMatchObject({ fileName: 'u.csv' });
      expect(await udisOf(orderItems[0]!.orderItemKey, 1, 10)).toEqual(udis(10));
    });

    it('is refused before it is stored if it is larger than was announced, or announced as 100 MB', async () => {
      const as = await aDealerUser();
      const bytes = 100 * 1024 * 1024;
      expect(await call(orders.requestUdiUpload, { bytes, as })).toMatchObject({ status: 422 });
      const { udiFile, stored } = await upload(as, Buffer.alloc(101, 'A'), 100);
      expect([stored.status, await stored.text()]).toEqual([400, expect.stringContaining('EntityTooLarge')]);
      const answer = await call(orders.addOrder, { ...anItem(), fileName: 'u.csv', udiFile, as });
      expect([answer.status, answer.body.message]).toEqual([422, 'The file has not arrived. Upload it again']);
      // The stand-in of S3 ends the connection long before the end.
      await expect(upload(as, Buffer.alloc(bytes, 'A'), 100)).rejects.toThrow(/fetch failed/);
    });

    it('of somebody else does not exist', async () => {
      const { udiFile } = await upload(await aDealerUser(), csv(udis(10)));
      const as = await aDealerUser();
      const answer = await call(orders.addOrder, { ...anItem(), fileName: 'u.csv', udiFile, as });
      expect([answer.status, answer.body.message]).toEqual([422, 'The file has not arrived. Upload it again']);
    });
  });

  it('is invalid after a change of the quantity [P1-S19]', async () => {
    const as = await aDealerUser();
    const file = { fileName: 'u.csv', fileUDIArray: udis(10) };
    const { orderItems } = await ask(orders.addOrder, { ...anItem(), ...file, as });
    const { orderItemKey } = orderItems[0]!;
    const same = await ask(orders.updateItem, { ...anItem({ LineID: 'T2', version: 1 }), orderItemKey, as });
    expect(same.orderItems[0]).toMatchObject({ fileName: 'u.csv', LineID: 'T2' });
    const changed = await ask(orders.updateItem, {
      ...anItem({ orderItemQuantity: 11, version: 2 }),
      ...{ orderItemKey, as },
    });
    expect(changed.orderItems[0]).toMatchObject({ fileName: '' });
    expect(await udisOf(orderItemKey, 1, 10)).toEqual([]);
  });

  it('is called UDI.csv if it has no name, and goes with its item', async () => {
    const as = await aDealerUser();
    const { orderItems } = await ask(orders.addOrder, { ...anItem(), fileUDIArray: udis(10), as });
    const { orderItemKey, fileName } = orderItems[0]!;
    expect([fileName, await udisOf(orderItemKey, 1, 10)]).toEqual(['UDI.csv', udis(10)]);
    await ask(orders.deleteItem, { version: 1, orderItemKey, as });
    expect(await udisOf(orderItemKey, 1, 10)).toEqual([]);
  });
});

describe('a submitted order', () => {
  it('has its unit IDs, and the draft begins anew [P1-C53 P1-E24]', async () => {
    const as = await aDealerUser();
    const shippingKey = await aLocation(as);
    const order = await anOrder(as, [{ LineID: 'S1' }, { LineID: 'S1', UnitIDOptions: "No Unit ID's" }], shippingKey);
    expect(order).toMatchObject({
      ...{ DealerName: 'Northwind Response', quantity: 20, dealerPO: 'PO-7' },
      shippingLocation: SHIP_TO,
      orderItems: [
        { orderItem: 1, startingUnitID: '0001', endingUnitID: '0010' },
        { orderItem: 2, startingUnitID: '', endingUnitID: '', NoUnitIDs: true },
      ],
    });
    expect(order.earliestShipDate).not.toBeNull();
    expect(await ask(orders.get, { orderKey: order.orderKey, as })).toEqual(order);
    expect(await ask(orders.draft, { as })).toMatchObject({ orderItems: [], version: 3 });
    expect(await auditOf('order', order.orderKey)).toMatchObject([
      { action: 'submit order', actorKey: as.UserKey, after: { OrderNumber: order.OrderNumber, quantity: 20 } },
    ]);
  });

  it('says who submitted it', async () => {
    const as = await aDealerUser();
    const { submittedBy } = await anOrder(as, [{ LineID: 'WHO' }], await aLocation(as));
    expect(submittedBy).toBe(`${as.UserFirstName} ${as.UserLastName}`);
  });

  it('is refused if its dealer uses other lines by then, has not its profile any more, or was moved meanwhile', async () => {
    const as = await aDealerUser(91);
    const shippingKey = await aLocation(as);
    const spanish = standardProfileKey('myConnect', 'Spanish');
    const { version } = await ask(orders.addOrder, { ...anItem({ LineID: 'THEN', profile: spanish }), as });
    const submit = async () => {
      const { status, body } = await call(orders.submit, { version, shippingKey, as });
      return [status, body.message];
    };
    const { data: was } = await DealerListsEntity.get({ DealerKey: 91 }).go();
    const lists = { ...was!.lists, UseRestrictLineID: 1 as const, RestrictLineIDList: ['OTHER'] };
    await DealerListsEntity.patch({ DealerKey: 91 }).set({ lists }).go();
    expect(await submit()).toEqual([422, 'Your dealer does not use this Line ID']);
    // Without the restriction the list stays, and restricts nothing.
    const unrestricted = { ...lists, UseRestrictLineID: 0 as const };
    await DealerListsEntity.patch({ DealerKey: 91 }).set({ lists: unrestricted }).go();
    expect((await ask(orders.getDealerInfo, { as })).lines).toEqual([]);
    const { data: profileItem } = await ProfileEntity.get({ ProfileKey: spanish }).go();
    await ProfileEntity.delete({ ProfileKey: spanish }).go();
    expect((await submit())[0]).toBe(404);
    await ProfileEntity.put(profileItem!).go();
    const moveTo = (dealerPath: string) => DealerEntity.patch({ DealerKey: 91 }).set({ dealerPath, tree: 'all' }).go();
    const moved = beforeNextTransaction(() => moveTo('/1/49/91/'));
    expect(await submit()).toEqual([409, 'Your dealer was moved meanwhile. Try again in a moment']);
    expect(moved()).toBe(true);
    await moveTo('/1/91/');
    expect((await LineEntity.get({ LineID: 'THEN' }).go()).data).toBeNull();
  });

  it('is submitted once, however often and in how many windows [P1-C53]', async () => {
    const as = await aDealerUser();
    const shippingKey = await aLocation(as);
    const { version } = await ask(orders.addOrder, { ...anItem({ LineID: 'ONCE' }), as });
    const results = await Promise.all([1, 2, 3, 4].map(() => call(orders.submit, { version, shippingKey, as })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { data } = await LineEntity.get({ LineID: 'ONCE' }).go();
    expect(data?.taken).toEqual([{ from: 1, to: 10 }]);
  });

  it('leaves the next draft to windows that have seen it', async () => {
    const as = await aDealerUser();
    const shippingKey = await aLocation(as);
    const { version } = await ask(orders.addOrder, { ...anItem({ LineID: 'NEXT' }), as });
    const submitted = await ask(orders.submit, { version, shippingKey, as });
    const { version: next } = await ask(orders.draft, { as });
    await ask(orders.addOrder, { ...anItem({ LineID: 'NEXT', version: next }), as });
    expect((await call(orders.submit, { version, shippingKey, as })).status).toBe(409);
    expect(submitted.orderItems).toMatchObject([{ endingUnitID: '0010' }]);
    expect((await ask(orders.draft, { as })).orderItems).toHaveLength(1);
  });

  it('is refused without items, without a location, and for a day that has passed', async () => {
    const as = await aDealerUser();
    const shippingKey = await aLocation(as);
    expect((await call(orders.submit, { version: 0, shippingKey, as })).body.message).toBe(
      'Add an item to the order first',
    );
    const { version } = await ask(orders.addOrder, { ...anItem(), as });
    const elsewhere = await aLocation(await aDealerUser(49));
    expect((await call(orders.submit, { version, shippingKey: elsewhere, as })).status).toBe(422);
    const past = { requestedShipDate: '2020-01-01' };
    expect((await call(orders.submit, { version, shippingKey, ...past, as })).body.message).toBe(
      'The earliest ship date is today',
    );
    expect(await ask(orders.draft, { as })).toMatchObject({ version, orderItems: [{}] });
  });
});

describe('the unit IDs of a line', () => {
  it('are given once, and none is skipped, by 50 orders at the same moment', { timeout: 120_000 }, async () => {
    const people = await Promise.all(Array.from({ length: 50 }, (_, index) => aDealerUser(index % 2 ? 22 : 220)));
    const keys = { 22: await aLocation(people[1]!), 220: await aLocation(people[0]!) };
    const drafts = await Promise.all(
      people.map(async (as, index) => ({
        as,
        version: (await ask(orders.addOrder, { ...anItem({ LineID: 'RUSH', orderItemQuantity: 1 + index }), as }))
          .version,
      })),
    );
    const submitted = await Promise.all(
      drafts.map(({ as, version }) =>
        ask(orders.submit, { version, shippingKey: keys[as.DealerKey as 22], as }).catch((error) => error as Error),
      ),
    );
    expect(submitted.filter((one) => one instanceof Error)).toEqual([]);
    const numbers = submitted
      .flatMap((one) => ('orderItems' in one ? one.orderItems : []))
      .flatMap(({ startingUnitID, endingUnitID }) => {
        const from = Number(startingUnitID);
        return Array.from({ length: Number(endingUnitID) - from + 1 }, (_, index) => from + index);
      })
      .sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 1_275 }, (_, index) => index + 1));
    const orderNumbers = submitted.map((one) => ('OrderNumber' in one ? one.OrderNumber : 0));
    expect(new Set(orderNumbers).size).toBe(50);
  });

  it('are not previewed for a line that the dealer does not use', async () => {
    await LineEntity.put({ LineID: 'OTHERS', taken: [{ from: 1, to: 321 }], version: 1 }).go();
    const lists = { UseRestrictLineID: 1 as const, RestrictLineIDList: ['OWN'] };
    await DealerListsEntity.put({ DealerKey: 91, lists, version: 1 }).go();
    const as = await aDealerUser(91);
    const preview = (LineID: string) => call(orders.getLastUnitIDUsed, { LineID, Quantity: 1, profile, as });
    expect(await preview('OTHERS')).toMatchObject({ status: 422, body: { issues: [{ path: 'LineID' }] } });
    expect(await preview('OWN')).toMatchObject({ status: 200, body: { startingUnitID: '0001' } });
    const unknown = { LineID: 'OWN', Quantity: 1, profile: 999_999, as };
    expect((await call(orders.getLastUnitIDUsed, unknown)).status).toBe(404);
  });

  it('are previewed, and who runs out is offered the maximum left [P1-C55 P1-V33]', async () => {
    await LineEntity.put({ LineID: 'FULL', taken: [{ from: 1, to: 9_990 }], version: 1 }).go();
    const as = await aDealerUser();
    const preview = (Quantity: number, more: object = {}) =>
      ask(orders.getLastUnitIDUsed, { LineID: 'FULL', Quantity, profile, ...more, as });
    expect(await preview(5)).toEqual({
      ...{ lastUnitIDUsed: '9990', startingUnitID: '9991', endingUnitID: '9995', maximum: 9 },
    });
    expect(await preview(10)).toMatchObject({ startingUnitID: '', endingUnitID: '', maximum: 9 });
    expect(await preview(2, { overRideValue: '9995' })).toMatchObject({ startingUnitID: '9995', maximum: 5 });
    expect(await preview(2, { overRideValue: '17' })).toMatchObject({ startingUnitID: '', maximum: 0 });

    const { orderItems } = await ask(orders.addOrder, { ...anItem({ LineID: 'FULL', orderItemQuantity: 6 }), as });
    expect(await preview(5)).toMatchObject({ startingUnitID: '', maximum: 3 });
    expect(await preview(5, { editProduct: orderItems[0]!.orderItemKey })).toMatchObject({ startingUnitID: '9991' });

    const wanted = { ...anItem({ LineID: 'FULL', version: 1 }), as };
    const { orderItems: short, version } = await ask(orders.addOrder, wanted);
    expect(short).toMatchObject([{ startsAt: '9991' }, { startsAt: '', maximum: 3 }]);
    const refused = await call(orders.submit, { version, shippingKey: await aLocation(as), as });
    expect(refused).toMatchObject({
      status: 409,
      body: { issues: [{ path: 'orderItemQuantity', message: '3' }] },
    });
    const { data } = await LineEntity.get({ LineID: 'FULL' }).go();
    expect(data).toMatchObject({ taken: [{ from: 1, to: 9_990 }], version: 1 });
  });
});

describe('the orders of a dealer', () => {
  it('are listed with those of its sub-dealers, or of one of them [P1-C56 P1-C57]', async () => {
    const [parent, below, foreign] = [await aDealerUser(22), await aDealerUser(220), await aDealerUser(49)];
    const own = await anOrder(parent, [{ LineID: 'L1' }], await aLocation(parent));
    const older = await anOrder(below, [{ LineID: 'L1' }], await aLocation(below));
    const newer = await anOrder(below, [{ LineID: 'L1' }], await aLocation(below));
    const keys = async (as: UserRecord, dealerKey?: number) =>
      (await ask(orders.allOrders, { ...(dealerKey && { dealerKey }), as })).items.map(({ orderKey }) => orderKey);
    expect(await keys(parent)).toEqual(expect.arrayContaining([own.orderKey, older.orderKey, newer.orderKey]));
    const ofBelow = await keys(parent, 220);
    expect(ofBelow.slice(0, 2)).toEqual([newer.orderKey, older.orderKey]);
    expect(ofBelow).not.toContain(own.orderKey);
    expect(await keys(below)).not.toContain(own.orderKey);

    expect(await keys(foreign)).toEqual([]);
    expect((await call(orders.allOrders, { dealerKey: 220, as: foreign })).status).toBe(404);
    for (const { orderKey, orderItems } of [own, older]) {
      expect((await call(orders.get, { orderKey, as: foreign })).status).toBe(404);
      const { uidOrderItemKey } = orderItems[0]!;
      expect((await call(orders.shippingDetails, { uidOrderItemKey, as: foreign })).status).toBe(404);
    }
    await expect(orderUnitStore.list(foreign, own.orderKey, { pageSize: 10 })).rejects.toThrow(
      withMessage('There is no such order'),
    );
  });

  it('are listed newest first, whatever their dealer, page by page', async () => {
    const [root, parent, below] = [await aDealerUser(1), await aDealerUser(22), await aDealerUser(220)];
    const submitted: string[] = [];
    for (const as of [below, parent, below, root, parent])
      submitted.unshift((await anOrder(as, [{ LineID: 'TIME' }], await aLocation(as))).orderKey);
    const [ofRoot] = submitted.splice(1, 1);
    const first = await ask(orders.allOrders, { as: parent, pageSize: 2 });
    const second = await ask(orders.allOrders, { as: parent, pageSize: 2, cursor: first.cursor! });
    expect([...first.items, ...second.items].map(({ orderKey }) => orderKey)).toEqual(submitted);
    const { items } = await ask(orders.allOrders, { as: root, pageSize: 5 });
    expect(items.map(({ orderKey }) => orderKey)).toEqual(submitted.toSpliced(1, 0, ofRoot!));
  });

  it('show each unit, with its UDI on request [P1-C58 P1-E28]', async () => {
    const as = await aDealerUser();
    const file = { fileName: 'u.csv', fileUDIArray: udis(6_000) };
    const order = await anOrder(as, [{ LineID: 'SHIP', orderItemQuantity: 6_000, ...file }], await aLocation(as));
    const { uidOrderItemKey } = order.orderItems[0]!;
    await OrderUnitEntity.put({ orderKey: order.orderKey, orderItem: 1, place: 2_501, UnitSerNum: 'AB12CD' }).go();
    const without = await ask(orders.shippingDetails, { uidOrderItemKey, pageSize: 2, as });
    expect(without).toMatchObject({
      ...{ showUDI: false, cursor: '2', origData: { orderItem: 1, orderItemQuantity: 6_000, uidOrderItemKey } },
      items: [
        { place: 1, UnitID: '0001', UnitSerNum: '' },
        { place: 2, UnitID: '0002', UnitSerNum: '' },
      ],
    });
    expect(without.items[0]).not.toHaveProperty('UDI');
    const withUDI = await ask(orders.shippingDetails, {
      ...{ uidOrderItemKey, showUDI: 'true', cursor: '2498', pageSize: 4, as },
    });
    expect(withUDI.items.map(({ UDI, UnitSerNum }) => [UDI, UnitSerNum])).toEqual([
      ['U-2498', ''],
      ['U-2499', ''],
      ['U-2500', 'AB12CD'],
      ['U-2501', ''],
    ]);
    const last = await ask(orders.shippingDetails, {
      ...{ uidOrderItemKey, showUDI: 'true', cursor: '5999', pageSize: 100, as },
    });
    expect(last).toMatchObject({ cursor: null, items: [{ place: 6_000, UDI: 'U-5999' }] });
    expect((await call(orders.shippingDetails, { uidOrderItemKey, cursor: '6000', as })).status).toBe(422);
    const plain = await anOrder(as, [{ LineID: 'PLAIN', orderItemQuantity: 1 }], await aLocation(as));
    const ofPlain = { uidOrderItemKey: plain.orderItems[0]!.uidOrderItemKey, showUDI: 'true', as } as const;
    const shown = await ask(orders.shippingDetails, ofPlain);
    expect([shown.showUDI, 'UDI' in shown.items[0]!]).toEqual([false, false]);
    expect((await orderUnitStore.list(as, order.orderKey, { pageSize: 10 })).items).toMatchObject([
      { UnitSerNum: 'AB12CD' },
    ]);
  });
});

it('are in the lists above the new place of a moved dealer, and in none above the old one', async () => {
  const [parent, below, other] = [await aDealerUser(22), await aDealerUser(220), await aDealerUser(49)];
  const { orderKey } = await anOrder(below, [{ LineID: 'MOVES' }], await aLocation(below));
  const lists = async (as: UserRecord) =>
    (await ask(orders.allOrders, { as, pageSize: 1000 })).items.some((order) => order.orderKey === orderKey);
  const listed = async () => (await ListedOrderEntity.query.byTime({ above: 22 }).go()).data.map((one) => one.orderKey);
  expect([await lists(parent), await lists(other)]).toEqual([true, false]);
  // From before the lists, and missed by the script that writes them because it moved.
  const early = await anOrder(below, [{ LineID: 'PASSED' }], await aLocation(below));
  const unlisted = [1, 22, 220].map((above) => ({ above, orderKey: early.orderKey }));
  await ListedOrderEntity.delete(unlisted).go();
  const moved = { DealerKey: 220, from: '/1/22/220/', to: '/1/49/220/', startedAt: instant(Date.now()) };
  // The order is at its new place before the lists are.
  await OrderEntity.patch({ orderKey }).set({ dealerPath: moved.to, tree: 'all' }).go();
  expect(await lists(parent)).toBe(false);
  await OrderEntity.patch({ orderKey }).set({ dealerPath: moved.from, tree: 'all' }).go();
  await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: moved.to, tree: 'all' }).go();
  for (let cursor: string | null | undefined; cursor !== null; ) ({ cursor } = await orderFollower.step(moved, cursor));
  expect([await lists(parent), await lists(other)]).toEqual([false, true]);
  expect(await listed()).not.toContain(orderKey);
  const places = [1, 22, 49, 220].map((above) => ({ above, orderKey: early.orderKey }));
  const { data } = await ListedOrderEntity.get(places).go();
  expect(data.map(({ above }) => above).sort((one, next) => one - next)).toEqual([1, 49, 220]);
});

it('are listed again by `npm run upgrade:table` if they are from before the lists', async () => {
  const as = await aDealerUser(22);
  const { orderKey } = await anOrder(as, [{ LineID: 'EARLY' }], await aLocation(as));
  const above = dealerKeysOf(as.dealerPath);
  await Promise.all(above.map((one) => ListedOrderEntity.delete({ above: one, orderKey }).go()));
  const { code, stdout, stderr } = await runScript('upgrade-table.ts', ['--table', process.env.TABLE_NAME!]);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^\d+ orders are in the lists$/m);
  expect(stdout).toMatch(/^\d+ units with failed updates are in the list$/m);
  for (const one of [1, 22]) {
    const { items } = await ask(orders.allOrders, { as: await aDealerUser(one), pageSize: 1 });
    expect(items.map((order) => order.orderKey)).toEqual([orderKey]);
  }
}, 60_000);

it('keeps the lists of the dealer complete when a location is added', async () => {
  const as = await aDealerUser(7);
  await aLocation(as);
  const { data } = await DealerListsEntity.get({ DealerKey: 7 }).go();
  expect(data?.lists).toMatchObject({ ...FIRST_LISTS, shippingAddresses: [{ AttentionTo: 'Stock room' }] });
});
