import type { Context } from 'aws-lambda';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import './table.ts';
import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, TestRunner } from 'vitest';
import { routeKey } from '#core/contract.ts';
import { api } from '#core/index.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { userStore } from '#data/users/users.ts';
import { securityHeaders } from '#infra/security-headers.ts';
import { LIVE } from '#infra/wiring.ts';
import { startHttpApi } from '#local/api-gateway/http-api.ts';
import { startWebSocketApi } from '#local/api-gateway/websocket-api.ts';
import { startFront } from '#local/front/front.ts';
import { WEB_FOLDER } from '#local/portal/web-build.ts';
import { EDGE_KEY_HEADER } from '#platform/http/edge-key.ts';
import { forgetSession } from '#platform/session/sign-in.ts';
import { seed } from '#scripts/seed/seed.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { LOOKS, openPageOf, tokenOf } from './browser.ts';
import { run } from './invoke.ts';
import { aSession, aUser, type Options as PersonOptions } from './people.ts';
import { ENTERED, enterUsed, keepAfterTest, SESSION_KEY, takeUsed } from './used-pages.ts';

// A file that imports this has its own portal in its own process: the built web app, and the real handlers with the
// file's own table of seeded dealers, people and units. It reads no queue and no stream.

/** Enough for two pages of five units of a model, for every model. */
const UNITS = 60;
const seeded = { count: UNITS, now: Date.now() };
await seed(seeded, () => {});
/** The seeded units. */
export const fleet = [...seedUnits(seeded)];

const live = await startWebSocketApi({
  port: 0,
  stage: LIVE.stage,
  invoke: (_route, event, context) => run(LIVE.consumer, event, context),
});
const http = await startHttpApi({
  port: 0,
  routes: Object.entries(api).flatMap(([area, endpoints]) =>
    Object.values(endpoints).map((endpoint) => ({
      routeKey: routeKey(endpoint),
      functionName: area,
      handler: (event: unknown, context: Context) => run(area, event, context),
    })),
  ),
});
const front = await startFront({
  port: 0,
  root: WEB_FOLDER,
  apiUrl: http.url,
  originHeaders: { [EDGE_KEY_HEADER]: process.env.EDGE_KEY! },
  headers: securityHeaders({
    live: ['localhost', '127.0.0.1'].map((host) => `ws://${host}:${live.port}`),
    tiles: [],
    storage: [process.env.AWS_ENDPOINT_URL_S3!],
    stations: process.env.STATION_SERVERS!.split(','),
  }),
});
Object.assign(process.env, {
  WEB_ORIGIN: `http://localhost:${front.port}`,
  LIVE_ENDPOINT: `http://localhost:${live.port}/${LIVE.stage}`,
  LIVE_URL: `ws://localhost:${live.port}/${LIVE.stage}`,
  LIVE_SECOND_URL: `ws://127.0.0.1:${live.port}/${LIVE.stage}`,
});
afterAll(async () => {
  await Promise.all([front.close(), http.close(), live.close()]);
});

interface Options {
  /** The name of the signed-in user; absent for a visitor. */
  as?: string | undefined;
  look?: BrowserContextOptions | undefined;
  /** The first page; without a path nothing is loaded yet. */
  at?: string | undefined;
  /** True for a test of how a page loads: it gets a browser that has loaded nothing. */
  fresh?: boolean;
}

/** A page with the user's session, without typing. In a test it can be one that tests before have used. */
export async function openPage({ as, look = LOOKS.light, at, fresh = false }: Options = {}): Promise<Page> {
  const isKept = as !== undefined && !fresh && TestRunner.getCurrentTest() !== undefined;
  const used = isKept ? takeUsed(look) : undefined;
  const page = used ?? (await openPageOf(process.env.WEB_ORIGIN!, look, { outlastsTest: isKept }));
  if (as !== undefined) {
    if (used) enterUsed(page, (await aSession(await userNamed(as))).token);
    else await enter(page, as);
  }
  if (isKept) keepAfterTest(page, look);
  if (at !== undefined) await page.goto(at);
  return page;
}

/** Starts a session of the user in the page's tab, with the next page of the portal that it loads. */
export async function enter(page: Page, userName: string): Promise<void> {
  const { token } = await aSession(await userNamed(userName));
  await enterWith(page, token);
}

/** Continues a session in the page's tab, with the next page of the portal that it loads. */
export async function enterWith(page: Page, token: string): Promise<void> {
  await page.addInitScript(putOnce, {
    origin: process.env.WEB_ORIGIN!,
    key: SESSION_KEY,
    token,
    mark: `${ENTERED}${token}`,
  });
}

/** Runs in the browser, before each page. The mark keeps a session that has ended from coming back. */
function putOnce({ origin, key, token, mark }: Record<'origin' | 'key' | 'token' | 'mark', string>): void {
  if (location.origin !== origin || sessionStorage.getItem(mark) !== null) return;
  sessionStorage.setItem(mark, 'yes');
  sessionStorage.setItem(key, token);
}

export type Person = Pick<PersonOptions, 'first' | 'last'> & Partial<Pick<PersonOptions, 'dealer' | 'type' | 'flags'>>;

/** A new user of dealer 22, without flags by default; returns the user name, which is the mail address. */
export async function newPerson({ flags = [], ...person }: Person): Promise<string> {
  const userKey = randomUUID();
  const userName = `${person.first}-${userKey.slice(0, 8)}@people.example`.toLowerCase();
  await aUser({ ...person, flags, userName, userKey });
  return userName;
}

export async function userNamed(userName: string): Promise<UserRecord> {
  const user = await userStore.byName(userName);
  if (!user) throw new Error(`There is no user ${userName}`);
  return user;
}

/** The first seeded unit of the model. */
export const seededUnit = (model: UnitModel): UnitRecord => fleet.find(({ UnitModel }) => UnitModel === model)!;

async function sessionIdOf(page: Page): Promise<string> {
  const [, claims] = (await tokenOf(page))!.split('.');
  return (JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { sid: string }).sid;
}

/** Clears the portal's cached session of the page, which is otherwise used for up to half a minute. */
export async function readSessionAnew(page: Page): Promise<void> {
  forgetSession(await sessionIdOf(page));
}

/** Ends the page's session on the server, like another browser. */
export async function endSessionOf(page: Page): Promise<void> {
  await sessionStore.end(await sessionIdOf(page));
  await readSessionAnew(page);
}
