import { describe, expect, it } from 'vitest';
import { UnitEntity } from '#data/units/units.ts';
import { openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum } = seededUnit('MXD-LTE');
const TOOL = '/devTools/verizonSim';

/** Searches for what is typed, and types on before the page shows the result. */
function searchAndTypeOn(field: SVGElement | HTMLElement, next: string): void {
  const input = field as HTMLInputElement;
  input.form!.requestSubmit();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, next);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('the SIM tool', () => {
  it('shows the SIMs of a unit, found by its serial number or the ICCID of a SIM [P3-R41]', async () => {
    const page = await openPage({ as: ENGINEER, at: TOOL });
    await page.getByText('Find a unit to see its SIMs', { exact: true }).waitFor();
    const field = page.getByLabel('Serial number, ICCID or phone number');
    await field.fill(UnitSerNum.toLowerCase());
    await field.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('UnitSerNum') === UnitSerNum);
    await page.getByRole('region', { name: 'Slot 1' }).waitFor();
    await expectAccessible(page);
    await picture(page, 'sim-tool');
    const { data } = await UnitEntity.get({ UnitSerNum }).go();
    await field.fill(data!.ICCID1!);
    await field.press('Enter');
    // Until the unit is found, the link to the page of the unit has the same name.
    await page.getByText('Units that have it', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('link', { name: UnitSerNum }).click();
    await page.getByRole('region', { name: 'Slot 1' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(TOOL);
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, 'sim-tool-phone');
    await field.fill('zz first');
    await field.evaluate(searchAndTypeOn, 'zz second');
    await page.getByText('No unit has “zz first”', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('zz second');
  });

  it('is for engineers only: others come to the dashboard [P3-R41]', async () => {
    const page = await openPage({ as: 'dealer@northwind.example', at: TOOL });
    await page.waitForURL((url) => url.pathname === '/');
  });
});
