import { describe, expect, it } from 'vitest';
import { support } from '#core/support/contract.ts';
import { itInDepth } from '#support/depth.ts';
import { LOOKS } from './browser.ts';
import { ask } from './call.ts';
import { openPage, userNamed } from './page.ts';
import { expectAccessible, picture } from './screen.ts';

const DEALER = 'dealer@northwind.example';
const ENGINEER = 'engineer@watchkeep.example';
const dealer = await userNamed(DEALER);

describe('the support screen', () => {
  it('has three tabs, which the address names; the ticket tracker is the usual one [P3-R45 P3-B59 P3-V23]', async () => {
    const page = await openPage({ as: DEALER, at: '/support?tab=nonsense' });
    const tabs = page.getByRole('navigation', { name: 'Support', exact: true }).getByRole('link');
    await tabs.first().waitFor();
    expect(await tabs.allTextContents()).toEqual(['Ticket tracker', 'Videos', 'FAQ']);
    const shown = () => tabs.and(page.locator('[aria-current=page]')).textContent();
    expect(await shown()).toBe('Ticket tracker');
    await tabs.nth(2).click();
    await page.getByText('A unit is silent. What do I do?', { exact: true }).click();
    await page.getByText(/^Open the unit and look at its last ping/).waitFor();
    expect([new URL(page.url()).searchParams.get('tab'), await shown()]).toEqual(['FAQ', 'FAQ']);
    await expectAccessible(page);
  });

  it('shows videos by group [P3-B60 P3-C86]', async () => {
    const page = await openPage({ as: DEALER, at: '/support?tab=Videos' });
    const group = page.getByRole('list', { name: 'Getting started', exact: true });
    const link = group.getByRole('link', { name: 'Your first unit', exact: true });
    await link.waitFor();
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await page.getByRole('button', { name: 'Add video', exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'support-videos');
  });

  it('says that videos and tickets could not be loaded [P3-M38]', async () => {
    const page = await openPage({ as: DEALER });
    await page.route('**/api/downloads/getTrainingVideos*', (route) => route.abort());
    await page.route('**/api/support/tickets*', (route) => route.abort());
    await page.goto('/support?tab=Videos');
    await page.getByText('Videos could not be loaded', { exact: true }).first().waitFor();
    await page.goto('/support');
    await page.getByText('The tickets could not be loaded', { exact: true }).first().waitFor();
  });

  it('opens tickets, which engineers answer [P3-B59 P3-C89]', async () => {
    const page = await openPage({ as: DEALER, at: '/support' });
    await page.getByText('No ticket is open', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open ticket', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Open ticket', exact: true });
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Unit 400123 is silent');
    await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('High');
    await dialog.getByRole('textbox', { name: 'What happens?' }).fill('Since Monday.\n<b>Help</b>');
    await expectAccessible(page);
    await picture(page, 'support-open-ticket');
    await dialog.getByRole('button', { name: 'Open ticket', exact: true }).click();
    await page.getByText('The ticket “Unit 400123 is silent” is open', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Unit 400123 is silent', exact: true }).waitFor();

    const support = await openPage({ as: ENGINEER, at: '/support' });
    await support.getByRole('link', { name: 'Unit 400123 is silent', exact: true }).click();
    const ticket = support.getByRole('dialog', { name: 'Unit 400123 is silent', exact: true });
    await ticket.getByText(/<b>Help<\/b>/).waitFor();
    await ticket.getByRole('textbox', { name: 'Answer' }).fill('Please charge it');
    const howTo = { name: 'how to.txt', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') };
    await ticket.locator('input[type=file]').setInputFiles(howTo);
    await ticket.getByRole('button', { name: 'Remove how to.txt', exact: true }).waitFor();
    await ticket.getByRole('button', { name: 'Send answer', exact: true }).click();
    const comments = ticket.getByRole('list', { name: 'Comments', exact: true });
    await comments.getByText('Please charge it', { exact: true }).waitFor();
    await ticket.getByText('Answered', { exact: true }).waitFor();
    const [download] = await Promise.all([
      support.waitForEvent('download'),
      comments.getByRole('button', { name: 'how to.txt', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('how to.txt');
    await expectAccessible(support);
    await picture(support, 'support-ticket');
    await ticket.getByRole('button', { name: 'Close ticket', exact: true }).click();
    await ticket.getByRole('button', { name: 'Open again', exact: true }).waitFor();
    expect(await ticket.getByRole('textbox', { name: 'Answer' }).count()).toBe(0);
  });

  itInDepth('is easy to read on a phone', async () => {
    await ask(support.openTicket, { Subject: 'On the phone', text: 'It is small', as: dealer });
    const page = await openPage({ as: DEALER, at: '/support', look: LOOKS.phone });
    await page.getByText('On the phone', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, 'support-phone');
  });
});

describe('the downloads screen', () => {
  it('lists downloads by group, which engineers add and remove [P3-R47]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/downloads' });
    await page.getByRole('heading', { name: 'Downloads', level: 1, exact: true }).waitFor();
    await page.getByRole('link', { name: 'MXD-LTE user manual', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add download', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add download', exact: true });
    await dialog.getByRole('textbox', { name: 'Group' }).fill('Programs');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Label printer driver');
    await dialog.getByRole('textbox', { name: 'Link' }).fill('https://files.example.com/driver.zip');
    await dialog.getByRole('button', { name: 'Add download', exact: true }).click();
    const added = page.getByRole('list', { name: 'Programs', exact: true });
    await added.getByRole('link', { name: 'Label printer driver', exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'downloads');
    await page.getByRole('button', { name: 'Remove Label printer driver', exact: true }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Remove', exact: true })
      .click();
    await added.waitFor({ state: 'detached' });
  });
});
