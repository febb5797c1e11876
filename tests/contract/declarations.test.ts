import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pathParameters, routeKey } from '#core/contract.ts';
import { MAX_QUERY_LENGTH } from '#infra/request-limits.ts';
import { routeTable } from '#local/api-gateway/http-routes.ts';
import { CONTRACT, ENDPOINTS, sampleOf } from './endpoints.ts';

describe('the contract as a whole', () => {
  it('has routes that API Gateway accepts, each once', () => {
    const keys = CONTRACT.map(({ endpoint }) => ({ routeKey: routeKey(endpoint) }));
    expect(() => routeTable(keys)).not.toThrow();
    expect(new Set(keys.map((one) => one.routeKey)).size).toBe(CONTRACT.length);
  });

  it('uses only paths that the distribution sends to the API', () => {
    const elsewhere = CONTRACT.filter(({ endpoint }) => !/^\/(api|auth)\/./.test(endpoint.path));
    expect(elsewhere.map(({ name }) => name)).toEqual([]);
  });

  it('has no read with an address that is too long for a server', () => {
    const reads = CONTRACT.filter(({ endpoint: { method } }) => method === 'GET' || method === 'DELETE');
    const long = reads.flatMap(({ name, endpoint }) => {
      const { properties = {} } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' });
      return Object.entries(properties).flatMap(([field, schema]) => {
        const lengths = [...JSON.stringify(schema).matchAll(/"maxLength":(\d+)/g)].map(([, length]) => Number(length));
        const isList = JSON.stringify(schema).includes('"type":"array"');
        return isList || lengths.some((length) => length > MAX_QUERY_LENGTH) ? [`${name} ${field}`] : [];
      });
    });
    // The browser splits these requests.
    expect(long).toEqual(['units.list BulkSearch']);
  });

  it('needs a sign-in except for the sign-in endpoints, for the carrier that proves itself in the body, and for a public key', () => {
    const open = CONTRACT.filter(({ endpoint }) => endpoint.access.public && !endpoint.path.startsWith('/auth/'));
    expect(open.map(({ name }) => name)).toEqual([
      'auth.sendRecoveryLink',
      'auth.checkResetPasswordToken',
      'auth.resetThePassword',
      'auth.confirmEmail',
      'sims.thingSpaceResult',
      'monitoring-centers.exportKey',
    ]);
  });
});

/** The endpoints for monitoring centres: their session, their own settings, their own view. */
const FOR_MONITORING_CENTRES = [
  'auth',
  'live',
  'table-settings',
  'user-settings',
  'second-factor',
  'passkeys',
  'monitoring-centers',
];

/** An administrator who has taken on the access of a monitoring centre ends it with this. */
const WAY_OUT = 'users.endAccessAs';

it('user type 4 may call only its own view and settings [P1-A04]', () => {
  const open = CONTRACT.filter(({ endpoint: { access } }) => !access.public && access.userTypes.includes(4));
  const areas = new Set(open.filter(({ name }) => name !== WAY_OUT).map(({ area }) => area));
  expect([...areas].filter((area) => !FOR_MONITORING_CENTRES.includes(area))).toEqual([]);
});

describe.each(ENDPOINTS)('$name', ({ name, endpoint }) => {
  it('describes itself and its answers [P1-C90]', () => {
    expect(endpoint.summary).toMatch(/^\S.{9,}\S$/);
    expect(endpoint.output.safeParse(Symbol('no answer')).success).toBe(false);
  });

  it('accepts the parameters of its path, and its sample event', () => {
    const fields = Object.keys(endpoint.input.shape);
    expect(fields).toEqual(expect.arrayContaining(pathParameters(endpoint.path)));
    expect(endpoint.input.safeParse(sampleOf(name)).error?.issues).toBeUndefined();
  });
});
