import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import { BulkActionRowEntity } from '#data/bulk-actions/bulk-action-rows.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { ask } from '#support/call.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { aBulkActionLine, detailOf, serialsOf, someUnits, work } from './support.ts';

let line: Awaited<ReturnType<typeof aBulkActionLine>>;
let person: string;

beforeAll(async () => {
  person = await newPerson({ first: 'Bea', last: 'Stark', flags: ['UNIT', 'UNIT_EDIT', 'BULK_ACTIONS'] });
  line = await aBulkActionLine();
});

/** Runs the waiting work, and publishes it to the page. */
async function finish(): Promise<void> {
  await work(...(await line.nextShares()));
  await line.nextShares();
}

/** The time without progress after which open units can be resumed. */
const STANDS_STILL = 15 * MINUTE;
/** The page reads this often in addition to its live connection. */
const NEXT_LOOK = 15 * SECOND;

describe('a stalled bulk action', () => {
  it('can be resumed without a reload, and then finishes', async () => {
    const as = await userNamed(person);
    const units = serialsOf(await someUnits(3, { Report: 0 }));
    const { bchKey } = await ask(bulkActions.create, {
      units,
      action: 'reporting',
      type: 'on',
      UnitModel: 'MXD-LTE',
      as,
    });
    await finish();
    expect((await detailOf(as, bchKey)).bulkAction.done).toBe(3);
    // The state after a worker and its share were lost: one unit is open, and nothing has happened for some minutes.
    await BulkActionRowEntity.delete({ bchKey, UnitSerNum: units[2]! }).go();
    const lastMoved = (before: number) =>
      BulkActionEntity.patch({ bchKey })
        .set({ done: 2, movedAt: instant(Date.now() - before) })
        .go();
    await lastMoved(STANDS_STILL - MINUTE);

    const page = await openPage({ as: person });
    await page.clock.install();
    await page.goto(`/reports/bulkChangeStatus/detail?id=${bchKey}`);
    await page.getByRole('heading', { name: 'Switch reporting on for 3 units' }).waitFor();
    const retry = page.getByRole('button', { name: 'Continue with open units' });
    await retry.waitFor();
    expect(await retry.getAttribute('aria-disabled')).toBe('true');
    await retry.hover();
    await page
      .getByRole('tooltip')
      .filter({ hasText: /^Wait until the bulk action is finished$/ })
      .waitFor();
    await page.getByRole('gridcell', { name: 'To do' }).waitFor();
    let loads = 0;
    page.on('load', () => {
      loads++;
    });

    await lastMoved(STANDS_STILL + SECOND);
    await page.clock.fastForward(NEXT_LOOK);
    await expect.poll(() => retry.getAttribute('aria-disabled')).toBeNull();
    await page.getByText('No progress', { exact: true }).waitFor();
    expect(await page.getByText(/ left$/).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'bulk-action-without-progress');
    const accepted = page.waitForResponse((response) => response.request().method() === 'POST');
    await retry.click();
    await accepted;
    await finish();
    await expect.poll(() => page.getByRole('gridcell', { name: 'Updated' }).count()).toBe(3);
    await page.getByRole('button', { name: 'Try failed units again' }).waitFor();
    expect(loads).toBe(0);
  });

  it('shows no button to retry it to a user who may not do the same to one unit', async () => {
    const { bchKey } = await ask(bulkActions.create, {
      units: serialsOf(await someUnits(1, { Report: 0 })),
      action: 'reporting',
      type: 'on',
      UnitModel: 'MXD-LTE',
      as: await userNamed(person),
    });
    await finish();
    const heading = { name: 'Switch reporting on for 1 unit' };
    const retry = { name: 'Try failed units again' };
    const reader = await newPerson({ first: 'Rea', last: 'Der', flags: ['UNIT', 'BULK_ACTIONS'] });
    const at = `/reports/bulkChangeStatus/detail?id=${bchKey}`;
    const page = await openPage({ as: reader, at });
    await page.getByRole('heading', heading).waitFor();
    expect(await page.getByRole('button', retry).count()).toBe(0);
    const other = await openPage({ as: person, at });
    await other.getByRole('button', retry).waitFor();
  });
});

describe('the dialog of a bulk action', () => {
  /** The dialog with an action chosen for the five units of the list's first page. */
  const chosen = async () => {
    const page = await openPage({ as: person, at: '/unitManagement?pageSize=5' });
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Bulk action' }).click();
    await page.getByRole('dialog').getByText('Switch reporting off', { exact: true }).click();
    return page;
  };
  /** Starts the action. All its work is done before its start is answered. */
  const start = async (page: Page, beforeTheWork = async () => {}) => {
    await page.route('**/api/bulkAction', async (route) => {
      const response = await route.fetch();
      await beforeTheWork();
      await finish();
      await route.fulfill({ response });
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Switch reporting off for 5 units' }).click();
  };

  it('stays open with its progress, however early the work starts', async () => {
    const page = await chosen();
    const listRefreshed = page.waitForResponse('**/api/units/*');
    await start(page);
    const finished = page.getByRole('dialog', { name: 'Bulk action finished' });
    await finished.waitFor();
    await page.getByText('Updated 5 units', { exact: true }).first().waitFor();
    await (await listRefreshed).finished();
    expect(await finished.isVisible()).toBe(true);
  });

  it('that was closed during the start is empty when opened again, and the end is announced', async () => {
    const page = await chosen();
    await start(page, async () => {
      await page.mouse.click(5, 5);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    await page.getByText('Updated 5 units', { exact: true }).first().waitFor();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Bulk action' }).click();
    await page.getByRole('dialog', { name: 'Bulk action on 5 units' }).waitFor();
  });
});
