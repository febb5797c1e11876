import { beforeAll, describe, expect, it } from 'vitest';
import { units } from '#core/units/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { vitals } from '#core/vitals/contract.ts';
import { UnitCustomerEntity } from '#data/customers/unit-customer.ts';
import { UnitEntity } from '#data/units/units.ts';
import { readLinkedUnit, saveVitalsLink } from '#data/vitals/vitals-link.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

const ROSE = { id: 'P-1001', portalName: 'Example Vitals' };
const IRIS = { id: 'P-1001', portalName: 'Second Vitals' };
const ROSE_AT = { vitalsPatient: 'P-1001', vitalsPortal: 'Example Vitals' };

let as: UserRecord;
let hidden: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
  hidden = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'HIDE_CUSTOMER'] });
});

const detailOf = async (id: string, reader = as) => (await ask(units.get, { id, as: reader })).UnitDetailTable;

describe('the patients of a vitals portal', () => {
  it("are those of the unit's dealer, without one that is not readable [P2-C31]", async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    expect(await ask(vitals.patients, { UnitSerNum, as })).toEqual({
      patients: [
        { ...IRIS, name: 'Iris Model' },
        { ...ROSE, name: 'Rose Example' },
        { id: 'P-1002', portalName: 'Example Vitals', name: 'Walter Sample' },
      ],
      more: false,
      unreadable: 1,
      customer: null,
    });
    const named = await ask(vitals.patients, { UnitSerNum, search: 'sample  p-10', as });
    expect(named.patients.map(({ id }) => id)).toEqual(['P-1002']);
    const other = await aUnit({ dealer: 2201 });
    expect(await ask(vitals.patients, { UnitSerNum: other.UnitSerNum, as })).toEqual({
      ...{ patients: [], more: false, unreadable: 0, customer: null },
    });
    const foreign = await aUnit({ dealer: 49 });
    expect((await call(vitals.patients, { UnitSerNum: foreign.UnitSerNum, as })).status).toBe(404);
  });
});

describe('the vitals link of a unit', () => {
  it('is set, replaced and removed [P2-B11 P2-C32]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 9 });
    expect(await detailOf(UnitSerNum)).not.toHaveProperty('vitalsPatient');
    expect(await ask(vitals.linkPatient, { UnitSerNum, ...ROSE, as })).toEqual({ UnitSerNum, ...ROSE_AT });
    expect(await detailOf(UnitSerNum)).toMatchObject(ROSE_AT);
    await ask(vitals.linkPatient, { UnitSerNum, ...ROSE, as });
    await ask(vitals.linkPatient, { UnitSerNum, ...IRIS, as });
    expect(await detailOf(UnitSerNum)).toMatchObject({ vitalsPatient: 'P-1001', vitalsPortal: 'Second Vitals' });
    expect(await call(vitals.linkPatient, { UnitSerNum, ...ROSE, remove: true, as })).toMatchObject({
      status: 409,
      body: { message: 'The unit is not linked to this patient' },
    });
    await ask(vitals.linkPatient, { UnitSerNum, ...IRIS, remove: true, as });
    expect(await detailOf(UnitSerNum)).not.toHaveProperty('vitalsPatient');
    const entries = (await auditOf('unit', UnitSerNum)).toSorted((a, b) => a.at.localeCompare(b.at));
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'link vitals patient',
      'link vitals patient',
      'unlink vitals patient',
    ]);
    expect(JSON.stringify(entries)).not.toContain('P-1001');
  });

  it('names only a patient of its own dealer', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22, UnitStatus: 9 });
    expect(await call(vitals.linkPatient, { UnitSerNum, ...ROSE, as })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'id', message: 'There is no such patient' }] },
    });
    expect(await detailOf(UnitSerNum)).not.toHaveProperty('vitalsPatient');
  });

  it('is refused while nobody wears the unit, so the next wearer gets no patient of somebody else', async () => {
    for (const UnitStatus of [5, 8, 11] as const) {
      const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus });
      expect(await call(vitals.linkPatient, { UnitSerNum, ...ROSE, as })).toMatchObject({
        status: 409,
        body: { message: 'Nobody wears the unit, so it cannot be linked to a patient' },
      });
      expect(await detailOf(UnitSerNum)).not.toHaveProperty('vitalsPatient');
      await UnitEntity.patch({ UnitSerNum }).set(ROSE_AT).go();
      await ask(vitals.linkPatient, { UnitSerNum, ...ROSE, remove: true, as });
      expect(await detailOf(UnitSerNum)).not.toHaveProperty('vitalsPatient');
    }
  });

  it('is hidden from people who see no customers', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, ...ROSE_AT });
    expect(await detailOf(UnitSerNum)).toMatchObject(ROSE_AT);
    expect(await detailOf(UnitSerNum, hidden)).not.toHaveProperty('vitalsPatient');
    expect((await call(vitals.linkPatient, { UnitSerNum, ...ROSE, as: hidden })).status).toBe(403);
  });

  it('is refused if somebody else changed it meanwhile', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 9 });
    const was = await readLinkedUnit(scopeOf(as), UnitSerNum);
    await UnitEntity.patch({ UnitSerNum }).set(ROSE_AT).go();
    await expect(saveVitalsLink(scopeOf(as), was, ROSE_AT, TODAY)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is refused if the unit got another customer or another status meanwhile', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 9 });
    const [wearer, next] = ['01KAJN9FR00000000000000001', '01KAJN9FR00000000000000002'];
    const give = (CustomerKey: string) =>
      UnitCustomerEntity.put({ UnitSerNum, CustomerKey, DealerKey: 220, version: 1 }).go();
    await give(wearer);
    const worn = await readLinkedUnit(scopeOf(as), UnitSerNum);
    await give(next);
    await expect(saveVitalsLink(scopeOf(as), worn, ROSE_AT, TODAY)).rejects.toMatchObject({ code: 'CONFLICT' });
    const assigned = await readLinkedUnit(scopeOf(as), UnitSerNum);
    await UnitEntity.patch({ UnitSerNum }).set({ UnitStatus: 5 }).go();
    await expect(saveVitalsLink(scopeOf(as), assigned, ROSE_AT, TODAY)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await detailOf(UnitSerNum)).not.toHaveProperty('vitalsPatient');
  });

  it('is refused if the unit has another customer than the one for whom the patient was chosen', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 9 });
    const [wearer, next] = ['01KAJN9FR00000000000000003', '01KAJN9FR00000000000000004'];
    const give = (CustomerKey: string, DealerKey = 220) =>
      UnitCustomerEntity.put({ UnitSerNum, CustomerKey, DealerKey, version: 1 }).go();
    const shown = async () => (await ask(vitals.patients, { UnitSerNum, as })).customer;
    const link = (customer: string | null) => call(vitals.linkPatient, { UnitSerNum, ...ROSE, customer, as });
    const refused = {
      status: 409,
      body: { message: 'The unit has another customer now. Choose the patient again' },
    };
    const nobody = await shown();
    await give(wearer);
    expect(await link(nobody)).toMatchObject(refused);
    const first = await shown();
    await give(next);
    expect(await link(first)).toMatchObject(refused);
    await give(wearer, 22);
    expect([nobody, first, await shown()]).toEqual([null, wearer, null]);
    expect(await detailOf(UnitSerNum)).not.toHaveProperty('vitalsPatient');
    await give(next);
    expect((await link(await shown())).status).toBe(200);
    expect(await detailOf(UnitSerNum)).toMatchObject(ROSE_AT);
  });

  it('stays behind if the unit moves to another dealer', async () => {
    const was = await aUnit({ dealer: 220, ...ROSE_AT });
    const { UnitSerNum } = was;
    await ask(units.moveToSubDealer, { UnitSerNum, UnitDealerKey: 220, NewDealerKey: 2201, as });
    expect(await detailOf(UnitSerNum)).not.toHaveProperty('vitalsPatient');
  });
});
