import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { z } from 'zod';
import { anyone, staff } from '#core/access.ts';
import { defineArea } from '#core/contract.ts';
import { call, onRefusal, requestOf } from '#web/lib/api/api.ts';
import { RequestError } from '#web/lib/api/request-error.ts';
import { keepSession, sessionEnding, sessionToken } from '#web/lib/session/session-token.ts';
import { memoryStorage } from './memory-storage.ts';

const things = defineArea({
  get: {
    method: 'GET',
    path: '/api/thing/{id}',
    summary: 'Read a thing',
    access: staff,
    input: z.object({ id: z.string(), dateOffset: z.number().optional() }),
    output: z.object({ count: z.number().transform((count) => count + 1) }),
  },
  enter: {
    method: 'POST',
    path: '/auth/enter',
    summary: 'Enter',
    access: anyone,
    input: z.object({ password: z.string() }),
    output: z.object({}),
  },
});

const answer = (body: unknown, status = 200) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
const fetched = vi.fn<typeof fetch>();

const failureOf = async (promise: Promise<unknown>): Promise<RequestError> => {
  const error: unknown = await promise.catch((thrown) => thrown);
  expect(error).toBeInstanceOf(RequestError);
  return error as RequestError;
};

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
});
afterEach(() => void vi.unstubAllGlobals());

describe('a request of the browser', () => {
  test.each([
    ['a path parameter', 'GET', '/api/unit/{id}', { id: '400123' }, { url: '/api/unit/400123' }],
    [
      'a character that a path may not contain',
      'GET',
      '/api/table/{name}',
      { name: 'a/b c' },
      { url: '/api/table/a%2Fb%20c' },
    ],
    [
      'other fields in the query',
      'GET',
      '/api/units/{param}',
      { param: 'all', pageSize: 5 },
      { url: '/api/units/all?pageSize=5' },
    ],
    ['nothing for undefined fields', 'DELETE', '/api/unit', { a: undefined, b: null }, { url: '/api/unit' }],
    ['lists with commas', 'GET', '/api/units', { list: ['A', 'B'] }, { url: '/api/units?list=A%2CB' }],
    [
      'other fields in the body',
      'PUT',
      '/api/unit/{id}',
      { id: '1', Report: 0, note: null },
      { url: '/api/unit/1', body: '{"Report":0,"note":null}' },
    ],
  ] as const)('sends %s', (_, method, path, input, expected) =>
    expect(requestOf({ method, path }, input)).toEqual(expected),
  );

  it('sends the token of the session and its own correlation id', async () => {
    keepSession('token');
    fetched.mockImplementation(async () => answer({ count: 1 }));
    await call(things.get, { id: '1' });
    await call(things.get, { id: '1' });
    const headers = fetched.mock.calls.map(([, init]) => new Headers(init?.headers));
    expect(headers.map((each) => each.get('authorization'))).toEqual(['Bearer token', 'Bearer token']);
    const ids = headers.map((each) => each.get('x-correlation-id'));
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('sends no token without a session', async () => {
    fetched.mockResolvedValue(answer({}));
    await call(things.enter, { password: 'x' });
    expect(new Headers(fetched.mock.calls[0]![1]?.headers).has('authorization')).toBe(false);
  });
});

describe('an answer', () => {
  it('is parsed by the contract', async () => {
    fetched.mockResolvedValue(answer({ count: 1 }));
    expect(await call(things.get, { id: '1' })).toEqual({ count: 2 });
  });

  it('with an unexpected shape is a failure', async () => {
    fetched.mockResolvedValue(answer({ count: 'many' }));
    expect(await failureOf(call(things.get, { id: '1' }))).toMatchObject({ code: 'INTERNAL' });
  });

  it('that failed has the message of the server', async () => {
    const issues = [{ path: 'id', message: 'No such id' }];
    fetched.mockResolvedValue(
      answer({ code: 'INVALID', message: 'Check the fields', issues, correlationId: 'c1' }, 422),
    );
    expect(await failureOf(call(things.get, { id: '1' }))).toMatchObject({
      code: 'INVALID',
      message: 'Check the fields',
      issues,
      correlationId: 'c1',
    });
  });

  test.each([
    [502, 'UNAVAILABLE'],
    [503, 'UNAVAILABLE'],
    [504, 'UNAVAILABLE'],
    [500, 'INTERNAL'],
    [418, 'INTERNAL'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
  ])('of a proxy with status %i is %s', async (status, code) => {
    fetched.mockResolvedValue(answer('<html>no</html>', status));
    expect(await failureOf(call(things.get, { id: '1' }))).toMatchObject({ code });
  });

  test.each([
    [502, 'Bad Gateway', 'Bad Gateway, please try again'],
    [500, 'Kaputt', 'Kaputt, please try again'],
    [429, '', 'Too Many Requests, please try again'],
  ])('with nothing but status %i %j shows its name [P1-M07]', async (status, statusText, words) => {
    fetched.mockResolvedValue(new Response('<html>no</html>', { status, statusText }));
    expect(await failureOf(call(things.get, { id: '1' }))).toMatchObject({ message: words });
  });

  it('without any content asks to try again, or to refresh after a read [P1-M06 P2-M15 P1-M36]', async () => {
    fetched.mockImplementation(async () => new Response('', { status: 418 }));
    expect(await failureOf(call(things.enter, { password: 'x' }))).toMatchObject({ message: 'Please try again' });
    expect(await failureOf(call(things.get, { id: '1' }))).toMatchObject({
      message: 'Could not get the data. Please refresh the page',
    });
  });

  it('with a message shows it, whatever the status is [P1-M01 P2-M01 P2-M08 P3-B88]', async () => {
    const body = { code: 'INTERNAL', message: 'The carrier is asleep', issues: [], correlationId: 'c1' };
    fetched.mockImplementation(
      async () => new Response(JSON.stringify(body), { status: 500, statusText: 'Internal Server Error' }),
    );
    for (const failing of [call(things.get, { id: '1' }), call(things.enter, { password: 'x' })])
      expect(await failureOf(failing)).toMatchObject({ message: 'The carrier is asleep' });
  });

  it('that cannot be parsed asks to refresh the page, or to try again after a change [P2-M22 P2-M08]', async () => {
    fetched.mockImplementation(async () => answer({ count: 'many' }));
    expect(await failureOf(call(things.get, { id: '1' }))).toMatchObject({
      message: 'Could not get information. Please refresh the page.',
    });
    fetched.mockImplementation(async () => answer([]));
    expect(await failureOf(call(things.enter, { password: 'x' }))).toMatchObject({
      message: 'Error, please try again',
    });
  });

  it('that times out asks to try again [P2-M14]', async () => {
    const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late);
    fetched.mockRejectedValue(late.reason);
    expect(await failureOf(call(things.get, { id: '1' }))).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'An error occurred, please try again',
    });
    timeout.mockRestore();
  });

  it('that does not arrive is UNAVAILABLE, in plain words', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const failure = await failureOf(call(things.get, { id: '1' }));
    expect(failure.code).toBe('UNAVAILABLE');
    expect(failure.message).not.toContain('fetch');
  });

  it('that nobody waits for passes the abort on', async () => {
    const stopping = new AbortController();
    fetched.mockImplementation(async (_, init) => {
      stopping.abort();
      throw init!.signal!.reason;
    });
    await expect(call(things.get, { id: '1' }, { signal: stopping.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('an unauthorized answer', () => {
  const unauthorized = () =>
    answer({ code: 'UNAUTHENTICATED', message: 'Sign in', issues: [], correlationId: 'c' }, 401);

  it('ends the session [P3-B89 P1-S17]', async () => {
    keepSession('token');
    fetched.mockResolvedValue(unauthorized());
    await failureOf(call(things.get, { id: '1' }));
    expect(sessionToken()).toBeNull();
    expect(sessionEnding()).toBe('refused');
  });

  it('to an older token does not end a newer session', async () => {
    keepSession('old');
    fetched.mockImplementation(async () => {
      keepSession('new');
      return unauthorized();
    });
    await failureOf(call(things.get, { id: '1' }));
    expect(sessionToken()).toBe('new');
  });

  it('keeps a session that still exists: the browser checks it with the refused endpoint and token', async () => {
    const rescue = vi.fn(async () => true);
    onRefusal(rescue);
    keepSession('token');
    fetched.mockResolvedValue(unauthorized());
    await failureOf(call(things.get, { id: '1' }));
    expect(rescue).toHaveBeenCalledExactlyOnceWith(things.get, 'token');
    expect(sessionToken()).toBe('token');
    onRefusal(async () => false);
    fetched.mockResolvedValue(unauthorized());
    await failureOf(call(things.get, { id: '1' }));
    expect(sessionToken()).toBeNull();
  });

  it('of a public endpoint means a wrong password, not the end of a session', async () => {
    keepSession('token');
    fetched.mockResolvedValue(unauthorized());
    await failureOf(call(things.enter, { password: 'wrong' }));
    expect(sessionToken()).toBe('token');
  });
});
