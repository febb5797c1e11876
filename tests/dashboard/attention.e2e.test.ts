import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { dashboard } from '#core/dashboard/contract.ts';
import type { UnitNumbers } from '#core/dashboard/dashboard.ts';
import { units } from '#core/units/contract.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { ask } from '#support/call.ts';
import { IN_DEPTH, itInDepth } from '#support/depth.ts';
import { openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import type { Output } from '#web/lib/api/api.ts';

const ENGINEER = 'engineer@watchkeep.example';

type UnitsAnswer = Output<typeof units.list>;

const panel = (page: Page) => page.getByRole('region', { name: 'Needs you', exact: true });

/** Shows the address, as a link within the portal would: a load takes several times as long, and there are many links. */
const follow = (page: Page, address: string) =>
  page.evaluate((at) => {
    history.pushState(null, '', at);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

describe('what needs a person, on the dashboard', () => {
  it(
    'is counted by problem and model, and counts lead to exactly those units',
    async () => {
      await switchReportingOff();
      const page = await openPage({ as: ENGINEER, at: '/' });
      const links = panel(page).getByRole('link');
      await links.first().waitFor();
      await picture(page, 'dashboard-attention-light');
      await expectAccessible(page);
      const found = await Promise.all(
        (await links.all()).map(async (link) => ({
          text: (await link.textContent())!,
          href: (await link.getAttribute('href'))!,
        })),
      );
      const problems = (await panel(page).getByRole('listitem').allTextContents()).join();
      for (const problem of ['Silent', 'Late', 'Needs attention', 'Reporting off', 'SIM ', 'Without a secret'])
        expect(problems).toContain(problem);
      const inTable = await Promise.all(
        (await page.getByRole('region', { name: 'Units', exact: true }).getByRole('link').all()).map(async (link) => {
          const href = (await link.getAttribute('href'))!;
          const model = new URL(href, 'http://portal').searchParams.get('UnitModel');
          return { text: `${model}${await link.textContent()}`, href };
        }),
      );
      expect(inTable.length).toBeGreaterThan(6);
      const followed = [...found, ...inTable].filter((_, index) => IN_DEPTH || index % 4 === 0);
      for (const { text, href } of followed) {
        const [, model, count] = /(MXD-LTE|myConnect(?: Air)?)(\d+)$/.exec(text)!;
        // An answer to the page before could come first.
        await follow(page, '/support');
        await page.getByRole('heading', { level: 1, name: 'Support', exact: true }).waitFor();
        const [response] = await Promise.all([page.waitForResponse('**/api/units/*'), follow(page, href)]);
        const { lists } = (await response.json()) as UnitsAnswer;
        expect(lists[model as UnitModel], text).toHaveLength(Number(count));
        const tab = page.getByRole('navigation', { name: 'Unit models' }).locator('[aria-current=page]');
        await expect.poll(() => tab.textContent(), { message: text }).toBe(`${model}${count}`);
      }
    },
    IN_DEPTH ? 240_000 : undefined,
  );

  itInDepth('says what was checked if nothing does', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.route('**/api/dashboard?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Output<typeof dashboard.read>;
      const { lastVisit: _, ...others } = body;
      await route.fulfill({ response, json: { ...others, units: withoutProblems(body.units!) } });
    });
    await page.goto('/');
    await panel(page)
      .getByText(
        'No unit in service is silent, late, needs attention, has its reporting off, an inactive SIM or a failed update. Every unit has a secret.',
        { exact: true },
      )
      .waitFor();
    expect(await panel(page).getByRole('link').count()).toBe(0);
  });

  itInDepth('shows a failure if it cannot be read', async () => {
    const page = await openPage({ as: ENGINEER });
    const url = '**/api/dashboard?*';
    await page.route(url, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/');
    await page.getByText('The dashboard could not be read', { exact: true }).waitFor();
    await page.unroute(url);
    await page.getByRole('button', { name: 'Try again' }).click();
    await panel(page).getByRole('link').first().waitFor();
  });
});

/** Switches the reporting of a unit in service off. Its counts follow, as they do after the change of a unit. */
async function switchReportingOff(): Promise<void> {
  const as = await userNamed(ENGINEER);
  const { lists } = await ask(units.list, { param: 'all', UnitStatus: '9', as });
  const { UnitSerNum } = lists['MXD-LTE'][0]!;
  await ask(units.setReporting, { UnitSerNum, Report: 0, as });
  await settleFacets(UnitSerNum, Date.now());
}

/** The numbers of a fleet without any problem: the counts are those of other values. */
const withoutProblems = (numbers: UnitNumbers): UnitNumbers => ({
  ...numbers,
  withoutSecret: { 'MXD-LTE': 0, myConnect: 0, 'myConnect Air': 0 },
  facets: Object.fromEntries(
    Object.keys(numbers.facets).map((model) => [
      model,
      { condition: [{ value: 'healthy', count: 9, inService: 9 }], Report: [], ActiveState: [], Updates: [] },
    ]),
  ) as unknown as UnitNumbers['facets'],
});
