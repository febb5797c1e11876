import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Context } from 'aws-lambda';
import { chromium, type Page } from 'playwright-core';
import { type Area, routeKey } from '#core/contract.ts';
import { type AreaName, api } from '#core/index.ts';
import { client, tableName } from '#data/kit/table.ts';
import { securityHeaders } from '#infra/security-headers.ts';
import { startHttpApi } from '#local/api-gateway/http-api.ts';
import type { LambdaHandler } from '#local/api-gateway/lambda.ts';
import { createTable } from '#local/create-table.ts';
import { startFront } from '#local/front/front.ts';
import { buildWeb, WEB_FOLDER } from '#local/portal/web-build.ts';
import { EDGE_KEY_HEADER } from '#platform/http/edge-key.ts';
import { seed } from '#scripts/seed/seed.ts';
import { browserPath } from '#scripts/test/browser.ts';
import { signIn } from './caller.ts';
import { DEALER, DEALER_USER } from './fleet.ts';
import type { Finding, Measure } from './measure.ts';
import { depthOf, emptyCache, visit } from './round-trips.ts';
import { ratioOf, sideBySide } from './side-by-side.ts';

/** What the unit list and the frame call. */
const AREAS: readonly AreaName[] = ['auth', 'units', 'table-settings', 'dealer-logo'];
const LIST = '/unitManagement';
const HAS_ROWS = "document.querySelector('main tr[data-row]') !== null";
/** Added to each round trip. */
const LATENCY_MS = 50;
/** The most round trips in a row with an empty cache, and with a full one. */
const MOST = { cold: 3, warm: 1 };
const HEADERS = securityHeaders({ live: [], tiles: [] });

/**
 * The time until the unit list shows its rows, with a slow network, compared with the same page as one static file: one round trip. The round
 * trips are counted too.
 */
export const measure: Measure = async () => {
  await buildWeb(() => {});
  await createTable(client, tableName());
  await seed({ count: 1_000, now: Date.now(), dealerKey: DEALER.DealerKey }, () => {});
  const { token } = await signIn(DEALER_USER);
  const http = await startHttpApi({ port: 0, routes: (await Promise.all(AREAS.map(routesOf))).flat() });
  const portal = await startFront({
    port: 0,
    root: WEB_FOLDER,
    apiUrl: http.url,
    originHeaders: { [EDGE_KEY_HEADER]: process.env.EDGE_KEY! },
    headers: HEADERS,
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-static-'));
  const still = await startFront({ port: 0, root: folder, apiUrl: http.url, headers: HEADERS });
  const browser = await chromium.launch({ executablePath: browserPath()!, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    // From then on the tab knows the session and what its user may do.
    await page.goto(`${portal.url}/login`);
    await page.evaluate(`sessionStorage.setItem('watchkeep.session', ${JSON.stringify(token)})`);
    await visit(page, `${portal.url}${LIST}`, { latency: 0, isUsable: HAS_ROWS });
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'index.html'), await asOneFile(page));

    const list = (latency: number) => visit(page, `${portal.url}${LIST}`, { latency, isUsable: HAS_ROWS });
    const counted = (name: 'cold' | 'warm', before?: () => Promise<void>) =>
      depthOf(page, `${portal.url}${LIST}`, { most: MOST[name], isUsable: HAS_ROWS, ...(before && { before }) });
    const depths = { cold: await counted('cold', () => emptyCache(page)), warm: await counted('warm') };
    const samples = await sideBySide(
      {
        cold: async () => {
          await emptyCache(page);
          return (await list(LATENCY_MS)).milliseconds;
        },
        // The visit before it filled the cache.
        warm: async () => {
          await list(0);
          return (await list(LATENCY_MS)).milliseconds;
        },
        static: async () => {
          await emptyCache(page);
          return (await visit(page, still.url, { latency: LATENCY_MS, isUsable: HAS_ROWS })).milliseconds;
        },
      },
      { rounds: 15, warmUp: 1, patience: 60_000 },
    );
    const compared = (name: 'cold' | 'warm'): Finding[] => [
      {
        name: `unit list, ${name} visit: round trips in a row`,
        value: depths[name],
        unit: 'round trips',
        target: { atMost: MOST[name] },
        samples: 1,
      },
      {
        name: `unit list, ${name} visit, ${LATENCY_MS} ms per round trip, to the same page as a static file, p50`,
        value: ratioOf(samples[name], samples.static),
        unit: 'ratio',
        samples: samples[name].length,
      },
    ];
    return [...compared('cold'), ...compared('warm')];
  } finally {
    await browser.close();
    await Promise.all([portal.close(), still.close(), http.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
};

async function routesOf(area: AreaName) {
  const { handler } = (await import(`../../functions/${area}/handler.ts`)) as { handler: LambdaHandler };
  return Object.values(api[area] as Area).map((endpoint) => ({
    routeKey: routeKey(endpoint),
    functionName: area,
    handler: (event: unknown, context: Context) => handler(event as never, context, undefined as never),
  }));
}

/** The page as it is shown, with its styles and without its scripts. */
async function asOneFile(page: Page): Promise<string> {
  const styles =
    '[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\\n")';
  const css = (await page.evaluate(styles)) as string;
  const body = (await page.evaluate('document.body.outerHTML')) as string;
  return `<!doctype html><html><head><meta charset="utf-8"><style>${css}</style></head>${body.replace(/<script[\s\S]*?<\/script>/g, '')}</html>`;
}
