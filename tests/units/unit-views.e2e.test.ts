import { describe, expect, it } from 'vitest';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const VIEWS = { name: 'Views', exact: true } as const;

describe('the views of the unit list', () => {
  it('are saved, opened from the menu and the palette, shared and deleted', async () => {
    const ann = await newPerson({ first: 'Ann', last: 'View', dealer: 22, flags: ['UNIT_EDIT'] });
    const page = await openPage({ as: ann, at: '/unitManagement' });
    await page.getByRole('button', VIEWS).click();
    expect(
      await page.getByRole('menuitem', { name: 'Save this view', exact: true }).getAttribute('aria-disabled'),
    ).toBe('true');
    await page.keyboard.press('Escape');
    await page.goto('/unitManagement?UnitModel=myConnect&condition=silent');
    await page.getByRole('button', { name: /^Silent \d/ }).waitFor();
    await page.getByRole('button', VIEWS).click();
    await page.getByRole('menuitem', { name: 'Save this view', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'Save this view', exact: true });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Silent wearables');
    await dialog.getByRole('checkbox', { name: /^Share it/ }).press('Space');
    await expectAccessible(page);
    await picture(page, 'view-save');
    await Promise.all([
      page.getByText('View Silent wearables saved', { exact: true }).waitFor(),
      dialog.getByRole('button', { name: 'Save view', exact: true }).click(),
    ]);

    const bob = await newPerson({ first: 'Bob', last: 'View', dealer: 22, flags: ['UNIT_VIEW'] });
    const other = await openPage({ as: bob, at: '/unitManagement', look: LOOKS.phone });
    await other.getByRole('button', VIEWS).click();
    await other.getByRole('menuitem', { name: 'Silent wearables', exact: true }).waitFor();
    await picture(other, 'view-menu-phone');
    await other.getByRole('menuitem', { name: 'Silent wearables', exact: true }).click();
    await other.waitForURL(/UnitModel=myConnect/);
    expect(new URL(other.url()).search).toContain('condition=silent');
    await other.getByRole('button', VIEWS).click();
    await other.getByRole('menuitem', { name: 'Delete views', exact: true }).click();
    const kept = other.getByRole('dialog', { name: 'Views of the unit list', exact: true });
    expect(await kept.getByRole('button', { name: 'Delete the view Silent wearables' }).isEnabled()).toBe(false);

    await page.goto('/');
    await page.getByRole('region', { name: 'Needs you', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.type('wearables');
    await page.getByRole('option', { name: /^Silent wearables/ }).click();
    await page.waitForURL(/condition=silent/);
    await page.getByRole('button', VIEWS).click();
    await picture(page, 'view-menu');
    await page.getByRole('menuitem', { name: 'Delete views', exact: true }).click();
    const manage = page.getByRole('dialog', { name: 'Views of the unit list', exact: true });
    await manage.getByText('Shared by Ann View', { exact: true }).waitFor();
    await expectAccessible(page);
    await Promise.all([
      page.getByText('View deleted', { exact: true }).waitFor(),
      manage.getByRole('button', { name: 'Delete the view Silent wearables', exact: true }).click(),
    ]);
    await manage.getByText('There are no saved views any more.', { exact: true }).waitFor();
  });
});

describe('a query in the search field of the unit list', () => {
  it('becomes filters and a search, completes its words, and says what is wrong', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: '/unitManagement' });
    await page.getByRole('button', { name: /^Silent \d/ }).waitFor();
    const search = page.getByLabel('Search units by any identifier', { exact: true });
    await search.fill('carrier:veri is:healthy');
    await search.press('Enter');
    await page.waitForURL((url) => url.search.includes('ActiveCarrier=1') && url.search.includes('condition=healthy'));
    expect(await search.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Carrier: Verizon', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Healthy/ }).getAttribute('aria-pressed')).toBe('true');
    await search.fill('battery<20');
    await search.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/^‘BATTERY<20’: no index of the list has this range/)
      .waitFor();
    await expectAccessible(page);
    await picture(page, 'unit-query');
    await search.fill('carr');
    expect(
      await page.locator('datalist option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).toEqual(['carrier:']);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.goto('/unitManagement');
    await search.fill('reporting:on 4000');
    await search.press('Enter');
    await page.waitForURL((url) => url.search.includes('Report=1') && url.search.includes('searchText=4000'));
    expect(await search.inputValue()).toBe('4000');
  });

  itInDepth('has several values of a field, and ranges', async () => {
    const page = await openPage({ as: 'engineer@watchkeep.example', at: '/unitManagement' });
    await page.getByRole('button', { name: /^Silent \d/ }).waitFor();
    const search = page.getByLabel('Search units by any identifier', { exact: true });
    await search.fill('carrier:verizon,att firmver<9.9 silent>24h is:silent,late');
    await search.press('Enter');
    await page.getByRole('button', { name: 'Carrier: Verizon or AT&T', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Firmware: <9.9', exact: true }).waitFor();
    for (const name of [/^Silent/, /^Late/])
      expect(await page.getByRole('button', { name }).first().getAttribute('aria-pressed')).toBe('true');
    await page.locator('a[data-title], [data-name] a').first().waitFor();
    await expectAccessible(page);
    await picture(page, 'unit-query-ranges');
    await page.getByRole('button', { name: 'No ping for over 24 h', exact: true }).click();
    await page.waitForURL((url) => !url.search.includes('silentOver') && url.search.includes('ActiveCarrier=1'));
  });
});
