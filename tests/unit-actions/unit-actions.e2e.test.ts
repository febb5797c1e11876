import { describe, expect, it } from 'vitest';
import { commandStore } from '#data/consoles/commands.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { aBridgeThatAnswers } from '#support/a-bridge.ts';
import { changeLook, LOOKS } from '#support/browser.ts';
import { aUnit } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { newPerson, openPage } from '#support/page.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';

async function openActions(fields: Parameters<typeof aUnit>[0] = {}) {
  const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', ...fields });
  const page = await openPage({ as: ENGINEER, at: `/unitManagement/unitEdit?Unit=${UnitSerNum}` });
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const question = page.getByRole('alertdialog');
  const answer = (name: string) => question.getByRole('button', { name, exact: true }).click();
  const stored = async () => (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!;
  return { UnitSerNum, page, choose, toast, question, answer, stored, dialog: page.getByRole('dialog') };
}

describe('the menu of a unit', () => {
  it('stores flags and switches after a question [P2-M50]', async () => {
    const { page, choose, toast, answer, stored } = await openActions({
      tcpFail: 6,
      RemoteLog: '0',
      AllowSMSConnect: '1',
    });
    await choose('Reset the error flag');
    await answer('Reset the flag');
    await toast('Database updated');
    await expect.poll(async () => (await stored()).tcpFail).toBe(0);
    await choose('Switch the remote log on for 7 days');
    await answer('Switch on');
    await page.getByText(/^On until/).waitFor();
    await choose('Forbid connecting by SMS');
    await answer('Forbid');
    await page.getByText('Not allowed', { exact: true }).first().waitFor();
    expect((await stored()).AllowSMSConnect).toBe('0');
    await page.getByRole('button', { name: 'More actions' }).click();
    for (const [look, its] of Object.entries(LOOKS)) {
      await changeLook(page, its);
      await picture(page, `unit-actions-${look}`);
    }
  });

  it('changes the mode after a question [P2-B68 P2-V12]', async () => {
    const { UnitSerNum, page, choose, toast, question, answer, dialog } = await openActions();
    await choose('Change the mode…');
    await dialog.getByRole('combobox', { name: 'Mode' }).selectOption('Pairing');
    await dialog.getByLabel('Zone').fill('3');
    await expectAccessible(page);
    await picture(page, 'unit-mode');
    await dialog.getByRole('button', { name: 'Change mode' }).click();
    await acknowledge(question);
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    await answer('Change mode');
    await toast('The command waits. The unit gets it if it connects within 10 minutes');
    expect(await commandStore.waiting(UnitSerNum)).toMatchObject([{ arguments: { mode: 'Pairing', zone: 3 } }]);
  });

  it('asks before a typed command or text that takes the unit out of reach', async () => {
    const { UnitSerNum, page, choose, toast, question, answer, dialog } = await openActions();
    await choose('Send a command…');
    await dialog.getByRole('textbox').fill('gotomode pairing 3');
    await dialog.getByRole('button', { name: 'Send command' }).click();
    await question.getByText(`Change the mode of ${UnitSerNum} to Pairing?`, { exact: true }).waitFor();
    await answer('Cancel');
    await dialog.getByRole('textbox').fill('reboot');
    await dialog.getByRole('button', { name: 'Send command' }).click();
    await acknowledge(question);
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    await answer('Reboot unit');
    await toast('The command waits. The unit gets it if it connects within 10 minutes');
    expect(await commandStore.waiting(UnitSerNum)).toMatchObject([{ command: 'Reboot' }]);
    await choose('Send a text message…');
    await dialog.getByRole('textbox').fill('Reboot');
    await page.getByRole('button', { name: 'Send text message', exact: true }).click();
    await question.getByText(`Reboot ${UnitSerNum}?`, { exact: true }).waitFor();
  });

  it('records a new battery, and says that its data come with the next ping [P2-B56 P2-M51]', async () => {
    const { page, choose, toast, dialog, stored } = await openActions();
    await choose('Record a new battery…');
    await dialog.getByRole('combobox', { name: 'Battery' }).selectOption('Backup battery');
    await expectAccessible(page);
    await picture(page, 'unit-battery');
    await dialog.getByRole('button', { name: 'Record new battery' }).click();
    await toast('The battery data will be updated on the next ping');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/Its data come with the next ping$/).waitFor();
    expect(await stored()).toMatchObject({ newBattery: 1 });
  });

  it('keeps the dialog if a new battery cannot be recorded [P2-M04]', async () => {
    const { page, choose, toast, dialog, stored } = await openActions();
    await page.route('**/api/unit/changebattery', (route) => route.abort());
    await choose('Record a new battery…');
    await dialog.getByRole('combobox', { name: 'Battery' }).selectOption('Backup battery');
    await dialog.getByRole('button', { name: 'Record new battery' }).click();
    await toast('Failed to mark the battery as new. Please try again');
    expect(await dialog.getByRole('combobox', { name: 'Battery' }).inputValue()).toBe('1');
    expect((await stored()).newBattery).toBeUndefined();
  });

  it('queues the missing voice files, and says so if it cannot [P2-M11 P2-M53]', async () => {
    const { page, choose, toast, stored } = await openActions();
    await page.route('**/api/unit/downloadMissingVoiceFiles', (route) => route.abort(), { times: 1 });
    await choose('Download missing voice files');
    await toast('Failed to queue missing voice file');
    const unit = await stored();
    expect(await syncQueueStore.list(unit)).toEqual([]);
    await choose('Download missing voice files');
    await toast('Successfully queued missing voice file');
    expect(await syncQueueStore.list(unit)).toMatchObject([{ MessageType: 'SPEECH', content: { missing: true } }]);
  });

  it('says when a unit that is away cannot be rebooted by a text either [P2-M13 P2-M25]', async () => {
    const { UnitSerNum, choose, toast, question, answer } = await openActions({
      ICCID1: undefined,
      ICCID2: undefined,
    });
    await choose('Reboot the unit');
    await acknowledge(question);
    await answer('Reboot unit');
    await toast('Reboot text failed to send. You will have to reboot the unit manually');
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    await choose('Reboot the unit by text message');
    await acknowledge(question);
    await answer('Reboot unit');
    await toast('Error sending reboot text message');
  });

  it('says for six seconds that a text message could not be sent, and keeps it [P2-M75]', async () => {
    const { page, choose } = await openActions({ ICCID1: undefined, ICCID2: undefined });
    await choose('Send a text message…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('DoPing');
    await dialog.getByRole('button', { name: 'Send text message', exact: true }).click();
    const title = page.getByText('An error occurred, please try again.', { exact: true });
    await title.waitFor();
    const shownAt = Date.now();
    expect(await page.locator('[data-scope=toast][data-part=root]').count()).toBe(1);
    expect(await dialog.getByRole('textbox').inputValue()).toBe('DoPing');
    await title.waitFor({ state: 'detached' });
    expect(Date.now() - shownAt).toBeGreaterThan(5_000);
    expect(Date.now() - shownAt).toBeLessThan(9_000);
  });

  it('reboots a unit that is away by a text alone, and one that is connected by a command alone [P2-M64]', async () => {
    // AT&T takes no text for a SIM that it has not activated, and some made-up SIMs are not.
    const SIM = { ICCID1: '89148000000000100009', ICCID1Carrier: 1, ICCID1State: 14 } as const;
    const away = await openActions({ ...SIM, ActiveICCID: SIM.ICCID1, ActiveCarrier: 1, ActiveState: 14 });
    await away.choose('Reboot the unit');
    await acknowledge(away.question);
    await away.answer('Reboot unit');
    await away.toast('A reboot text as been sent to the unit.');
    expect(await commandStore.waiting(away.UnitSerNum)).toEqual([]);

    const connected = await openActions();
    await heldUnit(connected.UnitSerNum, 'http://127.0.0.1:1');
    await connected.page.reload();
    await connected.choose('Reboot the unit');
    await acknowledge(connected.question);
    await connected.answer('Reboot unit');
    // The bridge of this connection does not answer.
    await connected.toast('The command waits. The unit gets it if it connects within 10 minutes');
    expect(await commandStore.waiting(connected.UnitSerNum)).toMatchObject([{ command: 'Reboot' }]);
    expect(await connected.page.getByText('A reboot text as been sent to the unit.', { exact: true }).count()).toBe(0);
  });

  it('reboots a connected unit, and says so once its bridge has the command [P2-M74]', async () => {
    const { UnitSerNum, page, choose, question, answer, toast } = await openActions();
    const { address, orders } = await aBridgeThatAnswers(202);
    await heldUnit(UnitSerNum, address);
    await page.reload();
    await choose('Reboot the unit');
    await acknowledge(question);
    await answer('Reboot unit');
    await toast('Reboot message sent');
    expect(orders).toMatchObject([{ UnitSerNum, command: 'Reboot' }]);
  });

  it('has no actions for people who only view', async () => {
    const { UnitSerNum } = await aUnit();
    const page = await openPage({
      as: await newPerson({ first: 'Vera', last: 'Viewer', flags: ['UNIT_VIEW'] }),
      at: `/unitManagement/unitEdit?Unit=${UnitSerNum}`,
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Unit history' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Reboot the unit' }).count()).toBe(0);
  });
});
