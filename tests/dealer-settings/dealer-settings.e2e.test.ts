import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CONTACT_LIMIT } from '#core/dealer-settings/contacts.ts';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { DealerListsEntity } from '#data/dealer-settings/dealer-settings.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { LOOKS } from '#support/browser.ts';
import { ask, call } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { mailsTo } from '#support/inbox.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';

const TIMEOUT = { timeout: 15_000 };
const DEALER = 'dealer@northwind.example';
const MARKUP = '<img src=x onerror=window.hacked=1>';

async function settings(as = DEALER): Promise<Page> {
  const page = await openPage({ as, at: '/admin/dealerSettings' });
  await page.getByRole('heading', { name: 'Dealer settings' }).waitFor();
  return page;
}

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

describe('dealer settings', () => {
  it('save office address and main contact, and delete the contact [P1-R15 P1-B34 P1-B35]', async () => {
    const page = await settings();
    await page.getByLabel('Address', { exact: true }).fill('77 Harbor Way');
    await page.getByLabel('Contact name').fill(MARKUP);
    await page.getByLabel('Contact e-mail').fill('pat@northwind.example');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByText('3 unsaved changes', { exact: true }).waitFor();
    await bar.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Preferences Updated!', { exact: true }).first().waitFor();
    await page.reload();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('77 Harbor Way');
    await page.getByRole('button', { name: 'Delete contact' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete contact' }).click();
    await page.getByText('Main contact deleted', { exact: true }).first().waitFor();
    expect(await page.getByLabel('Contact name').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByLabel('Contact name').inputValue()).toBe(MARKUP);
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  });

  itInDepth('keep what is typed when a tab, a link or Back would drop it', async () => {
    const page = await settings();
    await page.getByLabel('Address', { exact: true }).fill('78 Harbor Way');
    await page.getByRole('link', { name: 'Units', exact: true }).first().click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByText('Not saved: Address.', { exact: true }).waitFor();
    await expectAccessible(page, '[role=alertdialog]');
    await picture(page, 'leave-unsaved-light');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('78 Harbor Way');
    await picture(page, 'dealer-settings-unsaved-light');
  });

  it('save monitoring centres and shipping addresses [P1-B36 P1-B37]', async () => {
    const page = await settings();
    await page.getByRole('button', { name: 'Add centre' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Rapid Response');
    await page.getByRole('dialog').getByLabel('Phone number').fill('3155550100');
    await page.getByRole('dialog').getByRole('button', { name: 'Add centre' }).click();
    await section(page, 'Monitoring centres').getByText('Rapid Response', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Add address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add address' }).click();
    await dialog.getByText('Enter a recipient', { exact: true }).waitFor();
    await dialog.getByLabel('Attention to').fill(MARKUP);
    await dialog.locator('[name=Address1]').fill('1 Mill Road');
    await dialog.getByLabel('City').fill('Salem');
    await dialog.getByLabel('ZIP code').fill('97301');
    await dialog.getByLabel('Country').fill('US');
    await dialog.getByRole('button', { name: 'Add address' }).click();
    const addresses = section(page, 'Shipping addresses');
    await addresses.getByText(MARKUP, { exact: true }).waitFor();
    await addresses.getByRole('button', { name: `Delete ${MARKUP}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete address' }).click();
    await addresses.getByText('No address yet.', { exact: true }).waitFor();
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  });

  itInDepth('save another number of a monitoring centre whose name looks like that of another by now', async () => {
    const center = (name: string) => ({ name, phoneNumber: '3155550100', accountNumber: '' });
    const monitoringCenters = [center('Bay'), center('Вay')];
    await DealerListsEntity.put({ DealerKey: 220, lists: { monitoringCenters }, version: 1 }).go();
    const page = await settings(await newPerson({ first: 'Cy', last: 'Centre', dealer: 220, flags: ['ADMIN'] }));
    const centers = section(page, 'Monitoring centres');
    await centers.getByRole('button', { name: 'Edit Bay' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Вay');
    await dialog.getByRole('button', { name: 'Save centre' }).click();
    await dialog.getByText('Monitoring centre already exists', { exact: true }).first().waitFor();
    await dialog.getByLabel('Name').fill('Bay');
    await dialog.getByLabel('Phone number').fill('3155550199');
    await dialog.getByRole('button', { name: 'Save centre' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await DealerListsEntity.get({ DealerKey: 220 }).go({ consistent: true });
    expect(data!.lists.monitoringCenters).toEqual([{ ...center('Bay'), phoneNumber: '3155550199' }, center('Вay')]);
  });

  it('say how many units would be locked out before units must prove themselves, and lead to them', async () => {
    const page = await settings();
    const part = section(page, 'Login of units');
    const must = part.getByRole('switch', { name: 'Units must prove themselves' });
    const words = (await part.getByText(/^\d+ units have no secret yet\./).textContent())!;
    const count = /^\d+/.exec(words)![0];
    await part.scrollIntoViewIfNeeded();
    await picture(page, 'dealer-settings-login-light');
    await must.click();
    const dialog = page.getByRole('alertdialog');
    const consequence = `${count} units of your dealer and its sub-dealers have no secret yet and could not connect. Units that are connected now are refused when they connect again.`;
    await dialog.getByText(consequence, { exact: true }).waitFor();
    await expectAccessible(page, '[role=alertdialog]');
    await picture(page, 'units-must-prove-light');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await must.getAttribute('aria-checked')).toBe('false');
    await must.click();
    await acknowledge(dialog);
    await dialog.getByRole('button', { name: 'Lock them out' }).click();
    await page.getByRole('switch', { name: 'Units must prove themselves', checked: true }).waitFor();
    await page.reload();
    await must.click();
    await page.getByRole('switch', { name: 'Units must prove themselves', checked: false }).waitFor();

    await part.getByRole('link', { name: 'Show them' }).click();
    await page.waitForURL(/\/unitManagement\?withoutSecret=1$/);
    const tabs = page.getByRole('navigation', { name: 'Unit models' }).getByRole('link');
    await page.getByText('Units without a secret', { exact: true }).waitFor();
    const counts = (await tabs.allInnerTexts()).map((text) => Number(/\d+$/.exec(text)![0]));
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(Number(count));
  });

  itInDepth('show that a dealer above requires a proof of all units', async () => {
    const above = await settings();
    await section(above, 'Login of units').getByRole('switch').click();
    await acknowledge(above.getByRole('alertdialog'));
    await above.getByRole('alertdialog').getByRole('button', { name: 'Lock them out' }).click();
    await above.getByRole('switch', { name: 'Units must prove themselves', checked: true }).waitFor();
    const below = await settings(await newPerson({ first: 'Olga', last: 'Oregon', dealer: 220, flags: ['ADMIN'] }));
    const must = section(below, 'Login of units').getByRole('switch', { checked: true });
    expect(await must.getAttribute('aria-disabled')).toBe('true');
    await section(below, 'Login of units').getByText('A dealer above yours requires it', { exact: true }).waitFor();
    expect(await section(below, 'Login of units').getByRole('link', { name: 'Show them' }).count()).toBe(0);
    await section(above, 'Login of units').getByRole('switch').click();
    await above.getByRole('switch', { name: 'Units must prove themselves', checked: false }).waitFor();
  });

  it('save groups, labels and Line IDs, each name once [P1-B38 P1-B39 P1-B40 P1-V14 P1-V15 P1-V16 P1-V17 P1-V18 P1-V19 P1-V20 P1-V21 P1-S23]', async () => {
    const page = await settings();
    const add = async (part: ReturnType<typeof section>, what: string, name: string) => {
      await part.getByLabel(`New ${what}`).fill(name);
      await part.getByLabel(`New ${what}`).press('Enter');
    };
    const groups = section(page, 'Event groups');
    await groups.getByText('Events', { exact: true }).waitFor();
    expect(await groups.getByRole('button', { name: 'Remove Events' }).count()).toBe(0);
    await add(groups, 'group', 'Falls');
    await groups.getByRole('button', { name: 'Remove Falls' }).waitFor();
    await add(groups, 'group', 'falls');
    await groups.getByText('Group name already exists', { exact: true }).waitFor();

    const labels = section(page, /^Custom labels 1/);
    await add(labels, 'label 1', 'lIVING room');
    await labels.getByText('Living room', { exact: true }).waitFor();
    await add(labels, 'label 1', 'LIVING ROOM');
    await labels.getByText('Item already exists', { exact: true }).waitFor();

    const lines = section(page, 'Line IDs');
    const only = lines.getByRole('switch', { name: 'Allow only these Line IDs' });
    expect(await only.getAttribute('aria-disabled')).toBe('true');
    await add(lines, 'Line ID', '123456789');
    await lines.getByText('Max length for Line ID is 8', { exact: true }).waitFor();
    await add(lines, 'Line ID', 'c1');
    await lines.getByRole('button', { name: 'Remove C1' }).waitFor();
    await add(lines, 'Line ID', 'C1');
    await lines.getByText('Line ID already exists', { exact: true }).waitFor();
    await only.click();
    await expect.poll(() => only.getAttribute('aria-checked'), TIMEOUT).toBe('true');
    await lines.getByRole('button', { name: 'Remove C1' }).click();
    await expect.poll(() => only.getAttribute('aria-checked'), TIMEOUT).toBe('false');
  });

  it('assign languages up to ten [P1-B41 P1-V23]', async () => {
    const page = await settings();
    const languages = section(page, 'Languages');
    const assigned = languages.getByRole('listitem');
    while ((await assigned.count()) < 10) {
      const before = await assigned.count();
      await languages.getByLabel('Language', { exact: true }).selectOption({ index: 1 });
      await languages.getByRole('button', { name: 'Assign' }).click();
      await expect.poll(() => assigned.count(), TIMEOUT).toBe(before + 1);
    }
    await languages.getByLabel('Language', { exact: true }).selectOption({ index: 1 });
    await languages.getByRole('button', { name: 'Assign' }).click();
    await languages.getByText('You are only able to assign 10 messages', { exact: true }).waitFor();
  });

  it('save the contacts of notifications, one setting per reason [P1-B42 P1-V22 P1-M43 P1-A29]', async () => {
    const page = await settings();
    const addOne = async (reason: string, contact: string) => {
      await page.getByRole('button', { name: 'Add notification' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').selectOption(reason);
      await dialog.getByLabel('Contacts').fill(contact);
      await dialog.getByRole('button', { name: 'Add notification' }).click();
      return dialog;
    };
    await addOne('Low Battery', 'desk@northwind.example');
    const notifications = section(page, 'Notifications');
    await notifications.getByText('Email: desk@northwind.example', { exact: true }).waitFor();
    const again = await addOne('Low Battery', 'night@northwind.example');
    await again.getByText(/edit the present setting and separate the contacts by commas/).waitFor();
    const reasons = await again.getByLabel('Reason').locator('option').allInnerTexts();
    expect(reasons).toContain('Location Report (Monthly)');
  });

  itInDepth.each(['light', 'dark', 'phone'] as const)('send a contact its link again, in %s', async (look) => {
    const name = await newPerson({ first: 'Una', last: 'Confirmed', dealer: 221, flags: ['ADMIN'] });
    const contact = `${look}@elsewhere.example`;
    const setting = { SettingName: 'Failed to Download Email', ContactMethod: 'Email' as const };
    const as = await userNamed(name);
    await call(dealerSettings.deleteNotification, { ...setting, as });
    await ask(dealerSettings.addNotification, { ...setting, SettingValue: contact, as });
    const page = await openPage({ as: name, at: '/admin/dealerSettings', look: LOOKS[look] });
    const notifications = page.getByRole('region', { name: 'Notifications', exact: true });
    await notifications.getByText('Nobody gets these messages: no contact has confirmed', { exact: true }).waitFor();
    await notifications.scrollIntoViewIfNeeded();
    await picture(page, `dealer-settings-unconfirmed-${look}`);
    await expectAccessible(page);
    await notifications.getByRole('button', { name: `Send again to ${contact}` }).click();
    await page.getByText(`A link was mailed to ${contact}`, { exact: true }).first().waitFor();
    expect(await mailsTo(contact)).toHaveLength(2);
  });

  itInDepth('show a contact whose link was not sent, after it was saved', async () => {
    const name = await newPerson({ first: 'Max', last: 'Mailed', dealer: 2201, flags: ['ADMIN'] });
    const { UserKey } = await userNamed(name);
    while (await attemptStore.count(CONTACT_LIMIT, UserKey, Date.now()));
    const page = await settings(name);
    await page.getByRole('button', { name: 'Add notification' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').selectOption('Power Lost');
    await dialog.getByLabel('Contacts').fill('late@elsewhere.example');
    await dialog.getByRole('button', { name: 'Add notification' }).click();
    const words = 'late@elsewhere.example has no valid link: the confirmation is not sent yet, or has expired.';
    await section(page, 'Notifications').getByText(words, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send again to late@elsewhere.example' }).click();
    const refusal = 'Too many confirmations were sent. Please try again later.';
    await page.getByText(refusal, { exact: true }).first().waitFor();
    expect(await mailsTo('late@elsewhere.example')).toEqual([]);
  });

  it('show the rules of a dealer only to engineers [P1-A16 P1-A17]', async () => {
    expect(await section(await settings(), 'Rules of this dealer').count()).toBe(0);
    const page = await settings('engineer@watchkeep.example');
    const impra = section(page, 'Rules of this dealer').getByRole('switch', { name: 'Units are IMPRA units' });
    await impra.click();
    await expect.poll(() => impra.getAttribute('aria-checked'), TIMEOUT).toBe('true');
    await impra.click();
    await expect.poll(() => impra.getAttribute('aria-checked'), TIMEOUT).toBe('false');
  });
});
