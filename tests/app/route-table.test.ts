import { Circle } from 'lucide-react';
import { describe, expect, it, test } from 'vitest';
import { type Holder, holding, staff } from '#core/access.ts';
import {
  homeFor,
  navigationFor,
  type Screen,
  SECTIONS,
  type Section,
  screenAt,
  trailTo,
} from '#web/app/route-table.ts';

const nothing = async () => ({ default: () => null });
const screen = (path: Screen['path'], access = staff, section?: Section, parent?: string): Screen => ({
  path,
  title: path,
  access,
  load: nothing,
  navigation: { icon: Circle, section },
  parent,
});

const SCREENS: Screen[] = [
  screen('/'),
  screen('/devTools/ota', holding('ENGINEER'), 'Dev Tools'),
  screen('/unitManagement', holding('UNIT')),
  { ...screen('/unitManagement/unitEdit', holding('UNIT'), undefined, '/unitManagement'), navigation: undefined },
  screen('/admin/UserManagement', holding('ADMIN'), 'Administration'),
];

const someone = (userType: Holder['userType'], ...flags: Holder['flags']): Holder => ({ userType, flags });
const shown = (holder: Holder) =>
  navigationFor(SCREENS, holder).map(({ section, screens }) => [section, screens.map(({ path }) => path)]);

describe('the side navigation', () => {
  it('shows sections in their order, with what the user may open [P3-B62]', () => {
    expect(SECTIONS).toEqual([
      'Administration',
      'Reports',
      'Maintenance Reports',
      'Dev Tools',
      'Orders',
      'IMPRA tools',
    ]);
    expect(shown(someone(1, 'ENGINEER', 'UNIT', 'ADMIN'))).toEqual([
      [undefined, ['/', '/unitManagement']],
      ['Administration', ['/admin/UserManagement']],
      ['Dev Tools', ['/devTools/ota']],
    ]);
  });

  it('leaves out a section with nothing to open', () =>
    expect(shown(someone(3, 'UNIT'))).toEqual([[undefined, ['/', '/unitManagement']]]));

  it('is not there for monitoring centres', () => expect(shown(someone(4, 'ENGINEER', 'UNIT'))).toEqual([]));
});

describe('a screen', () => {
  test.each(['/unitManagement', '/unitmanagement/', '/UNITMANAGEMENT'])('is found at %s', (path) =>
    expect(screenAt(SCREENS, path)?.path).toBe('/unitManagement'),
  );

  it('is not found by the beginning of its path', () => expect(screenAt(SCREENS, '/unit')).toBeUndefined());

  it('has a trail of the screens above it', () =>
    expect(trailTo(SCREENS, SCREENS[3]!).map(({ path }) => path)).toEqual([
      '/unitManagement',
      '/unitManagement/unitEdit',
    ]));
});

describe('where a user begins', () => {
  it('is the first screen that they may open', () => expect(homeFor(SCREENS, someone(3))?.path).toBe('/'));
  it('is nowhere for somebody who may open none', () => expect(homeFor(SCREENS, someone(4))).toBeUndefined());
});
