import { describe, expect, it, test } from 'vitest';
import { linkedRoute } from '#web/app/linked-route.ts';
import { SCREENS } from '#web/app/routes.ts';

const routeOf = (state: string | null, parameters: string | null = null) => linkedRoute(SCREENS, state, parameters);

describe('the route of a link', () => {
  test.each([
    ['/unitManagement', null, '/unitManagement'],
    ['unitManagement', null, '/unitManagement'],
    ['/unitmanagement/', '', '/unitManagement'],
    ['unitManagement/unitEdit', '{"Unit":"400123"}', '/unitManagement/unitEdit?Unit=400123'],
    ['unitManagement', 'UnitModel=myConnect+Air&q=a%26b', '/unitManagement?UnitModel=myConnect+Air&q=a%26b'],
    [
      'unitManagement',
      '{"page":2,"all":true,"list":[1],"none":null,"next":"//evil.example"}',
      '/unitManagement?page=2&all=true&next=%2F%2Fevil.example',
    ],
    ['unitManagement', '{not json', '/unitManagement'],
    ['monitoringCenter', '{"phoneNumber":"5035550101"}', '/monitoringCenter?phoneNumber=5035550101'],
  ])('%s with %s is %s [P1-R11]', (state, parameters, route) => expect(routeOf(state, parameters)).toBe(route));

  test.each([
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/unitManagement@evil.example',
    '/unitManagement/../..//evil.example',
    '/unitManagement?next=//evil.example',
    '%2F%2Fevil.example',
    '/\t/evil.example',
    '/login',
    '/api/units',
  ])('ignores %j: only screens of the portal can be named', (state) => expect(routeOf(state)).toBeUndefined());

  it('stays within the portal, whatever the parameters are', () => {
    for (const parameters of [
      '//evil.example',
      '#//evil.example',
      '?x',
      '/../..',
      '\r\nLocation: https://evil.example',
    ]) {
      const route = routeOf('unitManagement', parameters)!;
      expect(new URL(route, 'https://watchkeep.example').pathname).toBe('/unitManagement');
      expect(new URL(route, 'https://watchkeep.example').origin).toBe('https://watchkeep.example');
    }
  });
});
