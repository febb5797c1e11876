import { Circle } from 'lucide-react';
import { describe, expect, it, test } from 'vitest';
import { ACCESS_FLAGS, type Holder, holding, mayAccess, ofRootDealer, staff } from '#core/access.ts';
import { consoles } from '#core/consoles/contract.ts';
import { api } from '#core/index.ts';
import { homeFor, inOrder, mayOpen, navigationFor, screenAt, trailTo } from '#web/app/route-table.ts';
import { SCREENS as ALL_SCREENS } from '#web/app/routes.ts';
import type { Screen } from '#web/lib/page/screen.ts';
import { SECTIONS, type Section } from '#web/lib/page/sections.ts';

const nothing = async () => ({ default: () => null });
const screen = (path: Screen['path'], access = staff, section?: Section, parent?: string): Screen => ({
  path,
  title: path,
  access,
  load: nothing,
  order: 1,
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

describe('the developer tools', () => {
  const tools = ALL_SCREENS.filter(({ path }) => path.includes('devTools') || path === '/devUnitManagement');

  it('open for engineers only, whatever else others may do [P3-A12 P3-A08 P3-A03 P2-A07]', () => {
    expect(tools.length).toBeGreaterThan(12);
    const others = ACCESS_FLAGS.filter((flag) => flag !== 'ENGINEER');
    const home = { dealerKey: 1 };
    for (const { path, access } of tools) {
      expect(mayAccess(access, { userType: 1, flags: others, home }), path).toBe(false);
      expect(
        mayAccess(access, { userType: 1, flags: ACCESS_FLAGS.filter((flag) => flag !== 'HIDE_CUSTOMER'), home }),
        path,
      ).toBe(true);
    }
  });
});

describe('the side navigation', () => {
  it('has no screen for people of the root dealer for others', () => {
    const board = screen('/stations', ofRootDealer(holding('ENGINEER')));
    const titles = (dealerKey: number) =>
      navigationFor([board], { userType: 1, flags: ACCESS_FLAGS, home: { dealerKey } }).flatMap(
        ({ screens }) => screens,
      );
    expect(titles(1)).toHaveLength(1);
    expect(titles(22)).toEqual([]);
  });

  it.each([
    [['ENGINEER'], false],
    [['UNIT', 'UNIT_EDIT', 'UNIT_VIEW'], false],
    [['ENGINEER', 'UNIT'], true],
    [['ENGINEER', 'UNIT_EDIT'], true],
    [['ENGINEER', 'UNIT_VIEW'], true],
  ] as const)('has the SIM tool, which searches units, for the flags %j: %s', (flags, isShown) => {
    const paths = navigationFor(ALL_SCREENS, someone(1, ...flags)).flatMap(({ screens }) => screens);
    expect(paths.some(({ path }) => path === '/devTools/verizonSim')).toBe(isShown);
  });

  it('shows sections in their order, with the screens that the user may open', () => {
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

  it('has six sections, each with screens for an engineer of the root dealer [P3-B62]', async () => {
    const engineer: Holder = { userType: 1, flags: ACCESS_FLAGS, home: { dealerKey: 1 } };
    const sections = navigationFor(ALL_SCREENS, engineer).map(({ section }) => section);
    expect(sections.filter((section) => section !== undefined)).toEqual([
      'Administration',
      'Reports',
      'Maintenance Reports',
      'Dev Tools',
      'Orders',
      'IMPRA tools',
    ]);
  });

  it('leaves out a section without screens', () =>
    expect(shown(someone(3, 'UNIT'))).toEqual([[undefined, ['/', '/unitManagement']]]));

  it('is hidden from monitoring centres', () => expect(shown(someone(4, 'ENGINEER', 'UNIT'))).toEqual([]));
});

describe('a screen', () => {
  test.each(['/unitManagement', '/unitmanagement/', '/UNITMANAGEMENT'])('is found at %s', (path) =>
    expect(screenAt(SCREENS, path)?.path).toBe('/unitManagement'),
  );

  it('is not found by the start of its path', () => expect(screenAt(SCREENS, '/unit')).toBeUndefined());

  it('has a trail of the screens above it', () =>
    expect(trailTo(SCREENS, SCREENS[3]!).map(({ path }) => path)).toEqual([
      '/unitManagement',
      '/unitManagement/unitEdit',
    ]));
});

describe('a link', () => {
  const simTool = '/devTools/verizonSim?UnitSerNum=A1B2C3';
  test.each([
    [simTool, ['ENGINEER'], false],
    [simTool, ['ENGINEER', 'UNIT'], true],
    ['/unitManagement/unitEdit?Unit=A1B2C3', ['REPORTS'], false],
    ['/unitManagement/unitEdit?Unit=A1B2C3', ['REPORTS', 'UNIT'], true],
    ['?tab=2', [], true],
    ['https://example.org/unitManagement', [], true],
  ] as const)('to %s can be followed with %j: %s', (href, flags, expected) =>
    expect(mayOpen(ALL_SCREENS, href, someone(1, ...flags))).toBe(expected),
  );
});

describe('the start page of a user', () => {
  it('is the first screen that the user may open', () => expect(homeFor(SCREENS, someone(3))?.path).toBe('/'));
  it('does not exist for a user who may open no screen', () => expect(homeFor(SCREENS, someone(4))).toBeUndefined());
});

describe('the screens of all features', () => {
  const paths = ALL_SCREENS.map(({ path }) => path);

  it("are collected from their folders, the dashboard first and the user's own settings last", () => {
    expect(paths).toContain('/unitManagement');
    expect(paths[0]).toBe('/');
    expect(paths.at(-1)).toBe('/userSettings');
  });

  it('edit a unit, whose consoles are calls of its page, and give it firmware [P1-A31]', () => {
    expect(paths).toEqual(expect.arrayContaining(['/unitManagement/unitEdit', '/devTools/ota']));
    expect(Object.keys(api)).toEqual(expect.arrayContaining(['units', 'unit-configuration', 'consoles', 'ota']));
    expect(consoles.tcpConnect.path).toBe('/api/unit/tcpConnect');
  });

  it('have unique paths, and parents that exist', () => {
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
    for (const { parent } of ALL_SCREENS) if (parent) expect(paths).toContain(parent);
  });

  it('keep their order, whatever the order of the folders', () => {
    const [first, second, third] = [{ ...screen('/b'), order: 2 }, { ...screen('/c'), order: 1 }, screen('/a')];
    expect(inOrder([first!, second!, third!]).map(({ path }) => path)).toEqual(['/a', '/c', '/b']);
    expect(inOrder(ALL_SCREENS.toReversed()).map(({ path }) => path)).toEqual(paths);
  });
});
