import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { bulkActionTopic } from '#core/live/messages.ts';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import { BulkActionRowEntity } from '#data/bulk-actions/bulk-action-rows.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf } from '#local/carriers/sim.ts';
import { publish } from '#platform/live/publish.ts';
import { standardProfileKey } from '#scripts/seed/profile-keys.ts';
import { changeLook, LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { acknowledge, expectAccessible, frames, picture } from '#support/screen.ts';
import { paths } from '#web/lib/page/paths.ts';
import { aBulkActionLine, detailOf, serialsOf, someUnits, work } from './support.ts';

let line: Awaited<ReturnType<typeof aBulkActionLine>>;
let person: string;

beforeAll(async () => {
  person = await newPerson({ first: 'Bea', last: 'Stark', flags: ['UNIT', 'UNIT_EDIT', 'BULK_ACTIONS'] });
  line = await aBulkActionLine();
});

const LATE_FRAMES = `window.onTime = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) => setTimeout(() => window.onTime(act), 150);`;

/** Runs the waiting work, and publishes it to the page. */
async function finish(): Promise<void> {
  await work(...(await line.nextShares()));
  await line.nextShares();
}

/** Has the first `count` of the units report, and no other of them. None has a tag, also when the test is tried a second time. */
async function haveReporting(units: readonly string[], count: number): Promise<void> {
  for (const [index, UnitSerNum] of units.entries())
    await UnitEntity.patch({ UnitSerNum })
      .set({ Report: index < count ? 1 : 0 })
      .remove(['Tags'])
      .go();
}

async function confirmSwitchOff(page: Page, count: number): Promise<void> {
  const question = page.getByRole('alertdialog', { name: `Switch reporting off for ${count} units?` });
  await acknowledge(question);
  await question.getByRole('button', { name: 'Switch reporting off' }).click();
}

/** The time without progress after which open units can be resumed. */
const STANDS_STILL = 15 * MINUTE;
/** The page reads this often in addition to its live connection. */
const NEXT_LOOK = 15 * SECOND;

describe('a stalled bulk action', () => {
  itInDepth('can be resumed without a reload, and then finishes', async () => {
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
    const retry = page.getByRole('button', { name: 'Resume' });
    await page.getByRole('gridcell', { name: 'To do' }).waitFor();
    expect(await retry.count()).toBe(0);
    let loads = 0;
    page.on('load', () => {
      loads++;
    });

    await lastMoved(STANDS_STILL + SECOND);
    await page.clock.fastForward(NEXT_LOOK);
    await retry.waitFor();
    await page.getByText('No progress', { exact: true }).waitFor();
    expect(await page.getByText(/ left$/).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'bulk-action-without-progress');
    const accepted = page.waitForResponse((response) => response.request().method() === 'POST');
    await retry.click();
    await accepted;
    await finish();
    // The lost share had switched the unit.
    await page.getByRole('gridcell', { name: 'Was so already', exact: true }).waitFor();
    expect(await page.getByRole('gridcell', { name: 'Updated', exact: true }).count()).toBe(2);
    await page.getByText('Finished', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Try failed units again' }).count()).toBe(0);
    expect(loads).toBe(0);
  });

  it('shows no button to retry it to a user who may not do the same to one unit', async () => {
    const { bchKey } = await ask(bulkActions.create, {
      units: ['ZZZZZ1'],
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

describe('a running bulk action', () => {
  const started = async () =>
    ask(bulkActions.create, {
      units: serialsOf(await someUnits(2, { Report: 1 })),
      action: 'reporting',
      type: 'off',
      UnitModel: 'MXD-LTE',
      as: await userNamed(person),
    });

  it('is paused on its page, goes on later, and is cancelled for good', async () => {
    const { bchKey } = await started();
    const shares = await line.nextShares();
    const page = await openPage({ as: person, at: `/reports/bulkChangeStatus/detail?id=${bchKey}` });
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('Paused: Switch reporting off', { exact: true }).waitFor();
    await page.getByText('Updated 0 units, 2 units to do', { exact: true }).waitFor();
    expect(await page.getByRole('gridcell', { name: 'To do' }).count()).toBe(2);
    await expectAccessible(page);
    await picture(page, 'bulk-action-paused');
    await work(...shares);

    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await finish();
    await page.getByText('Updated 2 units', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('gridcell', { name: 'Updated' }).count()).toBe(2);

    const other = await started();
    await line.nextShares();
    await page.goto(`/reports/bulkChangeStatus/detail?id=${other.bchKey}`);
    await page.getByRole('button', { name: 'Cancel for good' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel for good' }).click();
    await page.getByText('Updated 0 units, 2 units not reached', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('gridcell', { name: 'Not reached' }).count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0);
  });

  itInDepth('announces its end on whichever screen the user is, also after a reload', async () => {
    const page = await openPage({ as: person, at: '/unitManagement?pageSize=5' });
    await page.getByLabel('Select all on this page').check();
    await haveReporting(await page.locator('a[data-title]').allInnerTexts(), 5);
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Bulk action' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Switch reporting off', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Switch reporting off for 5 units' }).click();
    await confirmSwitchOff(page, 5);
    await dialog.getByRole('button', { name: 'Continue in the background' }).click();
    await page.clock.install();
    await page.goto('/userSettings');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await finish();
    await page.getByText('Updated 5 units', { exact: true }).waitFor({ timeout: 20_000 });
    // A message with a link stays longer than others.
    await page.clock.fastForward(20_000);
    await page.getByRole('button', { name: 'Show details' }).click();
    await page.waitForURL(/bulkChangeStatus\/detail/);
  });

  it('is started on all units that match, beyond the page, and its units are read page by page', async () => {
    const page = await openPage({ as: person, at: '/unitManagement?pageSize=5' });
    await page.getByLabel('Select all on this page').check();
    const selection = page.getByRole('region', { name: 'Selection' });
    const all = await selection.getByRole('button', { name: /^Select all \d+ that match$/ }).textContent();
    const count = Number(/\d+/.exec(all!)![0]);
    expect(count).toBeGreaterThan(5);
    await selection.getByRole('button', { name: all! }).click();
    await selection.getByText(`All ${count} that match are selected`, { exact: true }).waitFor();
    await selection.getByRole('button', { name: 'Bulk action' }).click();
    const dialog = page.getByRole('dialog', { name: `Bulk action on all ${count} units that match` });
    await dialog.getByText('Switch reporting on', { exact: true }).click();
    await dialog.getByRole('heading', { name: /^Of the first \d+ units it leaves/ }).waitFor();
    await expectAccessible(page);
    await picture(page, 'bulk-action-on-all-that-match');
    await dialog.getByRole('button', { name: `Switch reporting on for all ${count} units that match` }).click();
    const question = page.getByRole('alertdialog', { name: `Switch reporting on for all ${count} units that match?` });
    await question.getByText(/the units that match ‘all MXD-LTE’/).waitFor();
    await question.getByRole('button', { name: 'Switch reporting on' }).click();
    const progress = page.getByRole('dialog', { name: 'Bulk action running' });
    await progress.getByText('Finding the units', { exact: true }).waitFor();
    await work(...(await line.nextShares()));
    await finish();
    await page
      .getByRole('dialog', { name: 'Bulk action finished' })
      .getByRole('link', { name: 'Show details' })
      .click();
    await page.getByRole('heading', { name: `Switch reporting on for ${count} units` }).waitFor();
    await page.getByRole('gridcell', { name: 'Updated' }).first().waitFor();
    await page.getByText(`1–${Math.min(count, 100)} of ${count}`, { exact: true }).waitFor();
  });

  itInDepth('shows the units that were done last, however often its page is told of progress', async () => {
    const as = await userNamed(person);
    const { bchKey } = await ask(bulkActions.create, {
      ...{ query: {}, action: 'reporting' as const, type: 'on' as const, UnitModel: 'MXD-LTE' as const, as },
    });
    await work(...(await line.nextShares()));
    const page = await openPage({ as: person, at: `/reports/bulkChangeStatus/detail?id=${bchKey}` });
    await page.getByText('No unit yet', { exact: true }).waitFor();
    const { bulkAction } = await detailOf(as, bchKey);
    const { items } = await ask(bulkActions.rows, { bchKey, pageSize: 1, as });
    const { UnitSerNum } = items[0]!;
    const finishedAt = instant(Date.now());
    await BulkActionRowEntity.patch({ bchKey, UnitSerNum })
      .set({ state: 'done', finishedAt, settledOf: bchKey, settledAt: `${finishedAt} ${UnitSerNum}` })
      .go();
    const shown = page.getByRole('gridcell', { name: UnitSerNum });
    for (let told = 0; told < 15 && !(await shown.isVisible()); told++) {
      await publish(bulkActionTopic(bchKey), { ...bulkAction, done: told });
      await page.waitForTimeout(SECOND);
    }
    expect(await shown.isVisible()).toBe(true);
  });
});

describe('the dialog of a bulk action', () => {
  const open = (page: Page) =>
    page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Bulk action' }).click();
  const chooseDealer = async (dialog: Locator, name: string) => {
    await dialog.getByText('Move to another dealer', { exact: true }).click();
    await dialog.getByRole('combobox', { name: 'New dealer' }).fill(name);
    await dialog.getByRole('option', { name }).first().click();
  };
  /** The buttons that are not shown whole. */
  const cutOff = (dialog: Locator) =>
    dialog
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons
          .filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth)
          .map(({ textContent }) => textContent),
      );
  const haveStandardProfile = async (units: readonly string[]) => {
    const reported = { FirmVer: '2.2.0.0.5', PTUnitFirmVer: '2.2.0.0.4', PTName: 'MXD-LTE Standard' };
    const ProfileTemplateKey = standardProfileKey('MXD-LTE', 'Standard');
    for (const UnitSerNum of units)
      await UnitEntity.patch({ UnitSerNum })
        .set({ ...reported, ProfileTemplateKey })
        .go();
  };
  const haveActivatedSim = async (units: readonly string[]) => {
    for (const UnitSerNum of units) {
      const { data } = await UnitEntity.get({ UnitSerNum }).go();
      await UnitEntity.patch({ UnitSerNum }).set({ ActiveICCID: data!.ICCID1!, ICCID1State: 14 }).go();
    }
  };
  /** Stores that the carrier of a unit was asked by the latest action on SIMs. Returns the action. */
  const askedSims = async (UnitSerNum: string) => {
    const { items } = await ask(bulkActions.list, { as: await userNamed(person) });
    const { bchKey, attempt } = items.find(({ action }) => action === 'sim')!;
    const row = {
      state: 'done',
      asked: true,
      reason: 'Asked of the carrier',
      finishedAt: instant(Date.now()),
      list: 'asked',
    } as const;
    await BulkActionRowEntity.put({
      bchKey,
      settledOf: bchKey,
      settledAt: `${row.finishedAt} ${UnitSerNum}`,
      UnitSerNum,
      attempt,
      ...row,
      expiresAt: 9_999_999_999,
    }).go();
    return bchKey;
  };
  /** Gives the first `count` of the units a SIM of AT&T, and all others SIMs of Verizon only. */
  const haveSimOfAtt = async (units: readonly string[], count: number) => {
    for (const [index, UnitSerNum] of units.entries()) {
      const carrier = index < count ? 0 : 1;
      const [ICCID1, ICCID2] = [iccidOf(carrier, 9_000 + index), iccidOf(1, 9_100 + index)];
      await UnitEntity.patch({ UnitSerNum }).set({ ICCID1, ICCID2, ICCID1Carrier: carrier, ICCID2Carrier: 1 }).go();
    }
  };
  /** Waits until the dry run is over. While its button becomes enabled, half-way colours have no contrast to check. */
  const enabled = (dialog: Locator, name: string) => dialog.getByRole('button', { name, disabled: false }).waitFor();
  /** Starts what is chosen for so many units, and returns the body of the accepted request. */
  const askedOf = async (page: Page, label: string, count = 5): Promise<unknown> => {
    const accepted = page.waitForResponse((response) => response.url().endsWith('/api/bulkAction') && response.ok());
    const start = `${label} for ${count} units`;
    await enabled(page.getByRole('dialog'), start);
    await page.getByRole('dialog').getByRole('button', { name: start }).click();
    const question = page.getByRole('alertdialog');
    await acknowledge(question);
    await question.getByRole('button', { name: label }).click();
    return (await accepted).request().postDataJSON();
  };
  /** The dialog with an action chosen for the five units of the list's first page, of which the first `reporting` are reporting. */
  const chosen = async ({ reporting }: { reporting: number }) => {
    const page = await openPage({ as: person, at: '/unitManagement?pageSize=5' });
    await page.getByLabel('Select all on this page').check();
    const shown = await page.locator('a[data-title]').allInnerTexts();
    await open(page);
    const named = page.getByRole('dialog').getByRole('region', { name: 'It changes 5 units' }).getByRole('listitem');
    expect(await named.allInnerTexts()).toEqual(shown);
    await haveReporting(shown, reporting);
    await page.getByRole('dialog').getByText('Switch reporting off', { exact: true }).click();
    return page;
  };
  /** Starts the action. All its work is done before its start is answered. */
  const start = async (page: Page, count: number, beforeTheWork = async () => {}) => {
    await page.route('**/api/bulkAction', async (route) => {
      const response = await route.fetch();
      await beforeTheWork();
      await finish();
      await route.fulfill({ response });
    });
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Switch reporting off for ${count} units` })
      .click();
    await confirmSwitchOff(page, count);
  };

  itInDepth(
    'says which units it leaves as they are, and stays open with its progress, however early the work starts',
    async () => {
      const page = await chosen({ reporting: 4 });
      const left = page.getByRole('region', { name: 'Units left as they are' });
      await left.getByText('Its reporting is off already', { exact: true }).waitFor();
      expect(await left.getByRole('listitem').count()).toBe(1);
      // Without scrolling, also on a phone. From there one press leads to the list.
      await page.setViewportSize(LOOKS.phone.viewport!);
      const inSight = async (part: Locator) => {
        const { y, height } = (await part.boundingBox())!;
        return y >= 0 && y + height <= LOOKS.phone.viewport!.height;
      };
      const note = page.getByText('It leaves 1 unit as it is: Its reporting is off already', { exact: true });
      expect(await inSight(note)).toBe(true);
      expect((await left.boundingBox())!.y).toBeGreaterThan((await note.boundingBox())!.y);
      await page.getByRole('button', { name: 'Show them', exact: true }).click();
      await expect.poll(async () => (await left.boundingBox())!.y).toBeLessThan((await note.boundingBox())!.y);
      await page.setViewportSize(LOOKS.light.viewport!);
      await expectAccessible(page);
      const listRefreshed = page.waitForResponse('**/api/units/*');
      await start(page, 4);
      const finished = page.getByRole('dialog', { name: 'Bulk action finished' });
      await finished.waitFor();
      await finished.getByText('Updated 4 units', { exact: true }).waitFor();
      await (await listRefreshed).finished();
      expect(await finished.isVisible()).toBe(true);
      expect(await page.getByText('Updated 4 units', { exact: true }).count()).toBe(1);
    },
  );

  itInDepth('that was closed during the start is empty when opened again, and the end is announced', async () => {
    const page = await chosen({ reporting: 5 });
    // As on a busy machine: the closed question must go all the same.
    await page.evaluate(LATE_FRAMES);
    await start(page, 5, async () => {
      // A click outside belongs to the question while it closes, and for two frames after.
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await frames(page, 2);
      await page.mouse.click(5, 5);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    await page.evaluate('window.requestAnimationFrame = window.onTime');
    await page.getByText('Updated 5 units', { exact: true }).first().waitFor();
    await open(page);
    const dialog = page.getByRole('dialog', { name: 'Bulk action on 5 units' });
    await chooseDealer(dialog, 'Northwind Oregon');
    await dialog.getByLabel('Units per minute').fill('30');
    await dialog.getByRole('button', { name: 'Move to Northwind Oregon for 5 units' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await open(page);
    expect(await dialog.getByRole('button', { name: 'Start', exact: true }).getAttribute('aria-disabled')).toBe('true');
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await dialog.getByLabel('Units per minute').inputValue()).toBe('');
    await dialog.getByText('Add the tag', { exact: true }).click();
    await dialog.getByLabel('Tag', { exact: true }).fill('Loan');
    await enabled(dialog, 'Add the tag loan for 5 units');
    await expectAccessible(page);
    await picture(page, 'bulk-action-with-a-tag');
    await page.unroute('**/api/bulkAction');
    await dialog.getByRole('button', { name: 'Add the tag loan for 5 units' }).click();
    const progress = page.getByRole('dialog', { name: 'Bulk action running' });
    await progress.getByText('Add the tag loan', { exact: true }).waitFor();
    await page.setViewportSize(LOOKS.phone.viewport!);
    await picture(page, 'bulk-action-progress-phone');
    expect(await cutOff(progress)).toEqual([]);
    await page.setViewportSize(LOOKS.light.viewport!);

    const units = await page.locator('a[data-title]').allInnerTexts();
    await haveStandardProfile(units);
    await progress.getByRole('button', { name: 'Continue in the background' }).click();
    await progress.waitFor({ state: 'detached' });
    await open(page);
    await dialog.getByText('Assign the profile', { exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Profile' }).fill('mxd-lte sp');
    await dialog.getByRole('option', { name: 'MXD-LTE Spanish, firmware 2.2.0.0.5', exact: true }).click();
    const profile = {
      action: 'profile',
      ProfileKey: standardProfileKey('MXD-LTE', 'Spanish'),
      ProfileName: 'MXD-LTE Spanish',
    };
    expect(await askedOf(page, 'Assign the profile MXD-LTE Spanish')).toEqual({
      units,
      UnitModel: 'MXD-LTE',
      action: 'profile',
      type: 'assignProfile',
      value: profile,
    });
    await progress.getByRole('button', { name: 'Continue in the background' }).click();
    await progress.waitFor({ state: 'detached' });
    await haveActivatedSim(units);
    await open(page);
    await dialog.getByText('Deactivate the SIM', { exact: true }).click();
    const field = (await dialog.getByLabel('SIM of each unit').boundingBox())!;
    const foot = (await dialog.getByRole('button', { name: 'Cancel', exact: true }).boundingBox())!;
    expect(field.y + field.height, 'the field is in sight').toBeLessThan(foot.y);
    await dialog.getByLabel('SIM of each unit').selectOption('The SIM in use');
    expect(await askedOf(page, 'Deactivate the SIM in use')).toEqual({
      units,
      UnitModel: 'MXD-LTE',
      action: 'sim',
      type: 'deactivateSim',
      value: { action: 'sim', sims: 'inUse', acknowledged: ['inoperable', 'activationFee', 'callerId'] },
    });
    await progress.getByText('Updated', { exact: true }).waitFor();
    await progress.getByRole('button', { name: 'Continue in the background' }).click();
    await progress.waitFor({ state: 'detached' });
    await haveSimOfAtt(units, 4);
    await open(page);
    await dialog.getByText('Change the communication plan', { exact: true }).click();
    await dialog.getByLabel('Carrier', { exact: true }).selectOption('AT&T');
    await dialog.getByLabel('Communication plan', { exact: true }).fill('M2M Small');
    const left = dialog.getByRole('region', { name: 'Units left as they are' });
    await left.getByText('It has no SIM of AT&T', { exact: true }).waitFor();
    expect(await left.getByRole('listitem').count()).toBe(1);
    await enabled(dialog, 'Change the communication plan of AT&T to M2M Small for 4 units');
    await expectAccessible(page);
    await picture(page, 'bulk-action-plan');
    await changeLook(page, LOOKS.dark);
    await expectAccessible(page);
    await picture(page, 'bulk-action-plan-dark');
    await changeLook(page, LOOKS.light);
    expect(await askedOf(page, 'Change the communication plan of AT&T to M2M Small', 4)).toEqual({
      units: units.slice(0, 4),
      UnitModel: 'MXD-LTE',
      action: 'plan',
      type: 'changePlan',
      value: { action: 'plan', carrier: 0, plan: 'M2M Small', acknowledged: ['noVoice'] },
    });
    await progress.getByRole('button', { name: 'Continue in the background' }).click();
    await progress.waitFor({ state: 'detached' });
    await open(page);
    await chooseDealer(dialog, 'Northwind Oregon');
    await dialog.getByLabel('Units per minute').fill('30');
    const dealer = { action: 'dealer', DealerKey: 220, DealerName: 'Northwind Oregon' };
    expect(await askedOf(page, 'Move to Northwind Oregon')).toEqual({
      units,
      UnitModel: 'MXD-LTE',
      action: 'dealer',
      type: 'moveToDealer',
      value: dealer,
      pace: 30,
    });
    await progress.waitFor();

    await page.goto(`/reports/bulkChangeStatus/detail?id=${await askedSims(units[0]!)}`);
    await page.getByRole('gridcell', { name: 'Asked', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: units[0]! }).getAttribute('href')).toBe(paths.unitSims(units[0]!));
    await expectAccessible(page);
    await picture(page, 'bulk-action-of-sims');
  });
});
