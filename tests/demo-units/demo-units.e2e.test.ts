import { describe, expect, it } from 'vitest';
import { demoUnits } from '#core/demo-units/contract.ts';
import { OrderUnitEntity } from '#data/orders/entities.ts';
import { seededOrderKey } from '#scripts/seed/orders.ts';
import { changeLook, LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';

async function aDemoUnit() {
  const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 5, Report: 1 });
  await ask(demoUnits.updateMany, { units: [UnitSerNum], UnitStatus: 37, as: await userNamed(ENGINEER) });
  return UnitSerNum;
}

async function open(at = '/demoManagement?dealer=220', as = ENGINEER) {
  const page = await openPage({ as, at });
  return {
    page,
    dialog: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    row: (UnitSerNum: string) => page.getByRole('row').filter({ hasText: UnitSerNum }),
  };
}

describe('demo management', () => {
  it('lists demo units and dealers, and adds a unit [P1-R25 P1-B74 P1-B75 P1-B76]', async () => {
    const shown = await aDemoUnit();
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 11 });
    const { page, dialog, button, row } = await open();
    await row(shown).waitFor();
    for (const [look, its] of Object.entries(LOOKS)) {
      await changeLook(page, its);
      await picture(page, `demo-units-${look}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await button('Add demo unit').click();
    await dialog.getByLabel('Serial number').fill(UnitSerNum);
    await dialog.getByText(/, New, at /).waitFor();
    await dialog.getByRole('combobox', { name: /^Status/ }).selectOption({ label: 'Ready' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add demo unit', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(UnitSerNum).getByText('Ready', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Dealer', exact: true }).click();
    await page.getByRole('option').first().waitFor();
  });

  it('adds the units of an order [P1-B77]', async () => {
    const known = await aDemoUnit();
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitStatus: 5 });
    const orderKey = seededOrderKey('R', 220, 1);
    for (const [place, serial] of [known, UnitSerNum].entries())
      await OrderUnitEntity.put({ orderKey, orderItem: 1, place: place + 1, UnitSerNum: serial }).go();
    const { page, dialog, button, row } = await open();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Add by order', exact: true }).click();
    await dialog.locator('[name=orderKey]').fill('PO-220-2');
    await page.getByRole('listbox').getByRole('option').first().click();
    await dialog.getByText('2 units, of which demo units already: 1', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'demo-units-by-order');
    await dialog.getByRole('button', { name: 'Add demo units', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(UnitSerNum).waitFor();
  });

  it('edits one and changes the status of the selected in one step [P1-B78 P1-B79]', async () => {
    const UnitSerNum = await aDemoUnit();
    const { page, dialog, button, row } = await open();
    await button(`Edit ${UnitSerNum}`).click();
    await dialog.getByLabel('Note').fill('At the fair');
    await button('Save demo unit').click();
    await row(UnitSerNum).getByText('At the fair', { exact: true }).waitFor();
    await row(UnitSerNum).getByRole('checkbox').press('Space');
    await button('Change status').click();
    await dialog.getByRole('combobox', { name: /^Status/ }).selectOption({ label: 'Repair' });
    await dialog.getByRole('button', { name: 'Change status', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(UnitSerNum).getByText('Repair', { exact: true }).waitFor();
    expect(page.url()).toContain('/demoManagement');
  });

  it('keeps what was typed, and that it is unsaved, if the question is answered with Cancel', async () => {
    const UnitSerNum = await aDemoUnit();
    const { page, dialog, question, button, row } = await open();
    await button(`Edit ${UnitSerNum}`).click();
    await dialog.getByLabel('Note').fill('At the fair');
    await dialog.getByRole('combobox', { name: /^Status/ }).selectOption({ label: 'Destroyed' });
    await button('Save demo unit').click();
    await question.getByRole('button', { name: 'Cancel', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await question.getByText(/^Not saved: /).waitFor();
    await question.getByRole('button', { name: 'Keep editing', exact: true }).click();
    await button('Save demo unit').click();
    await question.getByRole('button', { name: 'Mark as destroyed', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(UnitSerNum).getByText('At the fair', { exact: true }).waitFor();
  });

  it('asks before reporting is switched, and flips back if that fails [P1-S24 P1-S25 P1-M25]', async () => {
    const UnitSerNum = await aDemoUnit();
    const { page, question } = await open();
    const toggle = page.getByRole('switch', { name: `Reporting of ${UnitSerNum}`, exact: true });
    await page.route('**/api/unit/reporting', (route) => route.abort());
    await toggle.click();
    await acknowledge(question);
    await question.getByRole('button', { name: 'Switch reporting off', exact: true }).click();
    await page.getByText('Failed to update reporting, please try again', { exact: true }).first().waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('true');

    await toggle.click();
    await question.getByText("Don't show again", { exact: true }).click();
    await acknowledge(question);
    await question.getByRole('button', { name: 'Switch reporting off', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await page.unroute('**/api/unit/reporting');
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
    await toggle.click();
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
    expect(await question.count()).toBe(0);
  });

  it('says that the units could not be read [P1-M11]', async () => {
    const { page } = await open('/');
    await page.route('**/api/demoManagement/units*', (route) => route.abort());
    await page.goto('/demoManagement');
    await page.getByText('Error getting units', { exact: true }).first().waitFor();
  });

  it('sends who is no engineer to the dashboard [P1-A13]', async () => {
    const as = await newPerson({ first: 'Kim', last: 'Viewer', dealer: 220, flags: ['UNIT_VIEW'] });
    const { page } = await open('/demoManagement', as);
    await page.waitForURL((url) => url.pathname !== '/demoManagement');
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
