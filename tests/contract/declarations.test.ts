import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pathParameters, routeKey } from '#core/contract.ts';
import { MAX_QUERY_LENGTH } from '#infra/request-limits.ts';
import { routeTable } from '#local/api-gateway/http-routes.ts';
import { CONTRACT, ENDPOINTS, sampleOf } from './endpoints.ts';

describe('the contract as a whole', () => {
  it('has routes that API Gateway takes, none of them twice', () => {
    const keys = CONTRACT.map(({ endpoint }) => ({ routeKey: routeKey(endpoint) }));
    expect(() => routeTable(keys)).not.toThrow();
    expect(new Set(keys.map((one) => one.routeKey)).size).toBe(CONTRACT.length);
  });

  it('keeps to the paths that the distribution sends to the API', () => {
    const elsewhere = CONTRACT.filter(({ endpoint }) => !/^\/(api|auth)\/./.test(endpoint.path));
    expect(elsewhere.map(({ name }) => name)).toEqual([]);
  });

  it('reads nothing by an address that no server takes', () => {
    const reads = CONTRACT.filter(({ endpoint: { method } }) => method === 'GET' || method === 'DELETE');
    const long = reads.flatMap(({ name, endpoint }) => {
      const { properties = {} } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' });
      return Object.entries(properties).flatMap(([field, schema]) => {
        const lengths = [...JSON.stringify(schema).matchAll(/"maxLength":(\d+)/g)].map(([, length]) => Number(length));
        const isList = JSON.stringify(schema).includes('"type":"array"');
        return isList || lengths.some((length) => length > MAX_QUERY_LENGTH) ? [`${name} ${field}`] : [];
      });
    });
    // The browser asks for that in parts.
    expect(long).toEqual(['units.list BulkSearch']);
  });

  it('leaves open only what people need before they have signed in', () => {
    const open = CONTRACT.filter(({ endpoint }) => endpoint.access.public && !endpoint.path.startsWith('/auth/'));
    expect(open.map(({ name }) => name)).toEqual([
      'auth.sendRecoveryLink',
      'auth.checkResetPasswordToken',
      'auth.resetThePassword',
      'auth.confirmEmail',
    ]);
  });
});

/** What monitoring centres need: to be signed in, their own settings, their own view. */
const FOR_MONITORING_CENTRES = [
  'auth',
  'live',
  'table-settings',
  'user-settings',
  'second-factor',
  'passkeys',
  'monitoring-centres',
];

/** The way out for an administrator who has taken on the access of one. */
const WAY_OUT = 'users.endAccessAs';

it('user type 4 may call nothing beyond its own view and settings', () => {
  const open = CONTRACT.filter(({ endpoint: { access } }) => !access.public && access.userTypes.includes(4));
  const areas = new Set(open.filter(({ name }) => name !== WAY_OUT).map(({ area }) => area));
  expect([...areas].filter((area) => !FOR_MONITORING_CENTRES.includes(area))).toEqual([]);
});

describe.each(ENDPOINTS)('$name', ({ name, endpoint }) => {
  it('says what it does and what it answers [P1-C90]', () => {
    expect(endpoint.summary).toMatch(/^\S.{9,}\S$/);
    expect(endpoint.output.safeParse(Symbol('no answer')).success).toBe(false);
  });

  it('takes what its path names, and its sample event', () => {
    const fields = Object.keys(endpoint.input.shape);
    expect(fields).toEqual(expect.arrayContaining(pathParameters(endpoint.path)));
    expect(endpoint.input.safeParse(sampleOf(name)).error?.issues).toBeUndefined();
  });
});
