import { describe, expect, it, test } from 'vitest';
import {
  loginPathFor,
  loginPathTo,
  routeFromLogin,
  routeParameter,
  wantedRoute,
} from '#web/lib/session/wanted-route.ts';

const ORIGIN = 'https://watchkeep.example';
const at = (route: string) => {
  const url = new URL(route, ORIGIN);
  return { pathname: url.pathname, search: url.search, hash: url.hash };
};
const remembered = (loginPath: string) => wantedRoute(new URL(loginPath, ORIGIN).search, ORIGIN);

describe('the remembered route', () => {
  test.each([
    '/unitManagement',
    '/unitManagement?UnitModel=myConnect+Air&searchText=a%26b%3Dc',
    '/reports/pingLog?unit=400123&startDate=2026-01-01#latest',
    '/customers?customerType=1&q=M%C3%BCller',
  ])('%s survives the login with its parameters [P1-R02 P1-B10]', (route) =>
    expect(remembered(loginPathFor(at(route)))).toBe(route),
  );

  it('is empty if the start page was wanted', () => expect(loginPathFor(at('/'))).toBe('/login'));

  it('is kept by the other login, and passed on unchanged [P3-S29]', () => {
    const login = loginPathFor(at('/unitManagement?q=1'), '/telus');
    expect(login).toBe('/telus?next=%2FunitManagement%3Fq%3D1');
    expect(loginPathTo(routeParameter(new URL(login, ORIGIN).search))).toBe('/login?next=%2FunitManagement%3Fq%3D1');
    expect(loginPathFor(at('/'), '/telus')).toBe('/telus');
  });

  it('keeps the parameters of the start page', () => expect(remembered(loginPathFor(at('/?x=1')))).toBe('/?x=1'));

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/\n/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example/x',
    '/./\\evil.example',
    '/login/..//evil.example',
    'javascript:alert(1)',
    'evil',
    '',
    '/login?next=/x',
    '/LOGIN',
    '/api/units/all',
    '/auth/logout',
    '/telus',
    '/resetPassword?token=x',
    '/confirmEmail?token=x',
    '/convert?token=x',
    '/preAuth/monitoringcenter?token=x',
    '/linkToLogin?token=x&state=https://evil.example',
  ])('is never %j', (wanted) =>
    expect(wantedRoute(`?${new URLSearchParams({ next: wanted })}`, ORIGIN)).toBeUndefined(),
  );

  it('is undefined without the parameter', () => expect(wantedRoute('?code=abc', ORIGIN)).toBeUndefined());
});

test.each([
  ['the login after a redirect [P1-B10]', { wanted: '/units?q=1', previous: '/old', wasSignedIn: false }, '/units?q=1'],
  ['the login opened directly [P1-B11]', { wanted: undefined, previous: '/old', wasSignedIn: false }, '/'],
  [
    'the login opened with a session [P1-R03]',
    { wanted: undefined, previous: '/old?q=1', wasSignedIn: true },
    '/old?q=1',
  ],
  [
    'the login opened with a session, without a previous route [P1-R03]',
    { wanted: undefined, previous: undefined, wasSignedIn: true },
    '/',
  ],
])('%s navigates', (_, at, route) => expect(routeFromLogin(at)).toBe(route));
