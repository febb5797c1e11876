import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { whyNotReleased } from '#core/orders/allotment.ts';
import { orders } from '#core/orders/contract.ts';
import { FIRST_DETAILS, type StoredItem } from '#core/orders/order.ts';
import { NO_ROOM_FOR_SHIPMENTS, type Shipment } from '#core/orders/shipment.ts';
import { sims } from '#core/sims/contract.ts';
import { MINUTE } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { identityOf } from '#core/unit-configuration/identity.ts';
import { units } from '#core/units/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UnitCustomerEntity } from '#data/customers/unit-customer.ts';
import { newId } from '#data/kit/id.ts';
import { client } from '#data/kit/table.ts';
import { LineEntity, OrderEntity, OrderUnitEntity, UnitInOrderEntity } from '#data/orders/entities.ts';
import { orderUnitStore } from '#data/orders/order-units.ts';
import { orderStore } from '#data/orders/orders.ts';
import { CarrierChangeEntity } from '#data/sims/carriers.ts';
import { UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf, imeiOf, simFor } from '#local/carriers/sim.ts';
import { seed as seedProfiles } from '#scripts/seed/areas/profiles.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { outsideOfFunctions } from '#support/function-rights.ts';
import { aShownSession, aUser } from '#support/people.ts';
import { reactionsTo } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { beforeNextTransaction, cancelTransactions, loseTable } from '#support/table-faults.ts';
import { withMessage } from '#support/with-message.ts';
import { runningScope } from '#support/world.ts';
import { aBulkActionLine, work } from '../bulk-actions/support.ts';
import { servedCarriers } from '../sims/served-carriers.ts';

const SIMS = Array.from({ length: 16 }, (_, index) => 9_100 + index);
const { controlCenter, thingSpace, calls } = await servedCarriers({
  controlCenter: SIMS.map((number) => simFor(iccidOf(0, number), { status: 'ACTIVATED' })),
  thingSpace: SIMS.map((number) => simFor(iccidOf(1, number), { status: 'deactive' })),
});
const profile = standardProfileKey('MXD-LTE', 'Standard');
let producer: UserRecord;
let dealer: UserRecord;
let line: Awaited<ReturnType<typeof aBulkActionLine>>;
beforeAll(async () => {
  await someDealers();
  await writeAll(await seedProfiles({ count: 1, now: TODAY }), () => {});
  producer = await aUser({ dealer: 1, flags: ['PRODUCTION', 'UNIT_EDIT'] });
  dealer = await aUser({ dealer: 22, flags: ['ORDERS', 'SIM_EDIT', 'BULK_ACTIONS'] });
  line = await aBulkActionLine();
});

let lines = 0;
/** An item on a line of its own: no other unit has one of its unit IDs. */
const anItem = (more: Partial<StoredItem> = {}): StoredItem => ({
  ...{ orderItemKey: newId(Date.now()), profile, product: 'MXD-LTE', profileName: 'Standard' },
  ...{ orderItemQuantity: 3, LineID: `L${++lines}`, startingUnitID: '0041', endingUnitID: '0043', uidLength: 4 },
  ...{ label: 'Default', transmitter1: '', transmitter2: '', serviceStandardSelected: 'Verizon' },
  ...{ UnitIDOptions: 'Default', fileName: '' },
  ...more,
});

async function anOrder(...items: StoredItem[]): Promise<string> {
  const orderKey = newId(Date.now());
  await OrderEntity.put({
    ...{ orderKey, OrderNumber: 5_001, DealerKey: 22, dealerPath: '/1/22/', version: 1, details: FIRST_DETAILS, items },
    shippingLocation: {
      ...{ attention: 'Stock', address1: '5 Harbor Way', address2: '', city: 'Salem', state: 'OR' },
      ...{ zipCode: '97301', country: 'USA' },
    },
    ...{ submittedAt: '2026-11-20T10:00:00.000Z', submittedBy: 'Olive' },
  }).go();
  return orderKey;
}

const isQuery = (input: object) => 'KeyConditionExpression' in input;

/** Runs work in a process that dies before the first command of the table that `isIt` is true of. */
async function killedBefore<Result>(isIt: (input: object) => boolean, act: () => Promise<Result>): Promise<Result> {
  let dead = false;
  client.middlewareStack.add(
    (next) => (args) => {
      dead ||= isIt(args.input);
      if (dead) throw new Error('Killed');
      return next(args);
    },
    { step: 'initialize', name: 'killed' },
  );
  try {
    return await act();
  } finally {
    client.middlewareStack.remove('killed');
    expect(dead).toBe(true);
  }
}

/** Runs `meanwhile` once, before the next transaction that `isIt` is true of. Returns how to wait for its result. */
function beforeTransaction<Result>(isIt: (input: object) => boolean, meanwhile: () => Promise<Result>) {
  let result: Promise<Result> | undefined;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (!result && context.commandName === 'TransactWriteItemsCommand' && isIt(args.input)) {
        client.middlewareStack.remove('before-one');
        result = outsideOfFunctions(meanwhile);
        await result;
      }
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'before-one' },
  );
  return async () => {
    client.middlewareStack.remove('before-one');
    return result;
  };
}

/** A new unit in the stock of the root dealer. */
const inStock = (more: Partial<UnitRecord> & { dealer?: number } = {}) =>
  aUnit({ dealer: 1, UnitModel: 'MXD-LTE', UnitStatus: 11, UnitLineID: '', UnitID: '', ...more });
const allot = async (orderKey: string, units: readonly UnitRecord[], more: object = {}) =>
  (
    await ask(orders.allotUnits, {
      ...{ orderKey, orderItem: 1, serialNumbers: units.map(({ UnitSerNum }) => UnitSerNum), as: producer },
      ...more,
    })
  ).rows;
const allotment = (orderKey: string, { UnitSerNum }: UnitRecord) => ({
  ...{ orderKey, orderItem: 1, serialNumbers: [UnitSerNum], as: producer },
});
const stored = async ({ UnitSerNum }: Pick<UnitRecord, 'UnitSerNum'>) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!;

describe('units that are allotted to an order', () => {
  it('go to its dealer with their unit IDs and profile, place by place', async () => {
    const orderKey = await anOrder(anItem({ LineID: 'F1' }));
    const units = [await inStock(), await inStock()];
    const { UnitSerNum } = units[0]!;
    const configurationOf = (id: string) => ask(unitConfiguration.get, { id, as: producer });
    // What it had as its own before is not for its new dealer.
    const { tabs, Events } = await configurationOf(UnitSerNum);
    const own = { CategoryName: 'Own category', Phone1: '8015550100', Phone2: '' };
    await ask(unitConfiguration.save, {
      ...{ model: 'MXD-LTE' as const, UnitSerNum, revision: 0, oldTabs: tabs, newTabs: { SpeakerVol: 2 } },
      ...{ Events: { ...Events, categories: [...Events.categories, own] }, as: producer },
    });
    expect(await allot(orderKey, units, { dryRun: true })).toMatchObject([{ state: 'free' }, { state: 'free' }]);
    expect((await stored(units[0]!)).DealerKey).toBe(1);
    expect(await allot(orderKey, units)).toMatchObject([
      { state: 'allotted', place: 1 },
      { state: 'allotted', place: 2 },
    ]);
    for (const [index, unit] of units.entries())
      expect(await stored(unit)).toMatchObject({
        ...{ DealerKey: 22, UnitLineID: 'F1', UnitID: `004${index + 1}`, ProfileTemplateKey: profile },
      });
    const [worn, fresh] = await Promise.all(units.map((unit) => configurationOf(unit.UnitSerNum)));
    expect(worn!.tabs).toEqual(fresh!.tabs);
    expect(worn!.Events).toEqual(fresh!.Events);
    const { items } = await ask(orders.shippingDetails, { uidOrderItemKey: `${orderKey}-1`, as: dealer });
    expect(items.map(({ UnitID, UnitSerNum }) => [UnitID, UnitSerNum])).toEqual([
      ['0041', units[0]!.UnitSerNum],
      ['0042', units[1]!.UnitSerNum],
      ['0043', ''],
    ]);
    expect((await auditOf('unit', units[0]!.UnitSerNum)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['allot unit', 'move unit', 'receive unit', 'change unit']),
    );
  });

  it('are refused one by one: unknown, another model, in service, at another dealer, in another order', async () => {
    const orderKey = await anOrder(anItem());
    const taken = await inStock();
    await allot(await anOrder(anItem()), [taken]);
    const units = [
      { ...taken, UnitSerNum: 'ZZZZZZ' },
      await inStock({ UnitModel: 'myConnect' }),
      await inStock({ UnitStatus: 9 }),
      await inStock({ dealer: 49 }),
      taken,
    ];
    expect((await allot(orderKey, units)).map(({ reason }) => reason)).toEqual([
      'There is no such unit',
      'The unit is a myConnect, not a MXD-LTE',
      'The unit is not in stock: it is in service',
      'The unit belongs to another dealer',
      'The unit is allotted to another order',
    ]);
  });

  it('fill the item and no more, and a place that is freed is used again', async () => {
    const orderKey = await anOrder(anItem({ orderItemQuantity: 2, endingUnitID: '0042' }));
    const [one, two, three] = [await inStock(), await inStock(), await inStock()];
    expect((await allot(orderKey, [one!, two!, three!])).map(({ place, reason }) => place ?? reason)).toEqual([
      1,
      2,
      'All places of this item have a unit',
    ]);
    await ask(orders.releaseUnit, { orderKey, UnitSerNum: one!.UnitSerNum, as: producer });
    expect(await stored(one!)).toMatchObject({ DealerKey: 1, UnitLineID: '', UnitID: '' });
    expect(await allot(orderKey, [three!])).toMatchObject([{ place: 1 }]);
    expect((await call(orders.releaseUnit, { orderKey, UnitSerNum: one!.UnitSerNum, as: producer })).status).toBe(404);
  });

  it('get each place once when two people allot at the same time', async () => {
    const orderKey = await anOrder(anItem({ orderItemQuantity: 6, endingUnitID: '0046' }));
    const units = await Promise.all(Array.from({ length: 6 }, () => inStock()));
    const rows = await Promise.all(units.map((unit) => allot(orderKey, [unit])));
    expect(rows.flatMap((one) => one[0]!.place).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are refused if they leave the stock at the same moment', async () => {
    const orderKey = await anOrder(anItem());
    const unit = await inStock();
    const { UnitSerNum } = unit;
    beforeNextTransaction(() => UnitEntity.patch({ UnitSerNum }).set({ UnitStatus: 33 }).go());
    expect(await allot(orderKey, [unit])).toEqual([
      { UnitSerNum, state: 'failed', reason: 'The unit changed meanwhile' },
    ]);
    expect((await orderUnitStore.placesOf([UnitSerNum])).size).toBe(0);
  });

  it('get nothing more once somebody takes them out of the order', async () => {
    const orderKey = await anOrder(anItem());
    const unit = await inStock();
    const { UnitSerNum } = unit;
    const scope = await runningScope(producer);
    const { placesOf } = orderUnitStore;
    let read = 0;
    const reads = vi.spyOn(orderUnitStore, 'placesOf').mockImplementation(async (...given) => {
      if (++read === 2) {
        const held = { UnitSerNum, orderKey, orderItem: 1, place: 1 };
        await orderUnitStore.startRelease(scope, await orderStore.get(producer, orderKey), held);
      }
      return placesOf(...given);
    });
    const rows = await allot(orderKey, [unit]);
    reads.mockRestore();
    const reason = 'The unit has been taken out of the order meanwhile';
    expect(rows).toEqual([{ UnitSerNum, state: 'failed', reason }]);
    expect(await stored(unit)).toMatchObject({ DealerKey: 1, UnitID: '' });
  });

  it('stay at the place that they have, whatever place somebody read before', async () => {
    const orderKey = await anOrder(anItem());
    const unit = await inStock();
    const { UnitSerNum } = unit;
    const former = { UnitSerNum, orderKey, orderItem: 1, place: 1 };
    await UnitInOrderEntity.put({ ...former, place: 2, lacksProfile: true }).go();
    await OrderUnitEntity.put({ orderKey, orderItem: 1, place: 1, UnitSerNum }).go();
    await OrderUnitEntity.put({ orderKey, orderItem: 1, place: 2, UnitSerNum }).go();
    const [scope, order] = [await runningScope(producer), await orderStore.get(producer, orderKey)];
    const refusal = 'The unit is not in this order any more';
    await expect(orderUnitStore.hasProfile(scope, former)).rejects.toThrow(withMessage(refusal));
    await expect(orderUnitStore.release(scope, order, unit, former, Date.now())).rejects.toThrow(withMessage(refusal));
    const places = await orderUnitStore.placesOf([UnitSerNum]);
    expect(places.get(UnitSerNum)).toMatchObject({ place: 2, lacksProfile: true });
  });

  it('are completed by the same call after a failure', async () => {
    const orderKey = await anOrder(anItem());
    const unit = await inStock();
    const { UnitSerNum } = unit;
    // As if a process had died after the place was taken.
    await UnitInOrderEntity.put({ UnitSerNum, orderKey, orderItem: 1, place: 1, lacksProfile: true }).go();
    await OrderUnitEntity.put({ orderKey, orderItem: 1, place: 1, UnitSerNum, lacksProfile: true }).go();
    const asked = { uidOrderItemKey: `${orderKey}-1`, as: producer };
    expect((await ask(orders.shippingDetails, asked)).items[0]).toMatchObject({ UnitSerNum, isIncomplete: true });
    expect(await ask(orders.waitingUnits, { orderKey, as: producer })).toEqual({ items: [], incomplete: 1 });
    const refused = cancelTransactions(1);
    expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'allotted', place: 1 }]);
    expect(refused()).toBeGreaterThan(0);
    expect((await ask(orders.shippingDetails, asked)).items[0]).not.toHaveProperty('isIncomplete');
    expect(await stored(unit)).toMatchObject({ DealerKey: 22, UnitID: '0041', ProfileTemplateKey: profile });
  });

  describe('with the profile that they have', () => {
    const read = ({ UnitSerNum }: UnitRecord) => ask(unitConfiguration.get, { id: UnitSerNum, as: producer });
    /** Saves settings of a unit's own. */
    async function saves(unit: UnitRecord, SpeakerVol: number): Promise<void> {
      const { revision, tabs } = await read(unit);
      const given = { model: 'MXD-LTE' as const, UnitSerNum: unit.UnitSerNum, revision, oldTabs: tabs };
      await ask(unitConfiguration.save, { ...given, newTabs: { SpeakerVol }, as: producer });
    }

    it('get it anew, without what was set at them before', async () => {
      const unit = await inStock({ ProfileTemplateKey: profile });
      const { tabs } = await read(unit);
      await saves(unit, tabs.SpeakerVol === 2 ? 3 : 2);
      await setTimeout(2);
      expect(await allot(await anOrder(anItem()), [unit])).toMatchObject([{ state: 'allotted' }]);
      expect(await read(unit)).toMatchObject({ revision: 2, ProfileKey: profile, tabs });
    });

    it('get it as a configuration of their own, if nobody has configured them', async () => {
      const unit = await inStock({ ProfileTemplateKey: profile });
      await allot(await anOrder(anItem()), [unit]);
      expect(await read(unit)).toMatchObject({ revision: 1, state: 'waiting', ProfileKey: profile });
    });

    it('keep what is set at them afterwards, if the same call comes again', async () => {
      const orderKey = await anOrder(anItem());
      const unit = await inStock({ ProfileTemplateKey: profile });
      await allot(orderKey, [unit]);
      const { tabs, revision } = await read(unit);
      const SpeakerVol = tabs.SpeakerVol === 2 ? 3 : 2;
      await saves(unit, SpeakerVol);
      expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'allotted' }]);
      expect(await read(unit)).toMatchObject({ revision: revision + 1, tabs: { SpeakerVol } });
    });

    it('keep another profile that they got afterwards, if the same call comes again', async () => {
      const orderKey = await anOrder(anItem());
      const unit = await inStock({ FirmVer: '2.2.0.0.5' });
      await allot(orderKey, [unit]);
      const { revision, tabs: oldTabs } = await read(unit);
      const other = standardProfileKey('MXD-LTE', 'Spanish');
      const given = { model: 'MXD-LTE' as const, UnitSerNum: unit.UnitSerNum, revision, oldTabs, newTabs: {} };
      await ask(unitConfiguration.save, { ...given, newTemplateKey: other, as: producer });
      expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'allotted' }]);
      expect(await read(unit)).toMatchObject({ revision: revision + 1, ProfileKey: other });
    });

    it('get it by the same call after a process died before that', async () => {
      const orderKey = await anOrder(anItem());
      const unit = await inStock({ ProfileTemplateKey: profile });
      const { tabs } = await read(unit);
      await saves(unit, tabs.SpeakerVol === 2 ? 3 : 2);
      await setTimeout(2);
      const isConfiguration = (input: object) => JSON.stringify(input).includes('configRevision');
      await killedBefore(isConfiguration, () => call(orders.allotUnits, allotment(orderKey, unit)));
      expect(await stored(unit)).toMatchObject({ DealerKey: 22, UnitID: '0041' });
      // A save that sets nothing.
      await ask(unitConfiguration.markDirty, { UnitSerNum: unit.UnitSerNum, as: producer });
      expect((await read(unit)).tabs).not.toEqual(tabs);
      expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'allotted', place: 1 }]);
      expect((await read(unit)).tabs).toEqual(tabs);
    });
  });

  it('can come from a file, before they have told their firmware', async () => {
    const orderKey = await anOrder(anItem());
    const given = {
      UnitSerNum: 'F00001',
      UnitModel: 'MXD-LTE' as const,
      IMEI: imeiOf(77_001),
      ICCID1: iccidOf(0, 77_001),
    };
    await ask(units.importUnits, { units: [given], as: producer });
    expect(await allot(orderKey, [{ ...(await stored(given)) }])).toMatchObject([{ state: 'allotted', place: 1 }]);
    expect(await stored(given)).toMatchObject({ DealerKey: 22, UnitID: '0041', ProfileTemplateKey: profile });
    const reader = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
    expect((await call(units.get, { id: 'F00001', as: reader })).status).toBe(200);
    const { status, body } = await call(unitConfiguration.get, { id: 'F00001', as: reader });
    expect([status, body.revision]).toEqual([200, 1]);
  });

  it('have their serial number as unit ID where the item says so', async () => {
    const orderKey = await anOrder(
      anItem({ UnitIDOptions: 'Use Serial Number', LineID: '', startingUnitID: '', endingUnitID: '' }),
    );
    const unit = await inStock();
    await allot(orderKey, [unit]);
    expect((await stored(unit)).UnitID).toBe(unit.UnitSerNum);
  });

  describe('whose unit ID another unit has', () => {
    const taken = (holder: UnitRecord, ID: string) => ({
      state: 'failed',
      reason: `The unit ${holder.UnitSerNum} has the unit ID ${ID} already`,
    });
    const rename = (unit: UnitRecord, UnitID: string) => {
      const old = identityOf(unit);
      return call(unitConfiguration.saveUnit, { ...old, UnitSerNum: unit.UnitSerNum, UnitID, old, as: producer });
    };

    it('are refused with its serial number, and stay in stock until that unit has another ID', async () => {
      const holder = await aUnit({ dealer: 220, UnitLineID: 'T1', UnitID: '0041' });
      await aUnit({ dealer: 22, UnitLineID: 'T2', UnitID: '0041' });
      const orderKey = await anOrder(anItem({ LineID: 'T1' }));
      const unit = await inStock();
      expect(await allot(orderKey, [unit])).toMatchObject([taken(holder, 'T1-0041')]);
      expect(await stored(unit)).toMatchObject({ DealerKey: 1, UnitLineID: '', UnitID: '' });
      const { items } = await ask(orders.shippingDetails, { uidOrderItemKey: `${orderKey}-1`, as: dealer });
      expect(items.map(({ UnitSerNum }) => UnitSerNum)).toEqual(['', '', '']);
      expect((await rename(holder, '0999')).status).toBe(200);
      expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'allotted', place: 1 }]);
      expect(await stored(unit)).toMatchObject({ DealerKey: 22, UnitLineID: 'T1', UnitID: '0041' });
    });

    // Two dealers may use one line, and anybody can type an ID that an order has.
    it('which belongs to a stranger, are allotted all the same, and the row names that unit', async () => {
      const stranger = await aUnit({ dealer: 49, UnitLineID: 'T5', UnitID: '0041' });
      const orderKey = await anOrder(anItem({ LineID: 'T5' }));
      const unit = await inStock();
      const reason = `The unit ${stranger.UnitSerNum} of another dealer has the same unit ID. Give that unit another one`;
      expect(await allot(orderKey, [unit])).toEqual([
        { UnitSerNum: unit.UnitSerNum, state: 'allotted', place: 1, reason },
      ]);
      expect(await stored(unit)).toMatchObject({ DealerKey: 22, UnitLineID: 'T5', UnitID: '0041' });
      expect((await rename(stranger, '0999')).status).toBe(200);
      expect(await allot(orderKey, [await inStock()])).toEqual([
        { UnitSerNum: expect.any(String), state: 'allotted', place: 2 },
      ]);
    });

    it('are refused if somebody types it while they are allotted, and are completed by the same call later', async () => {
      const typed = await aUnit({ dealer: 22, UnitLineID: 'T3', UnitID: '0001' });
      const orderKey = await anOrder(anItem({ LineID: 'T3' }));
      const unit = await inStock();
      // After the place was free, while the unit gets it.
      beforeNextTransaction(() => rename(typed, '0041'));
      expect(await allot(orderKey, [unit])).toMatchObject([taken(typed, 'T3-0041')]);
      expect((await stored(unit)).UnitID).toBe('');
      expect((await rename(await stored(typed), '0001')).status).toBe(200);
      expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'allotted', place: 1 }]);
      expect((await stored(unit)).UnitID).toBe('0041');
    });

    it('because two orders have it, get it once when both are allotted at once', async () => {
      const [one, two] = [await anOrder(anItem({ LineID: 'T4' })), await anOrder(anItem({ LineID: 'T4' }))];
      const units = [await inStock(), await inStock()] as const;
      // The second order is allotted when the first has found the ID free, and is about to give it.
      const namesUnit = (input: object) => /"change unit".*0041|0041.*"change unit"/s.test(JSON.stringify(input));
      const other = beforeTransaction(namesUnit, () => allot(two, [units[1]]));
      expect(await allot(one, [units[0]])).toMatchObject([taken(units[1], 'T4-0041')]);
      expect(await other()).toMatchObject([{ state: 'allotted', place: 1 }]);
      const ids = await Promise.all(units.map(async (unit) => (await stored(unit)).UnitID));
      expect(ids).toEqual(['', '0041']);
    });

    it('get the next free ID of the line on request, which the order, its line, the audit and its dealer are told', async () => {
      const orderKey = await anOrder(anItem({ LineID: 'R5' }), anItem({ LineID: 'R5', startingUnitID: '0001' }));
      await LineEntity.put({ LineID: 'R5', taken: [{ from: 41, to: 43 }], version: 1 }).go();
      const replaced = async () =>
        (await ask(unitConfiguration.replaceUnitIDs, { orderKey, orderItem: 1, as: producer })).rows;
      expect(await replaced()).toEqual([]);
      const first = await aUnit({ dealer: 220, UnitLineID: 'R5', UnitID: '0041' });
      await aUnit({ dealer: 22, UnitLineID: 'R5', UnitID: '0001' });
      await aUnit({ dealer: 22, UnitLineID: 'R5', UnitID: '00002' });
      const [one, two] = [await inStock(), await inStock()];
      expect(await allot(orderKey, [one])).toMatchObject([taken(first, 'R5-0041')]);
      const stream = await aStreamReader();
      expect(await replaced()).toEqual([{ place: 1, was: '0041', UnitID: '0003', UnitSerNum: first.UnitSerNum }]);
      const { data: order } = await OrderEntity.get({ orderKey }).go({ consistent: true });
      expect(order).toMatchObject({ version: 2, items: [{ startingUnitID: '0041' }, { startingUnitID: '0001' }] });
      expect((await LineEntity.get({ LineID: 'R5' }).go({ consistent: true })).data).toMatchObject({
        taken: [
          { from: 3, to: 3 },
          { from: 41, to: 43 },
        ],
        version: 2,
      });
      expect((await auditOf('order', orderKey)).at(-1)).toMatchObject({
        ...{ action: 'replace unit IDs', before: { unitIDs: '0041' }, after: { quantity: 1, unitIDs: '0003' } },
      });
      const { messages } = await reactionsTo(await stream.next());
      expect(JSON.stringify(messages).match(/Order 5001: other unit IDs/g)).toHaveLength(1);

      expect(await allot(orderKey, [one, two])).toMatchObject([{ place: 1 }, { place: 2 }]);
      expect([(await stored(one)).UnitID, (await stored(two)).UnitID]).toEqual(['0003', '0042']);
      const { items } = await ask(orders.shippingDetails, { uidOrderItemKey: `${orderKey}-1`, as: dealer });
      expect(items.map(({ UnitID }) => UnitID)).toEqual(['0003', '0042', '0043']);
      // Units at their places have their own IDs.
      expect(await replaced()).toEqual([]);
      expect((await call(unitConfiguration.replaceUnitIDs, { orderKey, orderItem: 1, as: dealer })).status).toBe(403);
    });

    it('get other IDs in two items, also if both are asked for at once', async () => {
      const orderKey = await anOrder(anItem({ LineID: 'R8' }), anItem({ LineID: 'R9' }));
      for (const UnitLineID of ['R8', 'R9']) await aUnit({ dealer: 22, UnitLineID, UnitID: '0041' });
      const replace = (orderItem: number) =>
        ask(unitConfiguration.replaceUnitIDs, { orderKey, orderItem, as: producer });
      const other = beforeNextTransaction(() => replace(2));
      await replace(1);
      expect(other()).toBe(true);
      const { data } = await OrderEntity.get({ orderKey }).go({ consistent: true });
      const otherUnitIDs = [{ place: 1, quantity: 1, number: 1 }];
      expect(data).toMatchObject({ version: 3, items: [{ otherUnitIDs }, { otherUnitIDs }] });
    });

    it('get another ID also if it was typed while they were allotted, and not if they have shipped', async () => {
      const typed = await aUnit({ dealer: 22, UnitLineID: 'R6', UnitID: '0001' });
      const orderKey = await anOrder(anItem({ LineID: 'R6' }));
      const units = [await inStock(), await inStock()] as const;
      await allot(orderKey, [units[1]]);
      await OrderEntity.patch({ orderKey })
        .set({
          shipments: [
            {
              ...{ shipmentKey: newId(Date.now()), shipper: 'UPS', trackingNumber: '', shippedOn: '2026-11-21' },
              ...{ recordedAt: '2026-11-21T10:00:00.000Z', recordedBy: 'Pia' },
              places: [{ orderItem: 1, ranges: [{ from: 1, to: 1 }] }],
            },
          ],
        })
        .go();
      const seen: boolean[] = [];
      beforeNextTransaction(async () => seen.push((await rename(typed, '0042')).status === 200));
      expect(await allot(orderKey, [units[0]])).toMatchObject([taken(typed, 'R6-0042')]);
      expect(seen).toEqual([true]);
      await UnitEntity.patch({ UnitSerNum: units[1].UnitSerNum }).set({ UnitID: '0777' }).go();
      await aUnit({ dealer: 22, UnitLineID: 'R6', UnitID: '0041' });
      const { rows } = await ask(unitConfiguration.replaceUnitIDs, { orderKey, orderItem: 1, as: producer });
      expect(rows).toMatchObject([{ place: 2, was: '0042', UnitID: '0001' }]);
      expect(await allot(orderKey, [units[0]])).toMatchObject([{ state: 'allotted', place: 2 }]);
      expect((await stored(units[0])).UnitID).toBe('0001');
    });

    it('are not given if their place gets another one meanwhile', async () => {
      const other = await aUnit({ dealer: 22, UnitLineID: 'R7', UnitID: '0001' });
      const orderKey = await anOrder(anItem({ LineID: 'R7' }));
      const unit = await inStock();
      // Another unit has the ID just as long as the place gets the next one.
      const replaced = beforeNextTransaction(async () => {
        await rename(other, '0041');
        await ask(unitConfiguration.replaceUnitIDs, { orderKey, orderItem: 1, as: producer });
        await rename(await stored(other), '0777');
      });
      const reason = 'The unit ID of its place has changed meanwhile. Please try again';
      expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'failed', reason }]);
      expect(replaced()).toBe(true);
      expect(await stored(unit)).toMatchObject({ DealerKey: 1, UnitID: '' });
      expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'allotted', place: 1 }]);
      expect((await stored(unit)).UnitID).toBe('0001');
    });

    it('are refused however many units of other lines have the number', async () => {
      const holder = await aUnit({ dealer: 220, UnitLineID: '', UnitID: '0041' });
      const others = Array.from({ length: 120 }, (_, index) => `00${String(index).padStart(4, '0')}`);
      const lookup = { field: 'UnitID', family: 22, value: '0041', dealerPath: '/1/22/220/' };
      await UnitLookupEntity.put(others.map((UnitSerNum) => ({ ...lookup, UnitSerNum }))).go();
      const orderKey = await anOrder(anItem({ LineID: '' }));
      expect(await allot(orderKey, [await inStock()])).toMatchObject([taken(holder, '0041')]);
    });
  });

  it('are allotted by people of the root dealer only', async () => {
    const orderKey = await anOrder(anItem());
    const { UnitSerNum } = await inStock();
    const input = { orderKey, orderItem: 1, serialNumbers: [UnitSerNum] };
    const other = await aUser({ dealer: 22, flags: ['PRODUCTION', 'ENGINEER'] });
    expect((await call(orders.allotUnits, { ...input, as: other })).status).toBe(403);
    const { token } = await aShownSession(producer, 22);
    expect((await call(orders.allotUnits, { ...input, as: token })).status).toBe(403);
    expect((await call(orders.releaseUnit, { orderKey, UnitSerNum, as: token })).status).toBe(403);
  });
});

describe("'make Verizon'", () => {
  let next = 0;
  /** A unit of an order, with an AT&T SIM and a Verizon SIM that is not activated. */
  async function anOrderedUnit(orderKey: string) {
    const number = SIMS[next++]!;
    const [att, verizon] = [iccidOf(0, number), iccidOf(1, number)];
    const unit = await inStock({
      ...{ ICCID1: att, ICCID1State: 14, ICCID1Carrier: 0, ActiveICCID: att },
      ...{ ICCID2: verizon, ICCID2State: 15, ICCID2Carrier: 1 },
    });
    await allot(orderKey, [unit]);
    return { ...unit, att, verizon };
  }
  const activate = (orderKeySudo: string, more: object = {}) =>
    call(bulkActions.massActivation, { orderKeySudo, as: dealer, ...more });
  /** A worker that is short of time, as on a busy machine, sends the rest of its share to the next one. */
  const run = async () => {
    for (let shares = await line.nextShares({ times: 2 }); shares.length > 0; shares = await line.nextShares())
      for (const share of shares) for (let time = 0; time < 2; time++) await work(share);
  };

  it('is one bulk action, however often it is asked for at once, and another one after it was cancelled', async () => {
    const orderKey = await anOrder(anItem());
    await anOrderedUnit(orderKey);
    await line.nextShares();
    const keyOf = ({ body }: Awaited<ReturnType<typeof activate>>) => (body.bulkAction as { bchKey: string }).bchKey;
    const [one, two, three] = (await Promise.all([1, 2, 3].map(() => activate(orderKey)))).map(keyOf);
    expect([two, three]).toEqual([one, one]);
    await ask(bulkActions.cancel, { bchKey: one!, as: dealer });
    const next = keyOf(await activate(orderKey));
    expect(next).not.toBe(one);
    await ask(bulkActions.cancel, { bchKey: next, as: dealer });
    await line.nextShares();
  });

  it('activates the Verizon SIMs of the units of the order, once [P1-B69 P1-C59]', async () => {
    const orderKey = await anOrder(anItem(), anItem({ product: 'myConnect' }));
    const units = [await anOrderedUnit(orderKey), await anOrderedUnit(orderKey)];
    // A wearable of the order has no second SIM, and is left out.
    const wearable = await aUnit({ dealer: 22, UnitModel: 'myConnect' });
    await OrderUnitEntity.put({ orderKey, orderItem: 2, place: 1, UnitSerNum: wearable.UnitSerNum }).go();
    await line.nextShares();
    const { status, body } = await activate(orderKey);
    expect([status, body]).toMatchObject([200, { cursor: null, bulkAction: { total: 2, type: 'keepOldSims' } }]);
    await run();
    for (const { UnitSerNum, verizon } of units) {
      expect(thingSpace.sim(verizon)?.status).not.toBe('deactive');
      expect((await auditOf('unit', UnitSerNum)).filter(({ action }) => action === 'ask for SIM state')).toHaveLength(
        1,
      );
      expect((await ask(sims.simData, { id: UnitSerNum, as: dealer })).deactivateOnStartUp).toBeNull();
    }
    const { bchKey } = body.bulkAction as { bchKey: string };
    const { bulkAction } = await ask(bulkActions.detail, { bchKey, as: dealer });
    expect(bulkAction).toMatchObject({ state: 'finished', done: 2, failed: 0 });
    const { data: steps } = await CarrierChangeEntity.query.bySim({ iccid: units[0]!.verizon }).go();
    for (const { origin } of steps) expect(origin).toMatchObject({ why: 'order', bchKey, actorKey: dealer.UserKey });
    expect(steps.map(({ step }) => step)).toEqual(['asked', 'accepted']);
  });

  it('ends with the last unit that has a SIM to activate, however its pages are cut', async () => {
    const orderKey = await anOrder(anItem(), anItem({ product: 'myConnect' }));
    await anOrderedUnit(orderKey);
    await line.nextShares();
    const list = orderUnitStore.list.bind(orderUnitStore);
    const pages = vi.spyOn(orderUnitStore, 'list');
    pages.mockImplementation((scope, key, request) => list(scope, key, { ...request, pageSize: 1 }));
    // A full page has a cursor, also if nothing follows.
    expect((await activate(orderKey)).body).toMatchObject({ cursor: null, bulkAction: { total: 1 } });
    const wearable = await aUnit({ dealer: 22, UnitModel: 'myConnect' });
    await OrderUnitEntity.put({ orderKey, orderItem: 2, place: 1, UnitSerNum: wearable.UnitSerNum }).go();
    expect((await activate(orderKey)).body).toMatchObject({ cursor: null, bulkAction: { total: 1 } });
    pages.mockRestore();
    await line.nextShares();
  });

  it('marks the old SIMs on request, which stay activated until the unit has logged in over Verizon [P1-B70]', async () => {
    const orderKey = await anOrder(anItem());
    const unit = await anOrderedUnit(orderKey);
    await line.nextShares();
    expect((await activate(orderKey, { deactivateOldSim: true })).status).toBe(200);
    await run();
    expect(controlCenter.sim(unit.att)?.status).toBe('ACTIVATED');
    const { deactivateOnStartUp } = await ask(sims.simData, { id: unit.UnitSerNum, as: dealer });
    expect(deactivateOnStartUp).toMatchObject({ iccid: unit.att, userName: dealer.UserName });
  });

  it('fails the row of a unit without a SIM of Verizon, and of one whose carrier does not answer', async () => {
    const orderKey = await anOrder(anItem());
    const single = await inStock({ ICCID1: iccidOf(0, 9_199), ICCID2: undefined });
    await allot(orderKey, [single]);
    const unit = await anOrderedUnit(orderKey);
    await line.nextShares();
    const { body } = await activate(orderKey);
    thingSpace.faults.set({ status500: {} });
    await run();
    thingSpace.faults.set({});
    const { rows } = await ask(bulkActions.detail, {
      bchKey: (body.bulkAction as { bchKey: string }).bchKey,
      as: dealer,
    });
    expect(rows).toMatchObject([
      { UnitSerNum: single.UnitSerNum, state: 'failed', reason: 'The unit has no SIM of Verizon' },
      { UnitSerNum: unit.UnitSerNum, state: 'failed', reason: 'Verizon does not answer. Try again later' },
    ]);
  });

  const activations = (since: number) => calls.slice(since).filter((one) => one.endsWith('actions/activate'));
  const rowsOf = async (bchKey: string) => (await ask(bulkActions.detail, { bchKey, as: dealer })).rows;
  const started = async (more: object = {}) => {
    const orderKey = await anOrder(anItem());
    const unit = await anOrderedUnit(orderKey);
    await line.nextShares();
    const { bchKey } = (await activate(orderKey, more)).body.bulkAction as { bchKey: string };
    return { unit, bchKey, shares: await line.nextShares() };
  };

  it('asks Verizon once, though workers have the same share at the same time', async () => {
    const { bchKey, shares } = await started();
    const before = calls.length;
    await Promise.all([1, 2, 3].map(() => work(...shares)));
    await work(...shares);
    expect(activations(before)).toHaveLength(1);
    expect(await rowsOf(bchKey)).toMatchObject([{ state: 'done', asked: true }]);
  });

  const NOT_MARKED = {
    ...{ state: 'failed' },
    reason: 'Verizon was asked, but the other SIM was not marked, because the bulk action was stopped',
  };
  const markedOf = async ({ UnitSerNum }: UnitRecord) =>
    (await ask(sims.simData, { id: UnitSerNum, as: dealer })).deactivateOnStartUp?.iccid;

  /** Lets a worker do the row of a unit whose bulk action is stopped while Verizon is asked. */
  async function stoppedMeanwhile(command: typeof bulkActions.cancel | typeof bulkActions.pause) {
    const { unit, bchKey, shares } = await started({ deactivateOldSim: true });
    const send = globalThis.fetch;
    let isStopped = false;
    globalThis.fetch = async (input, init) => {
      const answer = await send(input, init);
      if (!isStopped && String(input).endsWith('actions/activate')) {
        isStopped = true;
        await ask(command, { bchKey, as: dealer });
      }
      return answer;
    };
    expect(await work(...shares)).toEqual([]);
    globalThis.fetch = send;
    expect(isStopped).toBe(true);
    expect(await rowsOf(bchKey)).toMatchObject([NOT_MARKED]);
    expect(await markedOf(unit)).toBeUndefined();
    return { unit, bchKey };
  }

  it('says that Verizon was asked, and marks no SIM, if it is cancelled meanwhile', async () => {
    const { bchKey } = await stoppedMeanwhile(bulkActions.cancel);
    const { bulkAction } = await ask(bulkActions.detail, { bchKey, as: dealer });
    expect(bulkAction).toMatchObject({ state: 'cancelled', done: 0, failed: 1 });
  });

  it('marks the SIM when it is tried again after a pause, and does not ask Verizon again', async () => {
    const before = calls.length;
    const { unit, bchKey } = await stoppedMeanwhile(bulkActions.pause);
    await line.nextShares();
    await ask(bulkActions.retry, { bchKey, as: dealer });
    expect(await work(...(await line.nextShares()))).toEqual([]);
    expect(await rowsOf(bchKey)).toMatchObject([{ state: 'done', asked: true }]);
    expect(await markedOf(unit)).toBe(unit.ICCID1);
    expect(activations(before)).toHaveLength(1);
  });

  describe('whose worker is killed after Verizon has answered', () => {
    const killed = async () => {
      const { unit, bchKey, shares } = await started({ deactivateOldSim: true });
      const isMark = (input: object) => JSON.stringify(input).includes('"mark SIM for deactivation"');
      expect(await killedBefore(isMark, () => work(...shares))).toHaveLength(1);
      expect([await markedOf(unit), (await rowsOf(bchKey))[0]!.state]).toEqual([undefined, 'queued']);
      return { unit, bchKey, shares };
    };

    it('marks the SIM when its message comes again', async () => {
      const before = calls.length;
      const { unit, bchKey, shares } = await killed();
      expect(await work(...shares)).toEqual([]);
      expect(await rowsOf(bchKey)).toMatchObject([{ state: 'done', asked: true }]);
      expect(await markedOf(unit)).toBe(unit.ICCID1);
      expect(activations(before)).toHaveLength(1);
    });

    it('says that the SIM is not marked if it is stopped before its message comes again', async () => {
      const { bchKey, shares } = await killed();
      await ask(bulkActions.pause, { bchKey, as: dealer });
      const realNow = Date.now;
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 2 * MINUTE);
      expect(await work(...shares)).toEqual([]);
      clock.mockRestore();
      expect(await rowsOf(bchKey)).toMatchObject([NOT_MARKED]);
    });
  });

  it('needs units, the rights and the scope', async () => {
    const orderKey = await anOrder(anItem());
    expect(await activate(orderKey)).toMatchObject({
      status: 409,
      body: { message: 'No unit is allotted to an MXD-LTE item of this order yet' },
    });
    expect((await activate(orderKey, { as: await aUser({ dealer: 22, flags: ['SIM_EDIT'] }) })).status).toBe(403);
    expect(
      (await activate(orderKey, { as: await aUser({ dealer: 22, flags: ['ORDERS', 'BULK_ACTIONS'] }) })).status,
    ).toBe(403);
    const foreign = await aUser({ dealer: 49, flags: ['SIM_EDIT', 'BULK_ACTIONS'] });
    expect((await activate(orderKey, { as: foreign })).status).toBe(404);
  });
});

describe('units of an order that are shipped', () => {
  const today = new Date().toISOString().slice(0, 10);
  const ship = (orderKey: string, more: object = {}) =>
    call(orders.ship, {
      ...{ orderKey, orderItems: [1], shipper: 'UPS', trackingNumber: '1Z9', shippedOn: today, as: producer },
      ...more,
    });
  const waits = async (orderKey: string) => {
    const { items } = await ask(orders.waiting, { pageSize: 100, as: producer });
    return items.some((one) => one.orderKey === orderKey);
  };
  it.each([
    ['its dealer', 2, { DealerKey: 1, UnitID: '' }],
    ['its unit ID', 3, { DealerKey: 22, UnitID: '' }],
    ['its profile', 4, { DealerKey: 22, UnitID: '0041' }],
  ])(
    'ship when they are complete, and from before that was noted get nothing more: not %s',
    async (_, reading, left) => {
      const orderKey = await anOrder(anItem());
      const unit = await inStock();
      const { placesOf } = orderUnitStore;
      let read = 0;
      const reads = vi.spyOn(orderUnitStore, 'placesOf').mockImplementation(async (...given) => {
        if (++read === reading) {
          const message = 'The units that are left are not complete. Allot them again to complete them';
          expect(await ship(orderKey)).toMatchObject({ status: 409, body: { message } });
          const place = { orderKey, orderItem: 1, place: 1 };
          await OrderUnitEntity.patch(place).remove(['lacksProfile']).go();
          expect((await ship(orderKey)).status).toBe(200);
        }
        return placesOf(...given);
      });
      const rows = await allot(orderKey, [unit]);
      reads.mockRestore();
      const reason = 'The unit has shipped meanwhile. Check its dealer, its unit ID and its profile';
      expect(rows).toEqual([{ UnitSerNum: unit.UnitSerNum, state: 'failed', reason }]);
      // A unit that is still in the stock of the root dealer gets the next place.
      const state = left.DealerKey === 1 ? 'allotted' : 'failed';
      const { DealerKey, UnitID, PTName } = await stored(unit);
      expect({ DealerKey, UnitID, PTName }).toEqual({ ...left, PTName: unit.PTName });
      expect(await allot(orderKey, [unit])).toMatchObject([{ state }]);
    },
  );

  async function anAllottedOrder(quantity = 2) {
    const orderKey = await anOrder(anItem({ orderItemQuantity: quantity }));
    await OrderEntity.patch({ orderKey }).set({ waiting: 'orders' }).go();
    const units = [await inStock(), await inStock()];
    await allot(orderKey, units);
    return { orderKey, units };
  }

  it('are those that are allotted; the order, its list and its units say so', async () => {
    const { orderKey, units } = await anAllottedOrder(3);
    const waitingFor = async (as: UserRecord) => (await ask(orders.waitingUnits, { orderKey, as })).items;
    expect(await waitingFor(producer)).toEqual([{ orderItem: 1, quantity: 2 }]);
    expect((await call(orders.waitingUnits, { orderKey, as: dealer })).status).toBe(403);
    expect((await ship(orderKey)).body).toMatchObject({
      state: 'Partly shipped',
      shipments: [{ trackingNumber: '1Z9' }],
    });
    expect(await waits(orderKey)).toBe(true);
    expect(await waitingFor(producer)).toEqual([]);
    await allot(orderKey, [await inStock()]);
    expect((await ship(orderKey, { trackingNumber: '2Z9' })).body).toMatchObject({ state: 'Shipped' });
    expect(await waits(orderKey)).toBe(false);
    const { items } = await ask(orders.shippingDetails, { uidOrderItemKey: `${orderKey}-1`, as: dealer });
    expect(items.map(({ trackingNumber, shippedOn }) => [trackingNumber, shippedOn])).toEqual([
      ['1Z9', today],
      ['1Z9', today],
      ['2Z9', today],
    ]);
    expect(await ship(orderKey)).toMatchObject({ status: 409 });
    expect(await auditOf('order', orderKey)).toMatchObject([
      { action: 'ship order', after: { quantity: 2, shipper: 'UPS' } },
      { action: 'ship order', after: { quantity: 1 } },
    ]);
    expect(await call(orders.releaseUnit, { orderKey, UnitSerNum: units[0]!.UnitSerNum, as: producer })).toMatchObject({
      status: 409,
      body: { message: 'The unit has shipped. Withdraw its shipment first' },
    });
  });

  it('are counted item by item, all items at once, and opening the order reads none of them', async () => {
    const orderKey = await anOrder(anItem(), anItem(), anItem());
    const units = [await inStock(), await inStock(), await inStock()];
    await allot(orderKey, units.slice(0, 1));
    await allot(orderKey, units.slice(1), { orderItem: 3 });
    let open = 0;
    const most = { queries: 0, open: 0 };
    client.middlewareStack.add(
      (next) => async (args) => {
        if (!JSON.stringify(args.input).toLowerCase().includes(orderKey.toLowerCase()) || !isQuery(args.input))
          return next(args);
        most.queries++;
        most.open = Math.max(most.open, ++open);
        return next(args).finally(() => open--);
      },
      { step: 'initialize', name: 'counted' },
    );
    try {
      await ask(orders.get, { orderKey, as: producer });
      expect(most).toEqual({ queries: 0, open: 0 });
      expect(await ask(orders.waitingUnits, { orderKey, as: producer })).toEqual({
        items: [
          { orderItem: 1, quantity: 1 },
          { orderItem: 3, quantity: 2 },
        ],
        incomplete: 0,
      });
      expect(most).toEqual({ queries: 3, open: 3 });
    } finally {
      client.middlewareStack.remove('counted');
    }
    expect((await ship(orderKey, { orderItems: [3] })).body).toMatchObject({
      shipments: [{ places: [{ orderItem: 3, ranges: [{ from: 1, to: 2 }] }] }],
    });
  });

  it('stay as their dealer has them, if the same file is allotted again', async () => {
    const { orderKey, units } = await anAllottedOrder();
    await ship(orderKey);
    const [unit] = units as [UnitRecord];
    await UnitEntity.patch(unit).set({ DealerKey: 49, dealerPath: '/1/49/', UnitID: '7', UnitStatus: 9 }).go();
    expect(await allot(orderKey, units)).toMatchObject([
      { state: 'allotted', place: 1 },
      { state: 'allotted', place: 2 },
    ]);
    expect(await stored(unit)).toMatchObject({ DealerKey: 49, UnitID: '7' });
  });

  describe('and came back', () => {
    const REFUSED = 'The unit was shipped with another order, and is not back in the stock of the root dealer';
    const comesBack = ({ UnitSerNum }: UnitRecord, more: Partial<UnitRecord> = {}) =>
      UnitEntity.patch({ UnitSerNum })
        .set({ DealerKey: 1, dealerPath: '/1/', UnitStatus: 5, ...more })
        .go();
    async function aShippedUnit() {
      const { orderKey, units } = await anAllottedOrder();
      const { shipments } = (await ship(orderKey)).body as { shipments: Shipment[] };
      return { orderKey, unit: units[0]!, shipmentKey: shipments[0]!.shipmentKey };
    }

    it('are allotted again, and the order that they were shipped with keeps its shipment', async () => {
      const { orderKey, unit, shipmentKey } = await aShippedUnit();
      const next = await anOrder(anItem({ startingUnitID: '0071', endingUnitID: '0073' }));
      const refused = async (more: Partial<UnitRecord>) => {
        await comesBack(unit, more);
        return (await allot(next, [unit]))[0]!.reason;
      };
      expect(await refused({ DealerKey: 22, dealerPath: '/1/22/' })).toBe(REFUSED);
      expect(await refused({ UnitStatus: 33 })).toBe(REFUSED);
      await comesBack(unit);
      const { UnitSerNum } = unit;
      await UnitCustomerEntity.put({ UnitSerNum, DealerKey: 1, CustomerKey: 'C1', version: 1 }).go();
      const worn = [{ UnitSerNum, state: 'failed', reason: 'The unit has a customer' }];
      expect(await allot(next, [unit], { dryRun: true })).toEqual(worn);
      expect(await allot(next, [unit])).toEqual(worn);
      expect(await allot(orderKey, [unit], { dryRun: true })).toEqual(worn);
      await UnitCustomerEntity.delete({ UnitSerNum }).go();

      expect(await allot(next, [unit], { dryRun: true })).toEqual([{ UnitSerNum, state: 'free' }]);
      expect(await allot(next, [unit])).toEqual([{ UnitSerNum, state: 'allotted', place: 1 }]);
      expect(await stored(unit)).toMatchObject({ DealerKey: 22, UnitID: '0071' });
      const { items } = await ask(orders.shippingDetails, { uidOrderItemKey: `${orderKey}-1`, as: dealer });
      expect(items[0]).toMatchObject({ UnitSerNum, trackingNumber: '1Z9', isHistory: true });
      expect(items[1]!.isHistory).toBeUndefined();
      expect(items.slice(0, 2).map(whyNotReleased)).toEqual([
        'It came back and was allotted again',
        'The unit has shipped. Withdraw its shipment first',
      ]);
      expect(await call(orders.withdrawShipment, { orderKey, shipmentKey, as: producer })).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/^A unit of this shipment came back/) },
      });
      expect((await call(orders.releaseUnit, { orderKey, UnitSerNum, as: producer })).status).toBe(404);
      await line.nextShares();
      const verizon = await call(bulkActions.massActivation, { orderKeySudo: orderKey, as: dealer });
      expect(verizon.body).toMatchObject({ bulkAction: { total: 1 } });
      expect((await ship(next)).body).toMatchObject({ shipments: [{ places: [{ ranges: [{ from: 1, to: 1 }] }] }] });
    });

    it('are allotted while the customer of their former dealer is not yet forgotten, and not with one of the root dealer', async () => {
      const [{ unit }, next] = [await aShippedUnit(), await anOrder(anItem())];
      const { UnitSerNum } = unit;
      await comesBack(unit);
      const link = { UnitSerNum, CustomerKey: 'C1', version: 1 };
      await UnitCustomerEntity.put({ ...link, DealerKey: 22 }).go();
      expect(await allot(next, [unit], { dryRun: true })).toEqual([{ UnitSerNum, state: 'free' }]);
      const given = beforeNextTransaction(() => UnitCustomerEntity.put({ ...link, DealerKey: 1 }).go());
      expect(await allot(next, [unit])).toEqual([{ UnitSerNum, state: 'failed', reason: 'The unit has a customer' }]);
      expect([given(), (await stored(unit)).DealerKey]).toEqual([true, 1]);
      await UnitCustomerEntity.put({ ...link, DealerKey: 22 }).go();
      expect(await allot(next, [unit])).toEqual([{ UnitSerNum, state: 'allotted', place: 1 }]);
    });

    it('get their next place in the same order, also at another item, and their former place stays shipped', async () => {
      const orderKey = await anOrder(anItem(), anItem({ startingUnitID: '0101', endingUnitID: '0103' }));
      const unit = await inStock();
      const { UnitSerNum } = unit;
      await allot(orderKey, [unit]);
      const { shipments } = (await ship(orderKey)).body as { shipments: Shipment[] };
      await comesBack(unit);
      expect(await allot(orderKey, [unit], { dryRun: true })).toEqual([{ UnitSerNum, state: 'free' }]);
      expect(await allot(orderKey, [unit])).toEqual([{ UnitSerNum, state: 'allotted', place: 2 }]);
      expect(await allot(orderKey, [unit])).toEqual([{ UnitSerNum, state: 'allotted', place: 2 }]);
      expect(await stored(unit)).toMatchObject({ DealerKey: 22, UnitID: '0042' });
      expect(
        await call(orders.withdrawShipment, { orderKey, shipmentKey: shipments[0]!.shipmentKey, as: producer }),
      ).toMatchObject({
        status: 409,
        body: {
          message:
            'A unit of this shipment came back and was allotted again. The shipment cannot be withdrawn any more',
        },
      });
      expect((await ship(orderKey)).body).toMatchObject({
        shipments: [{ places: [{ ranges: [{ from: 1, to: 1 }] }] }, { places: [{ ranges: [{ from: 2, to: 2 }] }] }],
      });
      await comesBack(unit);
      expect(await allot(orderKey, [unit], { orderItem: 2 })).toEqual([{ UnitSerNum, state: 'allotted', place: 1 }]);
      expect(await stored(unit)).toMatchObject({ UnitID: '0101' });
      const { items } = await ask(orders.shippingDetails, { uidOrderItemKey: `${orderKey}-1`, as: dealer });
      expect(items.map((one) => one.UnitSerNum)).toEqual([UnitSerNum, UnitSerNum, '']);
    });

    it('stay at their place in an order of the root dealer, which always has them', async () => {
      const { orderKey, unit } = await aShippedUnit();
      await OrderEntity.patch({ orderKey }).set({ DealerKey: 1 }).go();
      await comesBack(unit);
      expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'allotted', place: 1 }]);
      const { data } = await OrderUnitEntity.query.orderUnit({ orderKey }).go();
      expect(data.some(({ isHistory }) => isHistory)).toBe(false);
    });

    it('stay with an order of the root dealer that they shipped with, also if another order asks for them', async () => {
      const { orderKey, unit } = await aShippedUnit();
      await OrderEntity.patch({ orderKey }).set({ DealerKey: 1 }).go();
      await comesBack(unit, { UnitStatus: 11 });
      const next = await anOrder(anItem());
      expect(await allot(next, [unit], { dryRun: true })).toMatchObject([{ reason: REFUSED }]);
      expect(await allot(next, [unit])).toMatchObject([{ reason: REFUSED }]);
      expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'allotted', place: 1 }]);
    });

    it('go to one of two orders, also if both take them at once', async () => {
      const { unit } = await aShippedUnit();
      await comesBack(unit);
      const [one, other] = [await anOrder(anItem()), await anOrder(anItem())];
      const found = beforeNextTransaction(() => allot(other, [unit]));
      expect(await allot(one, [unit])).toMatchObject([{ reason: 'The unit is allotted to another order' }]);
      expect(found()).toBe(true);
      expect(await allot(other, [unit])).toMatchObject([{ state: 'allotted', place: 1 }]);
      const { data } = await OrderUnitEntity.query.orderUnit({ orderKey: one }).go();
      expect(data).toEqual([]);
    });

    it('stay in their order if its shipment is withdrawn at the same moment', async () => {
      const { orderKey, unit, shipmentKey } = await aShippedUnit();
      await comesBack(unit);
      const next = await anOrder(anItem());
      const withdraw = beforeNextTransaction(() =>
        ask(orders.withdrawShipment, { orderKey, shipmentKey, as: producer }),
      );
      expect(await allot(next, [unit])).toMatchObject([{ reason: 'The unit is allotted to another order' }]);
      expect(withdraw()).toBe(true);
      expect(await allot(orderKey, [unit])).toMatchObject([{ state: 'allotted', place: 1 }]);
    });
  });

  it('ship once, however many people record it at once, also if the table is busy', async () => {
    const { orderKey } = await anAllottedOrder();
    cancelTransactions(3);
    const answers = await Promise.all(Array.from({ length: 12 }, () => ship(orderKey)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await ask(orders.get, { orderKey, as: dealer })).shipments).toHaveLength(1);
  });

  it('ship in as many parts as an order has room for', async () => {
    const { orderKey } = await anAllottedOrder(4);
    const first = ((await ship(orderKey)).body as { shipments: Shipment[] }).shipments[0]!;
    const long = { ...first, recordedBy: 'Ñ'.repeat(101), trackingNumber: '9'.repeat(40) };
    const before = Array.from({ length: 499 }, (_, index) => ({
      ...{ ...long, places: [{ orderItem: 2, ranges: [{ from: index + 1, to: index + 1 }] }] },
    }));
    await OrderEntity.patch({ orderKey }).set({ shipments: before }).go();
    expect(await ship(orderKey)).toMatchObject({ status: 200 });
    await allot(orderKey, [await inStock()]);
    expect(await ship(orderKey)).toMatchObject({ status: 409, body: { message: NO_ROOM_FOR_SHIPMENTS } });
  });

  it('wait again after their shipment was withdrawn, and a shipment is corrected', async () => {
    const { orderKey, units } = await anAllottedOrder();
    const { shipments } = (await ship(orderKey)).body as { shipments: { shipmentKey: string }[] };
    const { shipmentKey } = shipments[0]!;
    const fields = { orderKey, shipmentKey, as: producer };
    const corrected = { ...fields, shipper: 'DHL' as const, trackingNumber: '77', shippedOn: today };
    expect((await ask(orders.changeShipment, corrected)).shipments).toMatchObject([
      { shipper: 'DHL', trackingNumber: '77', places: [{ orderItem: 1, ranges: [{ from: 1, to: 2 }] }] },
    ]);
    expect((await ask(orders.withdrawShipment, fields)).state).toBe('Submitted');
    expect(await waits(orderKey)).toBe(true);
    expect(await call(orders.withdrawShipment, fields)).toMatchObject({ status: 404 });
    const [was, is] = [
      { quantity: 2, shipper: 'UPS', trackingNumber: '1Z9' },
      { quantity: 2, shipper: 'DHL', trackingNumber: '77' },
    ];
    expect(await auditOf('order', orderKey)).toMatchObject([
      { action: 'ship order', after: was },
      { action: 'change shipment', before: was, after: is },
      { action: 'withdraw shipment', before: is },
    ]);
    expect((await call(orders.releaseUnit, { orderKey, UnitSerNum: units[1]!.UnitSerNum, as: producer })).status).toBe(
      200,
    );
    expect(await ship(orderKey)).toMatchObject({
      body: { shipments: [{ places: [{ ranges: [{ from: 1, to: 1 }] }] }] },
    });
  });

  it('either ship or leave their order, if people do both at once', async () => {
    const { orderKey, units } = await anAllottedOrder();
    const release = ({ UnitSerNum }: UnitRecord) => call(orders.releaseUnit, { orderKey, UnitSerNum, as: producer });
    const shipped = async () => (await ask(orders.get, { orderKey, as: dealer })).shipments.length;
    const [one, two] = units as [UnitRecord, UnitRecord];

    let shippedFirst = beforeNextTransaction(() => ship(orderKey));
    expect((await release(one)).status).toBe(409);
    expect([shippedFirst(), await shipped()]).toEqual([true, 1]);
    expect(await stored(one)).toMatchObject({ DealerKey: 22, UnitID: '0041' });
    const { shipmentKey } = (await ask(orders.get, { orderKey, as: dealer })).shipments[0]!;
    await ask(orders.withdrawShipment, { orderKey, shipmentKey, as: producer });

    // The mark of the unit that leaves is stored, and nothing after it.
    const found = loseTable(2, 'before');
    await release(one);
    expect(found()).toBe(true);
    expect((await ship(orderKey)).body).toMatchObject({
      shipments: [{ places: [{ orderItem: 1, ranges: [{ from: 2, to: 2 }] }] }],
    });
    expect(await allot(orderKey, [one])).toMatchObject([
      { reason: 'Somebody takes the unit out of this order. Take it out again to complete that' },
    ]);
    expect(await ship(orderKey)).toMatchObject({
      ...{ status: 409, body: { message: expect.stringMatching(/^The units that are left are being taken out/) } },
    });
    const details = await ask(orders.shippingDetails, { uidOrderItemKey: `${orderKey}-1`, as: producer });
    expect(details.items.map(({ leaving }) => leaving)).toEqual([true, undefined]);
    expect((await release(one)).status).toBe(200);
    expect(await stored(one)).toMatchObject({ DealerKey: 1, UnitID: '' });
    expect((await release(two)).status).toBe(409);

    const left = await anAllottedOrder();
    shippedFirst = beforeNextTransaction(() =>
      call(orders.releaseUnit, { orderKey: left.orderKey, UnitSerNum: left.units[0]!.UnitSerNum, as: producer }),
    );
    expect((await ship(left.orderKey)).body).toMatchObject({
      shipments: [{ places: [{ ranges: [{ from: 2, to: 2 }] }] }],
    });
  });

  it('are refused with a day that cannot be, without an item, and for people of a dealer', async () => {
    const { orderKey } = await anAllottedOrder();
    expect(await ship(orderKey, { shippedOn: '2099-01-01' })).toMatchObject({ status: 422 });
    expect(await ship(orderKey, { shippedOn: '2026-11-18' })).toMatchObject({ status: 422 });
    const { shipments } = (await ship(orderKey)).body as { shipments: Shipment[] };
    const { shipmentKey } = shipments[0]!;
    for (const shippedOn of ['2099-01-01', '2026-11-18'])
      expect(
        await call(orders.changeShipment, { orderKey, shipmentKey, shipper: 'UPS', shippedOn, as: producer }),
      ).toMatchObject({ status: 422, body: { issues: [{ path: 'shippedOn' }] } });
    await ask(orders.withdrawShipment, { orderKey, shipmentKey, as: producer });
    expect(await ship(orderKey, { orderItems: [] })).toMatchObject({ status: 422 });
    expect(await ship(orderKey, { orderItems: [2] })).toMatchObject({ status: 409 });
    expect(await ship(orderKey, { as: dealer })).toMatchObject({ status: 403 });
  });
});
