import { beforeAll, describe, expect, it } from 'vitest';
import { sims } from '#core/sims/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { FleetReadingEntity } from '#data/sims/fleet-readings.ts';
import { simDifferenceStore } from '#data/sims/sim-differences.ts';
import { iccidOf } from '#local/carriers/sim.ts';
import { call } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage } from '#support/page.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';

const [WAITS, NEEDLESS, STOPPED] = [iccidOf(0, 1_010), iccidOf(0, 1_011), iccidOf(0, 1_012)];
let [waits, needless, stopped] = [] as unknown as [UnitRecord, UnitRecord, UnitRecord];

beforeAll(async () => {
  const ofAtt = { dealer: 22, ICCID1Carrier: 0, ICCID2: '' } as const;
  waits = await aUnit({ ...ofAtt, ICCID1: WAITS, ICCID1State: 36, UnitStatus: 9 });
  needless = await aUnit({ ...ofAtt, ICCID1: NEEDLESS, ICCID1State: 15, UnitStatus: 5 });
  for (const unit of [waits, needless])
    await simDifferenceStore.settle(unit, 1, { told: 14, status: 'ACTIVATED' }, Date.now());
  stopped = await aUnit({ ...ofAtt, ICCID1: STOPPED, ICCID1State: 14, UnitStatus: 9 });
  await simDifferenceStore.settle(stopped, 1, { told: null, status: 'SUSPENDED' }, Date.now());
  const startedAt = new Date().toISOString();
  await FleetReadingEntity.put({ carrier: 0, startedAt, read: 1_234, stamp: 'of the test' }).go();
});

const open = async (flags: readonly ('SIM' | 'SIM_EDIT')[]) =>
  openPage({
    as: await newPerson({ first: 'Sima', last: 'Holt', dealer: 22, flags: [...flags] }),
    at: '/reports/simDifferences',
  });

describe('the SIM differences', () => {
  it('say what the portal and the carrier say, the likely cause, and how far the carriers were read', async () => {
    const page = await open(['SIM_EDIT']);
    const row = page.getByRole('row').filter({ hasText: waits.UnitSerNum });
    for (const text of ['Provisioning Voice', 'Activated', 'AT&T', WAITS])
      await row.getByText(text, { exact: true }).waitFor();
    await row.getByText('The line got its voice', { exact: true }).waitFor();
    // A state that the portal does not have goes by the carrier's name, and no click in the portal mends it.
    const other = page.getByRole('row').filter({ hasText: stopped.UnitSerNum });
    for (const text of ['Activated', 'SUSPENDED', 'State unknown to us'])
      await other.getByText(text, { exact: true }).waitFor();
    expect(await other.getByRole('button', { name: /^(Store|Activate|Deactivate)/ }).count()).toBe(0);
    await page.getByText(/^AT&T: begun/).waitFor();
    await expectAccessible(page);
    await picture(page, 'sim-differences-rows');
  });

  it('leave the list by one click that stores what the carrier says', async () => {
    const page = await open(['SIM_EDIT']);
    await page.getByRole('button', { name: `Store what it says: SIM ${WAITS}`, exact: true }).click();
    await page.getByText('The portal has the state of the carrier', { exact: true }).first().waitFor();
    await page.getByRole('row').filter({ hasText: waits.UnitSerNum }).waitFor({ state: 'detached' });
  });

  itInDepth('leave the list when the carrier is asked, after a question', async () => {
    const page = await open(['SIM_EDIT']);
    await page.getByRole('button', { name: `Deactivate: SIM ${NEEDLESS}`, exact: true }).click();
    const question = page.getByRole('alertdialog');
    await acknowledge(question);
    await question.getByRole('button', { name: 'Change the SIM', exact: true }).click();
    await page.getByRole('row').filter({ hasText: needless.UnitSerNum }).waitFor({ state: 'detached' });
  });

  it('are shown without actions to those who only see SIMs', async () => {
    await simDifferenceStore.settle(needless, 1, { told: 14, status: 'ACTIVATED' }, Date.now());
    const page = await open(['SIM']);
    await page.getByRole('row').filter({ hasText: needless.UnitSerNum }).waitFor();
    expect(await page.getByRole('button', { name: /^(Store|Deactivate)/ }).count()).toBe(0);
    expect((await call(sims.differences, {})).status).toBe(401);
  });
});
