import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { units } from '#core/units/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { DEALER_MOVED, DealerEntity } from '#data/dealers/dealers.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

let user: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
});

const reportOf = async (UnitSerNum: string) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data?.Report;

describe('turning the reporting of a unit on or off', () => {
  it('stores it, with an audit entry of who, from what and to what [P2-C70]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, Report: 1 });
    const answer = await ask(units.setReporting, { UnitSerNum, Report: 0, as: user });
    expect(answer).toEqual({ UnitSerNum, Report: 0 });
    expect(await reportOf(UnitSerNum)).toBe(0);
    const [entry, ...others] = await auditOf('unit', UnitSerNum);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'switch reporting',
      actorKey: user.UserKey,
      actorName: user.UserName,
      asUserKey: user.UserKey,
      dealerKey: 220,
      before: { Report: 1 },
      after: { Report: 0 },
    });
    expect(Math.abs(Date.parse(entry!.at) - Date.now())).toBeLessThan(60_000);
  });

  it('to the same value changes nothing and adds no audit entry', async () => {
    const { UnitSerNum } = await aUnit({ Report: 1 });
    expect((await call(units.setReporting, { UnitSerNum, Report: 1, as: user })).status).toBe(200);
    expect(await auditOf('unit', UnitSerNum)).toEqual([]);
  });

  it('is refused after a simultaneous change, without a trace', async () => {
    const was = await aUnit({ Report: 1 });
    await unitChangeStore.setReporting(scopeOf(user), was, 0, TODAY);
    const second = unitChangeStore.setReporting(scopeOf(user), was, 0, TODAY);
    await expect(second).rejects.toMatchObject({ code: 'CONFLICT', message: 'The unit changed meanwhile' });
    expect(await auditOf('unit', was.UnitSerNum)).toHaveLength(1);
  });

  it('is refused if the unit has another dealer meanwhile', async () => {
    const was = await aUnit({ dealer: 22, Report: 1 });
    await UnitEntity.patch({ UnitSerNum: was.UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    await expect(unitChangeStore.setReporting(scopeOf(user), was, 0, TODAY)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await reportOf(was.UnitSerNum)).toBe(1);
  });

  it('is refused while the unit has not followed its dealer to another place, like each change of a unit', async () => {
    const dealerAt = (dealerPath: string) =>
      DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath, tree: 'all' }).go();
    onTestFinished(async () => void (await dealerAt('/1/22/220/')));
    const was = await aUnit({ dealer: 220, Report: 1, ICCID1State: 14 });
    const { UnitSerNum } = was;
    await dealerAt('/1/49/220/');
    const refused = { status: 409, body: { message: DEALER_MOVED } };
    expect(await call(units.setReporting, { UnitSerNum, Report: 0, as: user })).toMatchObject(refused);
    await expect(unitChangeStore.correctSimState(SYSTEM, was, 1, 15, TODAY)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: DEALER_MOVED,
    });
    const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    expect(data).toMatchObject({ Report: 1, ICCID1State: 14 });
    expect(await auditOf('unit', UnitSerNum)).toEqual([]);
  });

  it('succeeds once per confirmed request if many are simultaneous', async () => {
    const { UnitSerNum } = await aUnit({ Report: 1 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(units.setReporting, { UnitSerNum, Report: 0, as: user })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(await auditOf('unit', UnitSerNum)).toHaveLength(1);
    expect(await reportOf(UnitSerNum)).toBe(0);
  });

  it.each([2, -1, '1', true, null])('accepts 0 or 1, not %j [P2-E05]', async (Report) => {
    const { UnitSerNum } = await aUnit();
    const answer = await call(units.setReporting, { UnitSerNum, Report: Report as 0, as: user });
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'Report' }] } });
  });

  it('needs the right to edit units, not only to view them [P2-A13]', async () => {
    const { UnitSerNum } = await aUnit();
    const viewer = await aUser({ flags: ['UNIT_VIEW'] });
    expect((await call(units.setReporting, { UnitSerNum, Report: 0, as: viewer })).status).toBe(403);
    expect((await call(units.get, { id: UnitSerNum, as: viewer })).status).toBe(200);
  });
});
