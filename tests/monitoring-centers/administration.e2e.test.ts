import { describe, expect, it } from 'vitest';
import { changeLook, LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

async function open(at = '/monitoringCenters', as = 'engineer@watchkeep.example') {
  const page = await openPage({ as, at });
  return {
    page,
    dialog: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    row: (text: string) => page.getByRole('row').filter({ hasText: text }),
    toast: (text: string) => page.getByText(text, { exact: true }).first(),
  };
}

describe('the administration of monitoring centres', () => {
  it('lists centres, adds one and says that a name is taken [P3-R32 P3-E09]', async () => {
    const { page, dialog, button, row } = await open();
    await row('Beacon Response').getByText('SIA DC-09', { exact: true }).waitFor();
    for (const [look, its] of Object.entries(LOOKS)) {
      await changeLook(page, its);
      await picture(page, `monitoring-centres-${look}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await button('Add monitoring centre').click();
    await dialog.getByLabel('Name').fill('beacon response');
    await dialog.getByLabel('Name').press('Tab');
    await dialog.getByRole('combobox', { name: /^Protocol/ }).selectOption({ label: 'SCAIP' });
    await dialog.getByText('Monitoring centre already exists', { exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill('Cascade Response');
    await dialog.getByRole('button', { name: 'Add monitoring centre', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('Cascade Response').getByText('New', { exact: true }).waitFor();
  });

  it('changes the status, and says if that fails [P3-S36 P3-M36 P3-M37]', async () => {
    const { page, button, row, toast } = await open();
    const menu = button('Change the status of Lighthouse Care');
    await page.route('**/api/monitoringCenter', (route) => route.abort());
    await menu.click();
    await page.getByRole('menuitem', { name: 'Activate monitoring centre' }).click();
    await toast('Error, please try again').waitFor();
    await row('Lighthouse Care').getByText('New', { exact: true }).waitFor();
    await page.unroute('**/api/monitoringCenter');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Activate monitoring centre' }).click();
    await toast('Status Updated').waitFor();
    await row('Lighthouse Care').getByText('Active', { exact: true }).waitFor();
  });

  it('sets the receiver of a centre, whose key is not shown again', async () => {
    const { page, dialog, button, question, toast } = await open();
    await button('Receiver of Beacon Response').click();
    await dialog
      .getByRole('combobox', { name: /^Protocol of the receiver/ })
      .selectOption({ label: 'SIA DC-09, encrypted, over TCP' });
    await dialog.getByLabel('Address', { exact: false }).first().fill('receiver');
    await dialog.getByLabel(/^Key/).fill('000102030405060708090a0b0c0d0e0f');
    const save = dialog.getByRole('button', { name: 'Save receiver', exact: true });
    await save.click();
    await dialog.getByText('Enter host and port, such as receiver.example.net:12000', { exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Address', { exact: false }).first().fill('receiver.example.net:12000');
    await Promise.all([toast('The receiver was saved, and is tested now').waitFor(), save.click()]);
    await button('Receiver of Beacon Response').click();
    await dialog.getByText('Not tested yet', { exact: true }).waitFor();
    expect(await dialog.getByLabel(/^Key/).inputValue()).toBe('');
    for (const look of ['light', 'phone'] as const) {
      await page.setViewportSize(LOOKS[look].viewport!);
      await picture(page, `receiver-${look}`);
    }
    const protocol = dialog.getByRole('combobox', { name: /^Protocol of the receiver/ });
    await dialog.getByText('Leave it empty to keep the present key. It is never shown', { exact: true }).waitFor();
    await protocol.selectOption({ label: 'SCAIP over HTTPS' });
    await dialog.getByText(/^At least 32 characters\./).waitFor();
    expect(await dialog.getByText(/^Leave it empty/).count()).toBe(0);
    await protocol.selectOption({ label: 'SIA DC-09, encrypted, over TCP' });
    await dialog.getByRole('button', { name: 'Remove receiver', exact: true }).click();
    await Promise.all([
      toast('The receiver was removed').waitFor(),
      question.getByRole('button', { name: 'Remove receiver', exact: true }).click(),
    ]);
    await dialog.waitFor({ state: 'detached' });
  });

  itInDepth('sets a receiver of SCAIP over SIP, with user name and password', async () => {
    const { page, dialog, button, toast } = await open();
    await button('Receiver of Columbia Monitoring').click();
    await dialog.getByRole('combobox', { name: /^Protocol of the receiver/ }).selectOption({ label: 'SCAIP over SIP' });
    await dialog
      .getByText('User name and password from the centre, as name:password. They are never shown', { exact: true })
      .waitFor();
    const address = dialog.getByPlaceholder('sips:alarms@receiver.example.net:5061').first();
    await address.fill('https://receiver.example.net/');
    await dialog.getByLabel(/^Key/).fill('watchkeep:a-long-password');
    const save = dialog.getByRole('button', { name: 'Save receiver', exact: true });
    await save.click();
    await dialog.getByText('Enter an address such as sips:alarms@receiver.example.net:5061', { exact: true }).waitFor();
    await expectAccessible(page);
    await address.fill('sips:alarms@receiver.example.net');
    await Promise.all([toast('The receiver was saved, and is tested now').waitFor(), save.click()]);
    await button('Receiver of Columbia Monitoring').click();
    await dialog.getByText('Not tested yet', { exact: true }).waitFor();
    expect(await address.inputValue()).toBe('sips:alarms@receiver.example.net');
    expect(await dialog.getByLabel(/^Key/).inputValue()).toBe('');
    await dialog.getByText(/unless an address changes to another server/).waitFor();
    await picture(page, 'receiver-over-sip');
  });

  itInDepth('refuses to delete a centre that dealers have', async () => {
    const { question, button, toast, row } = await open();
    await button('Delete Beacon Response').click();
    await question.getByRole('button', { name: 'Delete centre', exact: true }).click();
    await toast('2 dealers have the monitoring centre. Remove it from them first').waitFor();
    await row('Beacon Response').waitFor();
  });

  it('keeps a whitelist of phone numbers [P3-E10]', async () => {
    const { page, dialog, question, button, row } = await open('/monitoringCenters?tab=whitelist');
    await row('(503) 555-0190').getByText('Beacon Response', { exact: true }).waitFor();
    await button('Add phone number').click();
    await dialog.getByRole('combobox', { name: /^Monitoring centre/ }).selectOption({ label: 'Beacon Response' });
    await dialog.getByRole('textbox', { name: /^Phone number/ }).fill('5035550177');
    await dialog.getByRole('textbox', { name: /^Label/ }).fill('Night shift');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add phone number', exact: true }).click();
    await row('(503) 555-0177').getByText('Night shift', { exact: true }).waitFor();
    await button('Delete (503) 555-0177').click();
    await question.getByRole('button', { name: 'Remove number', exact: true }).click();
    await row('(503) 555-0177').waitFor({ state: 'detached' });
  });

  itInDepth('gives centres to a dealer and removes them', async () => {
    const { page, button } = await open('/monitoringCenters?tab=dealers&dealer=49');
    await page.getByText('The dealer has no monitoring centre yet.', { exact: true }).waitFor();
    await page.getByLabel('Give a monitoring centre').selectOption({ label: 'Columbia Monitoring' });
    await expectAccessible(page);
    await button('Give centre').click();
    await page
      .getByRole('list', { name: 'Monitoring centres of the dealer' })
      .getByText(/^Contact ID/)
      .waitFor();
    await picture(page, 'monitoring-centres-of-a-dealer');
    await button('Remove Columbia Monitoring').click();
    await page.getByText('The dealer has no monitoring centre yet.', { exact: true }).waitFor();
  });

  it('is not for dealer staff without the flags [P3-A19]', async () => {
    const { page } = await open('/monitoringCenters', 'viewer@cedar.example');
    await page.waitForURL((url) => url.pathname !== '/monitoringCenters');
    expect(new URL(page.url()).pathname).not.toBe('/monitoringCenters');
  });
});
