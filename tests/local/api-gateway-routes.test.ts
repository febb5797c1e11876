import { describe, expect, it } from 'vitest';
import { routeTable } from '#local/api-gateway/http-routes.ts';
import { withMessage } from '#support/with-message.ts';

const table = (...routeKeys: string[]) => {
  const find = routeTable(routeKeys.map((routeKey) => ({ routeKey })));
  return (method: string, path: string) => {
    const match = find(method, path);
    return match && { key: match.route.routeKey, ...(match.pathParameters && { with: match.pathParameters }) };
  };
};

describe('routes of the HTTP API', () => {
  it.each([
    ['GET', '/unit/search', { key: 'GET /unit/search' }],
    ['GET', '/unit/A1', { key: 'GET /unit/{id}', with: { id: 'A1' } }],
    ['POST', '/unit/search', { key: 'POST /unit/search' }],
    ['GET', '/', { key: '$default' }],
    ['DELETE', '/unit/A1', { key: '$default' }],
  ])('send %s %s to the most specific one', (method, path, expected) => {
    const find = table('GET /unit/{id}', '$default', 'POST /unit/search', 'GET /unit/search');
    expect(find(method, path)).toEqual(expected);
  });

  it('match no other method, unknown path, or empty parameter', () => {
    const find = table('GET /api/unit/{id}');
    expect(find('HEAD', '/api/unit/1')).toBeUndefined();
    expect(find('GET', '/api/unit')).toBeUndefined();
    expect(find('GET', '/api/unit/')).toBeUndefined();
    expect(find('GET', '/api/unit/1/more')).toBeUndefined();
  });

  it('ignore a trailing slash', () => {
    const find = table('GET /api/unit', 'GET /api/unit/{id}');
    expect(find('GET', '/api/unit/')?.key).toBe('GET /api/unit');
    expect(find('GET', '/api/unit/7/')).toEqual({ key: 'GET /api/unit/{id}', with: { id: '7' } });
  });

  it.each(['GET api/unit', 'FETCH /api', 'GET /api/unit/', 'ANY /api', 'GET /{proxy+}', ''])(
    'refuses the route key "%s"',
    (routeKey) =>
      expect(() => table(routeKey)).toThrow(withMessage(`The route key "${routeKey}" is not a method and a path`)),
  );

  it('refuse two routes for the same requests, whatever their parameters are called', () => {
    expect(() => table('GET /unit/{id}', 'GET /unit/{serialNumber}')).toThrow(
      withMessage('Two routes answer the same requests: "GET /unit/{id}" and "GET /unit/{serialNumber}"'),
    );
    expect(() => table('GET /unit/{id}', 'PUT /unit/{serialNumber}')).not.toThrow();
  });
});
