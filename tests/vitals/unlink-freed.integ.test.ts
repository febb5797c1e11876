import { beforeAll, expect, it } from 'vitest';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry, recordAudit, SYSTEM } from '#data/audit/audit.ts';
import { DEALER_MOVED } from '#data/dealers/dealers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { unlinkFreedUnits } from '#data/vitals/unlink-freed.ts';
import { auditOf } from '#support/audit.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import { runScript } from '../scripts/support.ts';

const LINK = { vitalsPatient: 'P-1001', vitalsPortal: 'Example Vitals' };

beforeAll(someDealers);

async function aLinkedUnit(
  UnitStatus: UnitRecord['UnitStatus'],
  actions: ('link vitals patient' | 'set unit free')[],
  more: Partial<UnitRecord> = {},
) {
  const { UnitSerNum } = await aUnit({ dealer: 22, UnitStatus, ...LINK, ...more });
  const about = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: 22 } as const;
  for (const [index, action] of actions.entries())
    await recordAudit(auditEntry(SYSTEM, { ...about, action }, Date.now() - 60_000 + index * 1_000));
  return UnitSerNum;
}

const linkOf = async (UnitSerNum: string) => {
  const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
  return data?.vitalsPatient;
};

it('units that kept their patient when they were set free lose it once `npm run upgrade:table` has run, and no others', async () => {
  const [ready, next, repair, worn, again, mended] = await Promise.all([
    aLinkedUnit(5, []),
    aLinkedUnit(9, ['link vitals patient', 'set unit free']),
    aLinkedUnit(33, ['link vitals patient', 'set unit free']),
    aLinkedUnit(9, ['link vitals patient']),
    aLinkedUnit(9, ['set unit free', 'link vitals patient']),
    aLinkedUnit(33, []),
  ]);
  const upgrade = () => runScript('upgrade-table.ts', ['--table', process.env.TABLE_NAME!]);
  const { code, stdout, stderr } = await upgrade();
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^3 free units were unlinked from a patient$/m);
  expect(await Promise.all([ready, next, repair].map(linkOf))).toEqual(['', '', '']);
  const kept = await Promise.all([worn, again, mended].map(linkOf));
  expect(kept).toEqual(Array(3).fill(LINK.vitalsPatient));
  expect((await auditOf('unit', next)).at(-1)).toMatchObject({
    ...{ action: 'unlink vitals patient', actorKey: 'system', before: { vitalsPortal: LINK.vitalsPortal } },
  });
  expect((await upgrade()).stdout).toMatch(/^0 free units were unlinked from a patient$/m);
}, 120_000);

it('a unit whose dealer moves, and one that is deleted meanwhile, do not keep others from being unlinked', async () => {
  const [moving, deleted, other] = await Promise.all([
    // Of one model, so that they are read together, before the deletion.
    aLinkedUnit(5, [], { UnitModel: 'MXD-LTE', dealerPath: '/1/49/22/' }),
    aLinkedUnit(5, [], { UnitModel: 'MXD-LTE' }),
    aLinkedUnit(5, [], { UnitModel: 'MXD-LTE' }),
  ]);
  beforeNextTransaction(() => UnitEntity.delete({ UnitSerNum: deleted }).go());
  expect(await unlinkFreedUnits(Date.now())).toEqual({ count: 1, left: [`${moving}: ${DEALER_MOVED}`] });
  expect(await Promise.all([moving, other].map(linkOf))).toEqual([LINK.vitalsPatient, '']);
  const { code, stderr } = await runScript('upgrade-table.ts', ['--table', process.env.TABLE_NAME!]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `These are left. Run this again in some minutes:\n${moving}: ${DEALER_MOVED}\n`,
  });
}, 120_000);
