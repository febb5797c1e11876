import { describe, expect, it } from 'vitest';
import { routeTable } from '#local/api-gateway/http-routes.ts';

const table = (...routeKeys: string[]) => {
  const find = routeTable(routeKeys.map((routeKey) => ({ routeKey })));
  return (method: string, path: string) => {
    const match = find(method, path);
    return match && { key: match.route.routeKey, ...(match.pathParameters && { with: match.pathParameters }) };
  };
};

describe('routes of the HTTP API', () => {
  // The first four rows are the example of the service's own page "Create routes for HTTP APIs".
  it.each([
    ['GET', '/pets/dog/1', { key: 'GET /pets/dog/1' }],
    ['GET', '/pets/dog/2', { key: 'GET /pets/dog/{id}', with: { id: '2' } }],
    ['GET', '/pets/cat/1', { key: 'GET /pets/{proxy+}', with: { proxy: 'cat/1' } }],
    ['POST', '/test/5', { key: 'ANY /{proxy+}', with: { proxy: 'test/5' } }],
    ['GET', '/', { key: '$default' }],
  ])('%s %s goes to the most specific', (method, path, expected) => {
    const find = table('GET /pets/{proxy+}', 'ANY /{proxy+}', '$default', 'GET /pets/dog/{id}', 'GET /pets/dog/1');
    expect(find(method, path)).toEqual(expected);
  });

  it('names a whole path before it is greedy, even where the greedy one starts more specific', () => {
    const find = table('GET /unit/{proxy+}', 'GET /{kind}/log');
    expect(find('GET', '/unit/log')?.key).toBe('GET /{kind}/log');
  });

  it('prefers the named method, and takes the next path where the best has another method', () => {
    const find = table('ANY /unit/{id}', 'GET /unit/{id}', 'POST /unit/search');
    expect(find('GET', '/unit/A1')?.key).toBe('GET /unit/{id}');
    expect(find('DELETE', '/unit/A1')?.key).toBe('ANY /unit/{id}');
    expect(find('GET', '/unit/search')).toEqual({ key: 'GET /unit/{id}', with: { id: 'search' } });
  });

  it('has no route for another method, an unknown path, or an empty parameter', () => {
    const find = table('GET /api/unit/{id}');
    expect(find('HEAD', '/api/unit/1')).toBeUndefined();
    expect(find('GET', '/api/unit')).toBeUndefined();
    expect(find('GET', '/api/unit/')).toBeUndefined();
    expect(find('GET', '/api/unit/1/more')).toBeUndefined();
  });

  it('ignores a trailing slash', () => {
    const find = table('GET /api/unit', 'GET /api/unit/{id}');
    expect(find('GET', '/api/unit/')?.key).toBe('GET /api/unit');
    expect(find('GET', '/api/unit/7/')).toEqual({ key: 'GET /api/unit/{id}', with: { id: '7' } });
  });

  it.each(['GET api/unit', 'FETCH /api', 'GET /api/unit/', 'GET /{proxy+}/more', ''])(
    'refuses the route key "%s", as deploying it would',
    (routeKey) => expect(() => table(routeKey)).toThrow(routeKey),
  );

  it('refuses two routes for the same requests, whatever their parameters are called', () => {
    expect(() => table('GET /unit/{id}', 'GET /unit/{serialNumber}')).toThrow('same requests');
    expect(() => table('GET /unit/{id}', 'PUT /unit/{serialNumber}')).not.toThrow();
  });
});
