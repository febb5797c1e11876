import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { carrierOf } from '#core/sims/carrier.ts';
import type { sims } from '#core/sims/contract.ts';
import { liveState, simSlot } from '#core/sims/live-state.ts';
import { iccidOf } from '#local/carriers/sim.ts';
import { openPage, seededUnit } from '#support/page.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';
import type { Output } from '#web/lib/api/api.ts';

const { UnitSerNum, ICCID1 } = seededUnit('MXD-LTE');
const dates = { dateActivated: '2026-01-01T00:00:00.000Z', SIMOTADate: '2026-01-02T00:00:00.000Z' };
function slot(iccid: string, status: string, voiceNotReady = false) {
  const sim = {
    carrier: carrierOf(iccid)!,
    iccid,
    deviceDetails: { status, ...dates },
    sessionInfo: {},
    usage: { dataBytes: 0, sms: 0 },
    voiceNotReady,
    pendingActivation: false,
  };
  const stored = voiceNotReady ? 36 : 14;
  return simSlot(sim, stored, liveState(sim, stored));
}
const WAITING = iccidOf(1, 9, 'provisioningVoice');

/** The SIM tab of a unit that uses the SIM in slot 1. Its answers to changes are the given ones. */
async function openSims(status = 500): Promise<{ page: Page; sent: unknown[] }> {
  const page = await openPage({ as: 'engineer@watchkeep.example' });
  const answer: Output<typeof sims.simData> = {
    slot1: slot(ICCID1!, 'active'),
    slot2: slot(WAITING, 'active', true),
    dualSimReady: true,
    deactivateOnStartUp: null,
  };
  const sent: unknown[] = [];
  await page.route('**/api/unit/simdata/*', (route) => route.fulfill({ json: answer }));
  await page.route('**/api/unitSim/correctSimStateInDB', (route) =>
    route.fulfill({ json: { corrected: false, from: 36, to: 36 } }),
  );
  for (const path of ['**/api/simState', '**/api/unitUpdateSimStateOverRide'])
    await page.route(path, (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill(
        status === 200
          ? { json: { outcome: 'done', state: 15 } }
          : { status, json: { code: 'UNAVAILABLE', message: 'AT&T does not answer. Try again later' } },
      );
    });
  await page.goto(`/unitManagement/unitEdit?Unit=${UnitSerNum}&tabIndex=1`);
  return { page, sent };
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('the SIM tab', () => {
  it('asks before a SIM in use is switched off, and cancelling flips the switch back [P2-B50 P2-B125 P2-B121 P2-B122 P2-B123]', async () => {
    const { page, sent } = await openSims(200);
    const toggle = page.locator('input[name=sim1]');
    const label = part(page, 'Slot 1').getByText('SIM is activated', { exact: true });
    await label.click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    expect(await question.getByRole('checkbox').count()).toBe(3);
    expect(await toggle.isChecked()).toBe(false);
    await expectAccessible(page);
    await picture(page, 'sim-deactivate');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => toggle.isChecked()).toBe(true);
    expect(sent).toEqual([]);
  });

  it("offers 'change to activated' in slot 2 only [P2-S22]", async () => {
    const { page, sent } = await openSims(200);
    const button = { name: 'Change to activated' };
    await part(page, 'Slot 2').getByRole('button', button).click();
    await expect.poll(() => sent).toMatchObject([{ unitDetails: { UnitSerNum, ICCID2: WAITING } }]);
    expect(await part(page, 'Slot 1').getByRole('button', button).count()).toBe(0);
  });

  it('says in the words of the specification that the override failed, whatever the cause [P2-M12]', async () => {
    const { page } = await openSims(200);
    const failed = page.getByText('Error overriding state. Retry. If problem persist, please contact support', {
      exact: true,
    });
    const override = part(page, 'Slot 2').getByRole('button', { name: 'Change to activated' });
    await page.route('**/api/unitUpdateSimStateOverRide', (route) => route.abort());
    await override.click();
    await failed.first().waitFor();
    await page.route('**/api/unitUpdateSimStateOverRide', (route) =>
      route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'The SIM does not wait for voice' } }),
    );
    await override.click();
    await page.getByText('The SIM does not wait for voice', { exact: true }).first().waitFor();
    await failed.first().waitFor({ state: 'detached' });
  });

  it('changes the carrier after a question, and asks whether the SIM that is left is deactivated [P2-B06 P2-B51 P2-B126]', async () => {
    const { page } = await openSims(200);
    const asked: unknown[] = [];
    for (const path of ['**/api/unitSim/deactivateOnStartUp', '**/api/unit/SimulationType'])
      await page.route(path, (route) => {
        asked.push({ ...route.request().postDataJSON(), path: new URL(route.request().url()).pathname });
        return route.fulfill({
          json: path.endsWith('SimulationType')
            ? { commandId: 'c', state: 'sent', validUntil: '2026-11-23T12:00:00.000Z' }
            : { UnitSerNum, iccid: ICCID1, deactivate: true },
        });
      });
    await page.getByRole('button', { name: 'Change carrier' }).click();
    const dialog = page.getByRole('dialog', { name: `Change the carrier of ${UnitSerNum}` });
    await dialog.getByRole('checkbox', { name: /^Deactivate the SIM of \S+ once the switch is done$/ }).press('Space');
    await expectAccessible(page);
    await picture(page, 'change-carrier');
    await dialog.getByRole('button', { name: 'Change carrier' }).click();
    const question = page.getByRole('alertdialog');
    await acknowledge(question);
    await question.getByRole('button', { name: 'Change carrier' }).click();
    await expect
      .poll(() => asked)
      .toEqual([
        {
          ...{ path: '/api/unitSim/deactivateOnStartUp', UnitSerNum, iccid: ICCID1, deactivate: true },
          acknowledged: ['activationFee', 'callerId'],
        },
        { path: '/api/unit/SimulationType', UnitSerNum, SimulationType: 'Verizon' },
      ]);
    await dialog.waitFor({ state: 'hidden' });
  });

  it('requests a number that people can dial where the carrier gives one [P2-C36]', async () => {
    const { page } = await openSims(200);
    const asked: unknown[] = [];
    await page.route('**/api/carrier/ManageDialableMSISDNRequest', (route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { outcome: 'accepted' } });
    });
    expect(await part(page, 'Slot 2').getByRole('button', { name: 'Request a number' }).count()).toBe(0);
    await part(page, 'Slot 1').getByRole('button', { name: 'Request a number' }).click();
    const dialog = page.getByRole('dialog', { name: `Request a number for SIM ${ICCID1}` });
    await dialog.getByRole('button', { name: 'Ask the carrier' }).click();
    await dialog.getByText('Enter a ZIP code, such as 84097 or K1A 0B1', { exact: true }).waitFor();
    await dialog.getByRole('textbox', { name: 'ZIP code' }).fill('84097');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Ask the carrier' }).click();
    await expect.poll(() => asked).toEqual([{ UnitSerNum, slot: 1, iccid: ICCID1, zipcode: '84097' }]);
  });
});
