import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { anyone, signedIn } from '#core/access.ts';
import { type Area, defineArea, type Endpoint, MAX_BODY } from '#core/contract.ts';
import { AppError, HTTP_STATUS } from '#core/errors.ts';
import { HOUR } from '#core/time.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { correlationId } from '#data/kit/correlation.ts';
import { logger } from '#platform/aws/observability.ts';
import { serve } from '#platform/http/serve.ts';
import { apiEvent, type Sender } from '#scripts/api-event.ts';
import { someDealers } from '#support/fleet.ts';
import { aSession, aUser, tokenOf } from '#support/people.ts';

const echo = {
  method: 'POST',
  path: '/api/echo/{id}',
  summary: 'Say what came',
  access: anyone,
  input: z.object({ id: z.string().max(40), text: z.string().max(6_000_000).optional(), list: z.unknown().optional() }),
  output: z.object({
    id: z.string(),
    text: z.string().optional(),
    list: z.unknown().optional(),
    correlationId: z.string(),
  }),
} as const satisfies Endpoint;

const trial = defineArea({
  echo,
  list: { ...echo, path: '/api/list/{id}' as const, maxBody: 2 * MAX_BODY },
  fail: { ...echo, path: '/api/fail' as const, input: z.object({ how: z.string() }), output: z.object({}) },
  whoAmI: {
    ...echo,
    method: 'GET',
    path: '/api/whoAmI',
    access: signedIn,
    input: z.object({}),
    output: z.object({ userName: z.string() }),
  },
  rated: {
    ...echo,
    path: '/api/rated',
    access: signedIn,
    rate: { most: 2, window: HOUR },
    input: z.object({ text: z.string() }),
    output: z.object({}),
  },
}) satisfies Area;

const SECRET = 'postgres://admin:hunter2@10.0.0.1 at /var/task/handler.js:12';
const FAILURES: Record<string, () => unknown> = {
  error: () => new Error(SECRET),
  text: () => SECRET,
  nothing: () => undefined,
  zod: () => z.object({ [SECRET]: z.string() }).safeParse({}).error,
  known: () => new AppError('CONFLICT', 'The unit changed meanwhile', [{ path: 'Report', message: 'changed' }]),
  caused: () => Object.assign(new AppError('UNAVAILABLE', 'The carrier does not answer'), { cause: new Error(SECRET) }),
};

const handler = serve(trial, {
  echo: async ({ input }) => ({ ...input, correlationId: correlationId() }),
  list: async ({ input }) => ({ ...input, correlationId: correlationId() }),
  async fail({ input }) {
    if (input.how === 'output')
      return {
        get secret() {
          throw new Error(SECRET);
        },
      } as never;
    throw FAILURES[input.how]!();
  },
  whoAmI: async ({ scope }) => ({ userName: scope.userName }),
  rated: async () => ({}),
});

async function answerTo(event: APIGatewayProxyEventV2) {
  const context = { awsRequestId: 'test', functionName: 'trial' } as Context;
  const result = (await handler(event, context)) as APIGatewayProxyStructuredResultV2;
  return { status: result.statusCode, headers: result.headers!, text: result.body!, body: JSON.parse(result.body!) };
}
const call = (endpoint: Endpoint, input: object, sender?: Sender) => answerTo(apiEvent(endpoint, input, sender));

beforeAll(someDealers);
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a failed call', () => {
  it.each(['error', 'text', 'nothing', 'zod'])(
    'with an unexpected error shows only an id: %s [P3-M32 P2-M01]',
    async (how) => {
      const logged = vi.spyOn(logger, 'error');
      const { status, text, body, headers } = await call(trial.fail, { how });
      expect(status).toBe(500);
      expect(text).not.toMatch(/hunter2|handler\.js|10\.0\.0\.1|ZodError|stack/);
      expect(body).toEqual({
        code: 'INTERNAL',
        message: 'An error occured. Please try again.',
        issues: [],
        correlationId: headers['x-correlation-id'],
      });
      expect(logged).toHaveBeenCalledOnce();
    },
  );

  it('is logged completely, under its correlation id', async () => {
    const logged = vi.spyOn(logger, 'error');
    await call(trial.fail, { how: 'error' });
    expect(String(logged.mock.calls[0]![1])).toContain(SECRET);
  });

  it('with an AppError shows its message and nothing of its cause', async () => {
    expect(await call(trial.fail, { how: 'known' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'The unit changed meanwhile', issues: [{ path: 'Report' }] },
    });
    const { status, text } = await call(trial.fail, { how: 'caused' });
    expect([status, text.includes('hunter2')]).toEqual([503, false]);
  });

  it('of an answer that breaks the contract is INTERNAL', async () => {
    expect((await call(trial.fail, { how: 'output' })).status).toBe(200);
    const broken = serve(
      { whoAmI: { ...trial.whoAmI, access: anyone } },
      { whoAmI: async () => ({ userName: 7 }) as never },
    );
    const context = { awsRequestId: 'test', functionName: 'trial' } as Context;
    expect(await broken(apiEvent(trial.whoAmI, {}), context)).toMatchObject({ statusCode: 500 });
  });

  it('has one status per code', () => {
    expect(HTTP_STATUS).toEqual({
      INVALID: 422,
      UNAUTHENTICATED: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      CONFLICT: 409,
      TOO_LARGE: 413,
      TOO_MANY: 429,
      INTERNAL: 500,
      UNAVAILABLE: 503,
    });
  });
});

it('a call with a rate is refused to a person who makes it too often, also with the access of others', async () => {
  const [person, other, lent] = [await aUser({ dealer: 1 }), await aUser({ dealer: 1 }), await aUser({ dealer: 22 })];
  const rated = async (as: string, input: object = { text: 'x' }) =>
    (await call(trial.rated, input, { token: as })).status;
  const token = await tokenOf(person);
  expect(await rated(token, {})).toBe(422);
  const taken = await aSession(person);
  await SessionEntity.patch({ sessionId: taken.sessionId })
    .set({ asUserKey: lent.UserKey, asUntil: Date.now() + HOUR })
    .go();
  expect([await rated(token), await rated(taken.token)]).toEqual([200, 200]);
  expect([await rated(token), await rated(taken.token)]).toEqual([429, 429]);
  expect([await rated(await tokenOf(other)), await rated(await tokenOf(lent))]).toEqual([200, 200]);
});

describe('the body of a request', () => {
  const raw = (body: string, change: Partial<APIGatewayProxyEventV2> = {}) =>
    answerTo({ ...apiEvent(trial.echo, { id: '1' }), body, ...change });

  it.each([
    ['that is not JSON', '{"text":'],
    ['that is not text', '\u0000\u0001'],
    ['that is too deep', '['.repeat(60_000)],
    ['that is a list', '[1]'],
    ['that is null', 'null'],
    ['that is a text', '"x"'],
    ['that is a number', '1'],
  ])('%s is refused', async (_, body) => {
    expect(await raw(body)).toMatchObject({ status: 422, body: { code: 'INVALID', issues: [{ path: '' }] } });
  });

  it('may be missing', async () => {
    expect((await raw('')).body).toMatchObject({ id: '1' });
  });

  it('may be in base64', async () => {
    const body = Buffer.from('{"text":"grüße"}').toString('base64');
    expect((await raw(body, { isBase64Encoded: true })).body.text).toBe('grüße');
  });

  it.each([false, true])('is refused above 64 KB (base64: %s)', async (isBase64Encoded) => {
    const send = (text: string) =>
      raw(isBase64Encoded ? Buffer.from(text).toString('base64') : text, { isBase64Encoded });
    const largest = JSON.stringify({ text: 'x'.repeat(MAX_BODY - '{"text":""}'.length) });
    expect(largest).toHaveLength(MAX_BODY);
    expect((await send(largest)).status).toBe(200);
    // As many characters, and one byte more.
    const larger = largest.replace('x', 'ü');
    expect(await send(larger)).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE', message: 'That is too much at once. Please send less.' },
    });
    // Larger bodies are refused before they are parsed: this one is not JSON.
    expect((await send('['.repeat(MAX_BODY + 1))).status).toBe(413);
  });

  it('may be larger where the endpoint declares it', async () => {
    const send = (length: number) => answerTo({ ...apiEvent(trial.list, { id: '1' }), body: ' '.repeat(length) });
    expect([(await send(2 * MAX_BODY)).status, (await send(2 * MAX_BODY + 1)).status]).toEqual([422, 413]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is not decompressed: %s', async (encoding, compress) => {
    const body = compress(JSON.stringify({ text: 'x'.repeat(10 * MAX_BODY) })).toString('base64');
    const headers = { 'content-encoding': encoding };
    expect(await raw(body, { isBase64Encoded: true, headers })).toMatchObject({
      status: 422,
      body: { message: 'The body is not JSON' },
    });
  });

  it('counts the padding and the line ends of base64', async () => {
    const send = (body: string) => raw(body, { isBase64Encoded: true });
    expect((await send('\n'.repeat(2 * MAX_BODY))).status).toBe(413);
    expect((await send(`${Buffer.from('{}').toString('base64')}${'='.repeat(2 * MAX_BODY)}`)).status).toBe(413);
  });

  it('cannot override the path or the query', async () => {
    const { body } = await raw('{"id":"body"}', { queryStringParameters: { id: 'query', text: 'query' } });
    expect(body).toMatchObject({ id: '1', text: 'query' });
  });

  it('cannot change objects by its keys', async () => {
    await raw('{"__proto__": {"polluted": 1}, "list": {"__proto__": {"polluted": 1}, "constructor": {"polluted": 1}}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('is searched for control characters at every depth', async () => {
    expect(await raw('{"list": [{"a": {"b": ["fine\\n", "bad\\u0000"]}}]}')).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'list.0.a.b.1', message: 'Contains unprintable characters' }] },
    });
    expect((await raw('{"list": [{"bad\\u001b": 1}]}')).status).toBe(422);
    expect((await raw('{"list": ["tab\\t", "line\\r\\n", "grüße", "\\ud83d\\udc15"]}')).status).toBe(200);
    expect((await raw('{"list": "\\ud83d"}')).status).toBe(422);
    expect(await raw(`{"list": ${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toMatchObject({
      status: 422,
      body: { code: 'INVALID', message: 'Is nested too deeply' },
    });
  });
});

describe('a correlation id', () => {
  const idOf = async (given?: string) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'x-correlation-id': given };
    const event = apiEvent(trial.echo, { id: '1' }, { headers });
    const answer = await answerTo(event);
    expect(answer.body.correlationId).toBe(answer.headers['x-correlation-id']);
    return { id: answer.headers['x-correlation-id'], own: event.requestContext.requestId };
  };

  it('of the caller is kept, from the answer to the last queue', async () => {
    expect((await idOf('01KAJN9FR0-abc_DEF')).id).toBe('01KAJN9FR0-abc_DEF');
  });

  it.each([undefined, '', 'short', 'x'.repeat(65), 'with blank inside', 'line\nbreak-in', '"quoted-text"', '<script>'])(
    'that does not look like one is replaced by the gateway’s: %s',
    async (given) => {
      const { id, own } = await idOf(given);
      expect(id).toBe(own);
    },
  );

  it('belongs to one of several simultaneous requests', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `request-${index}-id`);
    const answers = await Promise.all(ids.map(idOf));
    expect(answers.map(({ id }) => id)).toEqual(ids);
  });
});

describe('an API call', () => {
  it('to an unknown route is not found', async () => {
    const event = { ...apiEvent(trial.echo, { id: '1' }), routeKey: 'GET /api/other' };
    expect(await answerTo(event)).toMatchObject({ status: 404, body: { message: 'There is no such call' } });
  });

  it.each(['Basic dXNlcjpwYXNz', 'bearer', 'Bearer', 'Bearer a.b', 'Bearer a.b.c.d', 'Bearer  a.b.c', 'null'])(
    'is not signed in by "%s"',
    async (authorization) => {
      expect((await call(trial.whoAmI, {}, { headers: { authorization } })).status).toBe(401);
    },
  );

  it('acts for the signed-in user', async () => {
    const user = await aUser();
    expect((await call(trial.whoAmI, {}, { token: await tokenOf(user) })).body).toEqual({ userName: user.UserName });
  });
});
