import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Context } from 'aws-lambda';
import type { Area } from '#core/contract.ts';
import { api } from '#core/index.ts';
import { EVENT_FUNCTIONS } from '#infra/wiring.ts';
import { apiEvent } from './api-event.ts';
import { joinLocalPortal, LOCAL_STATE } from './local-environment.ts';

const HELP = `npm run invoke -- FUNCTION FILE [options]
  Calls a function with a sample event, in this process, against the portal that "npm start" runs.
  FUNCTION          ${[...Object.keys(api), ...EVENT_FUNCTIONS].join(', ')}
  FILE              events/<area>/<endpoint>.json holds the input of an endpoint, events/on-<event>/*.json a whole event
  --as USER         on whose behalf an endpoint is called (admin@watchkeep.example); nobody: --as ""
  --folder PATH     the state of the portal (${LOCAL_STATE})`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string', default: 'admin@watchkeep.example' },
    folder: { type: 'string', default: LOCAL_STATE },
    help: { type: 'boolean', default: false },
  },
});
const [name, file] = positionals;

if (values.help || name === undefined || file === undefined) {
  console.log(HELP);
  process.exitCode = values.help ? 0 : 2;
} else
  await invoke(name, file).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

async function invoke(functionName: string, sample: string): Promise<void> {
  const handlerFile = path.resolve(import.meta.dirname, `../functions/${path.basename(functionName)}/handler.ts`);
  if (!existsSync(handlerFile)) throw new Error(`There is no function ${functionName}.\n${HELP}`);
  joinLocalPortal(values.folder);
  process.env.POWERTOOLS_DEV = 'true';
  const { handler } = (await import(handlerFile)) as {
    handler: (event: unknown, context: Context) => Promise<unknown>;
  };
  const event = await eventFor(functionName, sample);
  const context = { functionName, awsRequestId: randomUUID() } as Context;
  console.log(JSON.stringify(readable(await handler(event, context)), null, 2));
}

/** The event of a sample. The file of an endpoint contains only the input, so the caller is added. */
async function eventFor(functionName: string, sample: string): Promise<unknown> {
  const content = JSON.parse(readFileSync(sample, 'utf8')) as object;
  const area = (api as Record<string, Area>)[functionName];
  if (!area) return content;
  const endpoint = area[path.basename(sample, '.json')];
  if (!endpoint)
    throw new Error(`${functionName} has no endpoint of that name; it has ${Object.keys(area).join(', ')}`);
  return apiEvent(endpoint, content, { token: values.as === '' ? undefined : await tokenOf(values.as) });
}

async function tokenOf(userName: string): Promise<string> {
  const { sessionStore } = await import('#data/auth/sessions.ts');
  const { userStore } = await import('#data/users/users.ts');
  const { issueToken } = await import('#platform/session/session-token.ts');
  const user = await userStore.byName(userName);
  if (!user) throw new Error(`There is no user ${userName}`);
  const sessionId = randomUUID();
  await sessionStore.start(sessionId, user.UserKey, Date.now());
  return issueToken({ sessionId, userKey: user.UserKey }, Date.now());
}

/** An HTTP answer with its JSON body parsed. */
function readable(result: unknown): unknown {
  const { body, ...rest } = (result ?? {}) as { body?: unknown };
  return typeof body === 'string' ? { ...rest, body: JSON.parse(body) } : result;
}
