import { inject } from 'vitest';
import { ACCESS_FLAGS, type AccessFlag, type UserType } from '#core/access.ts';
import { SEED_PASSWORD } from '#scripts/seed/people.ts';
import { linkTo } from './inbox.ts';

const ADMINISTRATOR = 'admin@watchkeep.example';

interface Person {
  first: string;
  last: string;
  dealer?: number;
  type?: UserType;
  flags?: readonly AccessFlag[];
}

let count = 0;
const stamp = Date.now().toString(36);

/**
 * Creates a user over the API, as an administrator would, with SEED_PASSWORD as password; returns their user name, which is their mail
 * address. Only the calling journey signs in as this user.
 */
export async function newPerson({ first, last, dealer = 22, type, flags = [] }: Person): Promise<string> {
  const UserName = `${first}-${stamp}-${++count}@people.example`.toLowerCase();
  const token = await tokenOf(ADMINISTRATOR);
  const access = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, flags.includes(flag)]));
  const { user } = await send<{ user: { UserKey: string } }>('POST', '/api/user', token, {
    UserName,
    UserEmail: UserName,
    UserFirstName: first,
    UserLastName: last,
    DealerKey: dealer,
    access,
  });
  if (type) await send('POST', '/api/user/edit', token, { UserKey: user.UserKey, UserTypeKey: type });
  const { searchParams } = new URL(await linkTo(UserName), inject('portal').url);
  const reset = { user: UserName, newPassword: SEED_PASSWORD, token: searchParams.get('token') };
  await send('PUT', '/api/resetThePassword', undefined, reset);
  return UserName;
}

/** Tokens by user name. Each test file signs in once, since every session is a row in the user's settings. */
const tokens = new Map<string, Promise<string>>();
function tokenOf(userName: string): Promise<string> {
  const known = tokens.get(userName) ?? signIn(userName);
  tokens.set(userName, known);
  return known;
}

async function signIn(userName: string): Promise<string> {
  const answer = await send<{ token: string }>('POST', '/auth/login', undefined, { userName, password: SEED_PASSWORD });
  return answer.token;
}

/** Calls the API as one of the people, beside the browser. */
export const askAs = async <Answer>(userName: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  send(method, path, await tokenOf(userName), body);

/** The units of a model that the user sees, up to a thousand. */
export async function unitsSeenBy(
  userName: string,
  UnitModel: string,
): Promise<{ UnitSerNum: string; Report: number }[]> {
  const path = `/api/units/all?pageSize=1000&UnitModel=${encodeURIComponent(UnitModel)}`;
  type Answer = { lists: Record<string, { UnitSerNum: string; Report: number }[]> };
  return (await askAs<Answer>(userName, 'GET', path)).lists[UnitModel]!;
}

async function send<Answer>(method: string, path: string, token: string | undefined, body: unknown): Promise<Answer> {
  const reply = await fetch(new URL(path, inject('portal').url), {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
  return JSON.parse(text) as Answer;
}
