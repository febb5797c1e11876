import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#core/audit/contract.ts';
import { demoUnits } from '#core/demo-units/contract.ts';
import { FIRST_DETAILS } from '#core/orders/order.ts';
import { units as unitContract } from '#core/units/contract.ts';
import { UnitCustomerEntity } from '#data/customers/unit-customer.ts';
import { demoUnitStore, settlePlace } from '#data/demo-units/demo-units.ts';
import { OrderEntity, OrderUnitEntity } from '#data/orders/entities.ts';
import { UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitCountEntity, UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';

beforeAll(someDealers);

const anEngineer = (dealer = 22) => aUser({ dealer, flags: ['ENGINEER', 'UNIT_EDIT'] });

async function aDemoUnit(dealer = 22, fields: Parameters<typeof aUnit>[0] = {}) {
  const unit = await aUnit({ dealer, UnitStatus: 5, ...fields });
  const as = await anEngineer(dealer);
  await ask(demoUnits.updateMany, { units: [unit.UnitSerNum], UnitStatus: 37, as });
  return { ...unit, as };
}

const listed = async (input: Parameters<typeof ask<typeof demoUnits.list>>[1]) =>
  (await ask(demoUnits.list, { pageSize: 1000, ...input })).items.map(({ UnitSerNum }) => UnitSerNum);

describe('demo units', () => {
  it('can be read by order: the units that the engineer may see, and which are demo units [P1-C65]', async () => {
    const demo = await aDemoUnit(220);
    const usual = await aUnit({ dealer: 220, UnitStatus: 5 });
    const elsewhere = await aUnit({ dealer: 49, UnitStatus: 5 });
    const orderKey = '01KAJN9FR00000000000008104';
    await OrderEntity.put({
      ...{ orderKey, OrderNumber: 8104, DealerKey: 220, dealerPath: '/1/22/220/', version: 1, details: FIRST_DETAILS },
      items: [],
      shippingLocation: {
        ...{ attention: '', address1: '', address2: '', city: '', state: '', zipCode: '', country: '' },
      },
      ...{ submittedAt: '2026-11-20T10:00:00.000Z', submittedBy: 'Olive of 220' },
    }).go();
    for (const [index, { UnitSerNum }] of [demo, usual, elsewhere].entries())
      await OrderUnitEntity.put({ orderKey, orderItem: 1, place: index + 1, UnitSerNum }).go();
    const as = await anEngineer(22);
    const first = await ask(demoUnits.order, { id: orderKey, pageSize: 1, as });
    const second = await ask(demoUnits.order, { id: orderKey, cursor: first.cursor!, as });
    expect([...first.items, ...second.items].map(({ UnitSerNum, isDemo }) => [UnitSerNum, isDemo])).toEqual([
      [demo.UnitSerNum, true],
      [usual.UnitSerNum, false],
    ]);
    // It came back and has another place now.
    await OrderUnitEntity.patch({ orderKey, orderItem: 1, place: 2 }).set({ isHistory: true }).go();
    const { items } = await ask(demoUnits.order, { id: orderKey, as });
    expect(items.map(({ UnitSerNum }) => UnitSerNum)).toEqual([demo.UnitSerNum]);
    expect((await call(demoUnits.order, { id: orderKey, as: await anEngineer(49) })).status).toBe(404);
  });

  it('are listed with their fields, of a dealer and those below it [P1-B74 P1-C63 P1-E31 P1-E32]', async () => {
    const own = await aDemoUnit(22);
    const below = await aDemoUnit(220);
    const other = await aDemoUnit(49);
    const { items } = await ask(demoUnits.list, { as: own.as });
    expect(items.find(({ UnitSerNum }) => UnitSerNum === own.UnitSerNum)).toEqual({
      UnitSerNum: own.UnitSerNum,
      FullUnitID: expect.stringContaining(own.UnitID),
      UnitModel: own.UnitModel,
      UnitStatus: 5,
      DealerKey: 22,
      DealerName: expect.any(String),
      Report: own.Report,
      Note: '',
      since: expect.any(String),
      version: 1,
    });
    expect(await listed({ as: own.as })).toEqual(expect.arrayContaining([own.UnitSerNum, below.UnitSerNum]));
    expect(await listed({ as: own.as })).not.toContain(other.UnitSerNum);
    const atDealer = await listed({ as: own.as, DealerKey: 220 });
    expect(atDealer).toContain(below.UnitSerNum);
    expect(atDealer).not.toContain(own.UnitSerNum);
    expect((await call(demoUnits.list, { as: own.as, DealerKey: 49 })).status).toBe(404);
  });

  it('are added by unit, with the audit [P1-B76 P1-C64]', async () => {
    const { UnitSerNum } = await aUnit({ UnitStatus: 11 });
    const as = await anEngineer();
    const candidate = await ask(demoUnits.unit, { id: UnitSerNum, as });
    expect(candidate).toMatchObject({ UnitSerNum, UnitStatus: 11, DealerKey: 22, isDemo: false });
    await ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus: 5, as });
    expect(await ask(demoUnits.unit, { id: UnitSerNum, as })).toMatchObject({ UnitStatus: 5, isDemo: true });
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'add demo unit', before: { UnitStatus: 11 }, after: { UnitStatus: 5 } },
    ]);
  });

  it('get a status in one step; all or none if one cannot get it [P1-B79 P1-C66 P1-S12 P1-S13]', async () => {
    const one = await aDemoUnit();
    const two = await aDemoUnit(22, { UnitStatus: 11 });
    const both = [one.UnitSerNum, two.UnitSerNum];
    const refused = await call(demoUnits.updateMany, { units: both, UnitStatus: 9, as: one.as });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `${two.UnitSerNum}: A unit cannot change from New to Assigned`,
    ]);
    const stored = async (UnitSerNum: string) => (await UnitEntity.get({ UnitSerNum }).go()).data?.UnitStatus;
    expect(await Promise.all(both.map(stored))).toEqual([5, 11]);
    expect(await ask(demoUnits.updateMany, { units: both, UnitStatus: 33, as: one.as })).toEqual({
      changed: both,
      failed: [],
    });
    expect(await Promise.all(both.map(stored))).toEqual([33, 33]);
  });

  it('of other dealers do not exist for who changes many, and then none is changed', async () => {
    const own = await aDemoUnit();
    const other = await aDemoUnit(49);
    const units = [own.UnitSerNum, other.UnitSerNum];
    const { status } = await call(demoUnits.updateMany, { units, UnitStatus: 33, as: own.as });
    expect(status).toBe(404);
    expect((await UnitEntity.get(own).go()).data?.UnitStatus).toBe(5);
  });

  it('keep their status while they have a customer', async () => {
    const { UnitSerNum, as } = await aDemoUnit(22, { UnitStatus: 9 });
    await UnitCustomerEntity.put({
      UnitSerNum,
      DealerKey: 22,
      CustomerKey: '01KAJN9FR00000000000000471',
      version: 1,
    }).go();
    const { failed } = await ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus: 5, as });
    expect(failed).toEqual([{ UnitSerNum, message: 'The unit has a customer. Remove it from the customer first' }]);
  });

  it('keep their status if they get a customer at the same moment', async () => {
    const { UnitSerNum, as } = await aDemoUnit(22, { UnitStatus: 9 });
    const link = { UnitSerNum, DealerKey: 22, CustomerKey: '01KAJN9FR00000000000000472', version: 1 };
    beforeNextTransaction(() => UnitCustomerEntity.put(link).go());
    const { failed } = await ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus: 5, as });
    expect(failed).toEqual([{ UnitSerNum, message: 'The unit has a customer. Remove it from the customer first' }]);
    expect((await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data?.UnitStatus).toBe(9);
  });

  it('are not changed if their unit gets another status at the same moment', async () => {
    const { UnitSerNum, as } = await aDemoUnit();
    beforeNextTransaction(() => UnitEntity.patch({ UnitSerNum }).set({ UnitStatus: 8 }).go());
    const { failed } = await ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus: 33, as });
    expect(failed).toEqual([{ UnitSerNum, message: 'The unit changed meanwhile. Please load it again' }]);
    expect((await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data?.UnitStatus).toBe(8);
  });

  it('lose their vitals link when nobody wears them any more', async () => {
    const linked = { vitalsPatient: 'P-1001', vitalsPortal: 'Example Vitals' };
    const linkAfter = async (from: 9 | 33, UnitStatus: 5 | 33) => {
      const { UnitSerNum, as } = await aDemoUnit(22, { UnitStatus: from, ...linked });
      await ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus, as });
      const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
      return [data?.vitalsPatient, data?.vitalsPortal];
    };
    expect(await linkAfter(9, 5)).toEqual(['', '']);
    expect(await linkAfter(33, 5)).toEqual(['', '']);
    expect(await linkAfter(9, 33)).toEqual(['P-1001', 'Example Vitals']);
  });

  it('say in the audit which vitals portal they were linked to, but not to who may see no customers', async () => {
    const { UnitSerNum, as } = await aDemoUnit(22, {
      ...{ UnitStatus: 9, vitalsPatient: 'P-1001', vitalsPortal: 'Example Vitals' },
    });
    await ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus: 5, as });
    const seen = async (...more: 'HIDE_CUSTOMER'[]) => {
      const reader = await aUser({ dealer: 22, flags: ['ADMIN', 'UNIT_EDIT', ...more] });
      return (await ask(audit.ofObject, { objectKind: 'unit', objectId: UnitSerNum, as: reader })).items;
    };
    expect(JSON.stringify(await seen())).toContain('Example Vitals');
    const hidden = await seen('HIDE_CUSTOMER');
    expect(hidden.map(({ action }) => action)).toContain('edit demo unit');
    expect(JSON.stringify(hidden)).not.toContain('Example Vitals');
  });

  it('are edited in the version that was read [P1-B78 P1-C67]', async () => {
    const { UnitSerNum, as } = await aDemoUnit();
    const edit = { UnitSerNum, version: 1, UnitStatus: 9 as const, Note: 'At the fair', as };
    expect(await ask(demoUnits.update, edit)).toMatchObject({ UnitStatus: 9, Note: 'At the fair', version: 2 });
    expect((await call(demoUnits.update, { ...edit, Note: 'Late' })).status).toBe(409);
    const plain = await aUnit({ UnitStatus: 5 });
    expect((await call(demoUnits.update, { ...edit, UnitSerNum: plain.UnitSerNum })).status).toBe(404);
  });

  it('keep the note of the first of two people who edit them at once', async () => {
    const { UnitSerNum, as } = await aDemoUnit();
    const edit = (Note: string) =>
      call(demoUnits.update, { UnitSerNum, version: 1, UnitStatus: 37 as const, Note, as });
    beforeNextTransaction(() => edit('At the fair'));
    expect(await edit('In the office')).toMatchObject({
      status: 409,
      body: { message: 'Somebody else changed the demo unit meanwhile. Please load it again' },
    });
    expect(await demoUnitStore.get(UnitSerNum)).toMatchObject({ Note: 'At the fair', version: 2 });
  });

  it('that are destroyed leave the units without a secret and their counts', async () => {
    const { UnitSerNum, UnitModel, as } = await aDemoUnit(91);
    const count = async () =>
      (await UnitCountEntity.get({ DealerKey: 91, UnitModel }).go({ consistent: true })).data!.withoutSecret!;
    const before = await count();
    await ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus: 8, as });
    expect((await UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true })).data).toBeNull();
    expect(await count()).toBe(before - 1);
  });

  it('follow their unit to another dealer, without the note', async () => {
    const { UnitSerNum, as } = await aDemoUnit(22);
    await ask(demoUnits.update, { UnitSerNum, version: 1, UnitStatus: 37, Note: 'Lent to Kim', as });
    await ask(unitContract.moveToSubDealer, { UnitSerNum, UnitDealerKey: 22, NewDealerKey: 220, as });
    for (let time = 0; time < 2; time++) await settlePlace(UnitSerNum);
    const { items } = await ask(demoUnits.list, { pageSize: 1000, as: await anEngineer(220) });
    expect(items.find((one) => one.UnitSerNum === UnitSerNum)).toMatchObject({ DealerKey: 220, Note: '', version: 3 });
  });

  describe('whose unit was moved just now', () => {
    /** A demo unit of dealer 220 that has the place and the note of dealer 22 still. */
    async function aMovedUnit() {
      const { UnitSerNum, as } = await aDemoUnit(22);
      await ask(demoUnits.update, { UnitSerNum, version: 1, UnitStatus: 37, Note: 'Lent to Kim', as });
      await ask(unitContract.moveToSubDealer, { UnitSerNum, UnitDealerKey: 22, NewDealerKey: 220, as });
      return { UnitSerNum, as: await anEngineer(220) };
    }

    it('lose the note of the former dealer if the new one changes their status first', async () => {
      const { UnitSerNum, as } = await aMovedUnit();
      await ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus: 33, as });
      expect(await demoUnitStore.get(UnitSerNum)).toMatchObject({ DealerKey: 220, Note: '' });
    });

    it('keep the note that the new dealer writes at the same moment', async () => {
      const { UnitSerNum, as } = await aMovedUnit();
      const noted = beforeNextTransaction(() =>
        ask(demoUnits.update, { UnitSerNum, version: 2, UnitStatus: 37, Note: 'At our fair', as }),
      );
      await settlePlace(UnitSerNum);
      expect(noted()).toBe(true);
      expect(await demoUnitStore.get(UnitSerNum)).toMatchObject({ DealerKey: 220, Note: 'At our fair' });
    });
  });

  it('are for engineers only [P1-A12]', async () => {
    const as = await aUser({ flags: ['ADMIN', 'UNIT_EDIT', 'PRODUCTION'] });
    expect((await call(demoUnits.list, { as })).status).toBe(403);
  });
});
