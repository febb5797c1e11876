import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { changeLook, LOOKS } from '#support/browser.ts';
import { IN_DEPTH } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { followRequests } from '#support/requests.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { SCREENS } from '#web/app/routes.ts';
import { expectFits, SMALL_WINDOW } from './expect-fits.ts';
import { QUERIES } from './screen-queries.ts';

// Every screen in a large and a small window, with a picture in .local/screenshots, and in the deep run in every look. A new screen is covered by its entry in the route table.

const ENGINEER = 'engineer@watchkeep.example';
/** tests/theme checks the colours of both modes. The other looks are for the deep run. */
const SHOWN_LOOKS = Object.entries(LOOKS).filter(([look]) => look === 'light' || IN_DEPTH);
interface View {
  name: string;
  path: string;
  as?: string;
}

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-') || 'dashboard';
/** The usual view of each screen, and in depth also its others. */
const viewsOf = (path: string) => Object.entries(QUERIES[path] ?? { '': '' }).slice(0, IN_DEPTH ? undefined : 1);
const SCREEN_VIEWS: readonly View[] = SCREENS.flatMap(({ path }) =>
  viewsOf(path).map(([view, query]) => ({
    name: view ? `${nameOf(path)}-${view}` : nameOf(path),
    path: `${path}${query}`,
    as: path === '/monitoringCenter' ? 'operator@monitoring.example' : ENGINEER,
  })),
);
const ENTRIES: readonly View[] = [
  { name: 'login', path: '/login' },
  { name: 'telus', path: '/telus' },
  { name: 'sign-on-failed', path: '/login/OAuth/cb/telus?code=x&state=x' },
  { name: 'link-expired', path: '/resetPassword?token=long-gone' },
  { name: 'confirm-email', path: '/confirmEmail?token=x' },
];

interface Shown {
  page: Page;
  untilQuiet: () => Promise<void>;
  /** What the server refused to the person. */
  refused: string[];
}

/** One page for each person shows all of their screens. */
const pages = new Map<string | undefined, Promise<Shown>>();
async function open(as: string | undefined): Promise<Shown> {
  const page = await openPage({ as });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  return { page, untilQuiet: followRequests(page), refused };
}
function pageOf(as: string | undefined): Promise<Shown> {
  const shown = pages.get(as) ?? open(as);
  pages.set(as, shown);
  return shown;
}

const screenOf = (address: string) => address.split(/[?#]/)[0];

/**
 * Shows the address. From another screen it is a change within the page, as from a link: it costs a tenth of a load, and
 * round-trips.e2e.test.ts loads screens at their address.
 */
async function show(page: Page, address: string): Promise<void> {
  const before = new URL(page.url());
  const within = before.protocol !== 'about:' && SCREENS.some(({ path }) => path === before.pathname);
  if (!within || before.pathname === screenOf(address)) {
    await page.goto(address);
    return;
  }
  await page.evaluate(
    `document.querySelector('main h1').dataset.before = ''; history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.locator('[data-before]').waitFor({ state: 'detached' });
}

beforeAll(async () => {
  await Promise.all([...ENTRIES, ...SCREEN_VIEWS].map(({ as }) => pageOf(as)));
});

it.each([...ENTRIES, ...SCREEN_VIEWS])(
  '$name is complete in every look of this run, and fits a window of 1280 x 800',
  async ({ name, path, as }) => {
    const { page, untilQuiet, refused } = await pageOf(as);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(LOOKS.light.viewport!);
    await show(page, path);
    await page.getByRole('heading').first().waitFor();
    await untilQuiet();
    expect(await page.getByText(/This page could not be shown/).count()).toBe(0);
    expect(refused.splice(0)).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(screenOf(path));
    for (const [look, its] of SHOWN_LOOKS) {
      await changeLook(page, its);
      await expectAccessible(page);
      await picture(page, `${name}-${look}`);
    }
    await page.setViewportSize(SMALL_WINDOW);
    await picture(page, `${name}-small`);
    await expectFits(page);
  },
);
