import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, securityHeaders } from '#infra/security-headers.ts';
import { API_PATHS, rewriteUri, viewerRequestSource } from '#infra/viewer-request.ts';
import { VIEWER_HEADER } from '#platform/http/edge-key.ts';

const ORIGINS = {
  live: ['wss://live.example.com'],
  tiles: ['https://tiles.example.com', 'https://fonts.example.com'],
  storage: ['https://voice.example.com'],
  stations: ['wss://phones-1.example.com', 'wss://phones-2.example.com:9011'],
};

const policy = () =>
  new Map(
    contentSecurityPolicy(ORIGINS)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources] as const;
      }),
  );

describe('the content security policy', () => {
  it('allows scripts of the web origin only, and no inline script', () => {
    expect(policy().get('script-src')).toEqual(["'self'"]);
    expect(policy().get('object-src')).toEqual(["'none'"]);
    expect(policy().get('base-uri')).toEqual(["'none'"]);
  });

  it('allows connections to the live topics, the map tiles and the buckets only', () => {
    expect(policy().get('connect-src')).toEqual([
      "'self'",
      ...ORIGINS.live,
      ...ORIGINS.tiles,
      ...ORIGINS.storage,
      ...ORIGINS.stations,
    ]);
    expect(policy().get('img-src')).toEqual(["'self'", 'data:', 'blob:', ...ORIGINS.tiles]);
    expect(policy().get('default-src')).toEqual(["'self'"]);
  });

  it('forbids framing', () => {
    expect(policy().get('frame-ancestors')).toEqual(["'none'"]);
    expect(securityHeaders(ORIGINS)['x-frame-options']).toBe('DENY');
  });

  it('accepts origins that are known only at deployment', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CDK writes a value in this form that it does not know yet
    const live = 'wss://${Token[TOKEN.123]}.execute-api.us-east-1.amazonaws.com';
    expect(contentSecurityPolicy({ live: [live], tiles: [] })).toContain(`connect-src 'self' ${live};`);
  });
});

it('is sent with the other security headers', () => {
  expect(securityHeaders(ORIGINS)).toMatchObject({
    'content-security-policy': contentSecurityPolicy(ORIGINS),
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'cross-origin-opener-policy': 'same-origin',
  });
});

describe('requests of the distribution to its origins', () => {
  const PAGES = ['/screens/index.html', '/screens/unitmanagement.html', '/screens/unitmanagement/unitedit.html'];
  const asked = (request: { uri: string; headers?: object }) =>
    runInNewContext(`${viewerRequestSource(PAGES)}; handler(event)`, {
      event: { request: { method: 'GET', headers: {}, ...request }, viewer: { ip: '198.51.100.7' } },
    });

  it.each([
    ['/', '/screens/index.html'],
    ['/index.html', '/screens/index.html'],
    ['/unitManagement', '/screens/unitmanagement.html'],
    ['/UnitManagement/', '/screens/unitmanagement.html'],
    ['/unitManagement/unitEdit', '/screens/unitmanagement/unitedit.html'],
    ['/unitManagement/other', '/index.html'],
    ['/login', '/index.html'],
    ['/units/42', '/index.html'],
    ['/units/', '/index.html'],
    ['/v1.2/units', '/index.html'],
    ['/apiary', '/index.html'],
    ['/assets/index-Bq3_x-9Z.js', '/assets/index-Bq3_x-9Z.js'],
    ['/favicon.ico', '/favicon.ico'],
    ['/api', '/api'],
    ['/api/', '/api'],
    ['/api/unit/7/', '/api/unit/7'],
    ['/api/file.csv', '/api/file.csv'],
    ['/auth/login/', '/auth/login'],
    // The gateway would cut a path at %3F.
    ['/api/unit/a%3Fb%3fc', '/api/unit/a%253Fb%253Fc'],
    ['/auth/login%3Fx', '/auth/login%253Fx'],
  ])('%s becomes %s, on AWS as on one machine', (uri, expected) => {
    expect(rewriteUri(uri, API_PATHS, PAGES)).toBe(expected);
    expect(asked({ uri })).toMatchObject({ uri: expected, method: 'GET' });
  });

  it.each([
    '/auth/%256Cogin',
    '/auth/%25%36Cogin',
    '/auth/%2525366Cogin',
    '/auth/log%2569n',
    '/auth/%252Flogin',
    '/api/%252e%252e/auth/login',
    '/auth/%%36Cogin',
    '/auth/%2%356Cogin',
    '/auth/login%',
    '/auth/login%2',
    '/auth/%u006Cogin',
    '/api/reset/password/%25',
    // Of the API only after one more decoding.
    '/%61uth/login',
    '/%61pi/%2572eset/password/ada@example.com',
    '/%2561uth/login',
    '/%2561pi/file.csv',
    '//%61pi/file.csv',
    '/units/%252e%252e/api/file.csv',
    '/assets/%25.js',
    // Separators that a later reader decodes.
    '/api/..%252f',
    '/api/..%2f',
    '/api/..%5cunit',
    '/api/..%255cunit',
    '/api\\unit',
    '/auth/login%253Fx',
    '/units%2f..%2fapi',
    '/api%2Funit',
    '/auth%2Flogin',
    '/auth%5Clogin',
    '/units/a%2Fb',
    '/assets/a%5Cb.js',
    '/assets/a%3Fb.js',
    '/api/unit/a%2F..%2Fb',
    '/api/unit/a%2f%2E%2e/b',
    '/api/unit/a%5C..%5Cb',
    '/api/unit/a%5c.%2Fb',
    '/api/unit/..%3Fb',
    '/api/unit/a%2F.',
    '/api/unit/a%5C..',
    '/api//a%2Fb',
    '/assets/..%2Fapi%2Ffile.csv',
    // Segments that a reader removes.
    '//auth/login',
    '/auth//login',
    '///api/file.csv',
    '/auth/./login',
    '/auth/%2e/login',
    '/api/%2E%2E/auth/login',
    '/api/.%2e/auth/login',
    '/assets/../api/file.csv',
    '/api/..',
    '/api/%2e%2e',
  ])('%s leads nowhere, on AWS as on one machine', (uri) => {
    expect(rewriteUri(uri, API_PATHS, PAGES)).toBeUndefined();
    expect(asked({ uri })).toEqual({ statusCode: 404, statusDescription: 'Not Found' });
  });

  it.each([
    '/api/unit/a;b',
    '/api/unit/a%3Bb',
    '/api/unit/a%23b',
    '/api/unit/a%2Fb',
    '/api/unit/a%5Cb',
    '/api/unit/..a%2F...',
    '/auth/%6Cogin',
    '/api/reset/password/ada%2Bfleet%40example.com',
    '/api/unit/gr%C3%BC%C3%9Fe',
  ])('%s has one meaning, and stays', (uri) => expect(asked({ uri })).toMatchObject({ uri }));

  it('contain the address of the viewer, and never the one that the viewer claims', () => {
    const headers = { accept: { value: '*/*' }, [VIEWER_HEADER]: { value: '192.0.2.1' } };
    expect(asked({ uri: '/api/user', headers }).headers).toEqual({
      accept: { value: '*/*' },
      [VIEWER_HEADER]: { value: '198.51.100.7' },
    });
  });

  it('come from a function within the limit of 10 KB', () => {
    expect(Buffer.byteLength(viewerRequestSource(PAGES))).toBeLessThan(10 * 1024);
  });
});
