import { beforeAll, expect, it } from 'vitest';
import { auditEntry, recordAudit, SYSTEM } from '#data/audit/audit.ts';
import { UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { runScript } from '../scripts/support.ts';

const LINK = { vitalsPatient: 'P-1001', vitalsPortal: 'Example Vitals' };

beforeAll(someDealers);

async function aLinkedUnit(UnitStatus: number, actions: ('link vitals patient' | 'set unit free')[]) {
  const { UnitSerNum } = await aUnit({ dealer: 22, UnitStatus, ...LINK } as Parameters<typeof aUnit>[0]);
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
