import { describe, expect, it } from 'vitest';
import { mayAccess } from '#core/access.ts';
import { zonesOf } from '#core/accessories/accessory.ts';
import { CENTER_MANAGERS } from '#core/monitoring-centers/access.ts';
import {
  CENTER_STATUS,
  CenterStatus,
  PROTOCOLS,
  Protocol,
  requireDeletable,
  requireOfferedZone,
  requireStatusChange,
  zoneArrayLengthOf,
} from '#core/monitoring-centers/center.ts';
import { withMessage } from '#support/with-message.ts';

const STATUSES = CenterStatus.options.map(({ value }) => value);

describe('the status of a monitoring centre', () => {
  it('changes from New to Active, from Active to Suspended and back, and ends as Closed [P3-S37]', () => {
    const allowed = STATUSES.flatMap((from) =>
      STATUSES.flatMap((to) => {
        try {
          requireStatusChange(from, to, 0);
          return from === to ? [] : [`${CENTER_STATUS[from]}→${CENTER_STATUS[to]}`];
        } catch {
          return [];
        }
      }),
    );
    expect(allowed).toEqual([
      'New→Active',
      'New→Closed',
      'Active→Suspended',
      'Active→Closed',
      'Suspended→Active',
      'Suspended→Closed',
    ]);
  });

  it('is not Closed while dealers have the centre', () => {
    expect(() => requireStatusChange(2, 4, 2)).toThrow(
      withMessage('2 dealers have the monitoring centre. Remove it from them first'),
    );
    expect(() => requireStatusChange(2, 3, 2)).not.toThrow();
  });
});

it('a centre is deleted when it is new or closed, without dealers and numbers', () => {
  for (const status of [1, 4] as const) expect(() => requireDeletable(status, 0, 0)).not.toThrow();
  expect(() => requireDeletable(2, 0, 0)).toThrow(withMessage('Close the monitoring centre first'));
  expect(() => requireDeletable(4, 1, 0)).toThrow(
    withMessage('A dealer has the monitoring centre. Remove it from the dealer first'),
  );
  expect(() => requireDeletable(1, 0, 1)).toThrow(
    withMessage('The whitelist has numbers of the monitoring centre. Remove them first'),
  );
});

describe('the zones of a unit', () => {
  it.each([7, 9])('are 1 to 4 for centre value %i [P2-V11]', (value) => {
    expect(zoneArrayLengthOf([1, value])).toBe(5);
    expect(zonesOf(zoneArrayLengthOf([value]))).toEqual([1, 2, 3, 4]);
    expect(() => requireOfferedZone(4, [1, value], 'Zone')).not.toThrow();
    expect(() => requireOfferedZone(5, [1, value], 'Zone')).toThrow(
      withMessage('The monitoring centre of this unit takes the zones 1 to 4. Choose one of these'),
    );
  });

  it('are 1 to 255 for every other value, and without a centre', () => {
    const others = Object.keys(PROTOCOLS)
      .map(Number)
      .filter((value) => value !== 7 && value !== 9);
    for (const value of others) expect(zoneArrayLengthOf([value])).toBe(256);
    expect(zoneArrayLengthOf([])).toBe(256);
    expect(() => requireOfferedZone(255, others, 'Zone')).not.toThrow();
    expect(Protocol.safeParse(10).success).toBe(false);
  });
});

it('administrators and engineers administer centres, and nobody else [P3-A19]', () => {
  const may = (userType: 1 | 2 | 3 | 4, ...flags: ('ADMIN' | 'ENGINEER' | 'UNIT_EDIT')[]) =>
    mayAccess(CENTER_MANAGERS, { userType, flags });
  expect([may(2, 'ADMIN'), may(1, 'ENGINEER'), may(3, 'UNIT_EDIT'), may(4, 'ADMIN', 'ENGINEER')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
