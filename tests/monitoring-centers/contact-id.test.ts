import { describe, expect, it } from 'vitest';
import { isRestored } from '#core/history/event-code.ts';
import { accountOf, contactIdOf, scaipStatusOf } from '#core/monitoring-centers/contact-id.ts';
import { eventDefinitions } from '#core/profiles/event-definitions.ts';

describe('events in Contact ID', () => {
  it.each([
    ['Event 101', 3, '1101 01 003'],
    ['Event 101 restored', 3, '3101 01 003'],
    ['Event 110', undefined, '1110 01 000'],
    ['Event 302', 2, '1302 01 002'],
    ['Event 302 restored', 2, '3302 01 002'],
    ['Event 1302', 2, '1302 01 002'],
    ['Event 3302', 2, '3302 01 002'],
    ['Event 1302 restored', 2, '3302 01 002'],
    ['Event 6110', 2, '6110 01 002'],
    ['Event 110 still present', 2, '6110 01 002'],
    ['Event 107', 0, '1100 01 000'],
    ['Event 107 restored', 0, '3100 01 000'],
    ['Event 108', 0, '1102 01 000'],
    ['Event 119', 4, '1110 01 004'],
    ['Event 126', 4, '1120 01 004'],
    ['Event 148', 4, '1140 01 004'],
    ['Event 160', 4, '1140 01 004'],
    ['Event 199', 4, '1140 01 004'],
    ['Event 9', 1, '1140 01 001'],
    ['Event 30', 1, '1140 01 001'],
    ['Event 30 restored', 1, '3140 01 001'],
    ['Event 2110', 1, '1140 01 001'],
    ['Event 65535', 1, '1140 01 001'],
    ['Reboot', 1000, '1140 01 000'],
  ])('writes %s of zone %s as %s', (eventType, zone, written) => {
    expect(contactIdOf({ eventType, ...(zone !== undefined && { zone }) })).toBe(written);
  });
});

describe('the events that our units report', () => {
  // SIA DC-05-1999.09, appendix C.
  const SENT: Readonly<Record<number, string>> = {
    101: '1101', // personal emergency
    102: '1102', // fail to report in
    107: '1100', // medical
    108: '1102', // fail to report in
    110: '1110', // fire
    130: '1130', // burglary
    137: '1137', // tamper
    162: '1162', // carbon monoxide detected
    301: '1301', // AC loss
    302: '1302', // low system battery
    308: '1308', // system shutdown
    350: '1350', // communication trouble
    381: '1381', // loss of supervision - RF
    384: '1384', // RF low battery
    601: '1601', // manual trigger test report
    602: '1602', // periodic test report
  };

  it.each(eventDefinitions().map(({ EventDefKey, EventName }) => [EventDefKey, EventName] as const))(
    '%s, %s, has a code of the standard',
    (EventDefKey) => {
      expect(contactIdOf({ eventType: `Event ${EventDefKey}`, zone: 7 })).toBe(`${SENT[EventDefKey]} 01 007`);
      expect(contactIdOf({ eventType: `Event ${EventDefKey} restored`, zone: 7 })).toBe(
        `3${SENT[EventDefKey]!.slice(1)} 01 007`,
      );
    },
  );

  it('have different codes, if one model reports both', () => {
    for (const model of ['MXD-LTE', 'myConnect', 'myConnect Air'] as const) {
      const sent = eventDefinitions(model).map(({ EventDefKey }) => SENT[EventDefKey]);
      expect(new Set(sent).size).toBe(sent.length);
    }
  });
});

it.each([
  ['Event 101', '0010', false],
  ['Event 3101', '0010', true],
  ['Event 107', '0009', false],
  ['Event 1302', '0016', false],
  ['Event 384 restored', '0016', true],
  ['Event 30 restored', '0009', true],
])('gives %s the status %s in SCAIP', (eventType, status, isEnd) => {
  expect(scaipStatusOf({ eventType })).toBe(status);
  expect(isRestored({ eventType })).toBe(isEnd);
});

describe('the account of a unit', () => {
  it.each([
    ['', 'A1B2C3', 'A1B2C3'],
    ['77', '123456', '77123456'],
    ['', 'W1X2Y3', String(Number.parseInt('W1X2Y3', 36)).padStart(10, '0')],
    ['ABCDEF', 'ZZZZZZ', 'ABCDEF2176782335'],
    ['', '00000G', '0000000016'],
    ['77', '00010G', '770000001312'],
  ])('with prefix "%s" and serial number %s is %s', (prefix, UnitSerNum, account) => {
    expect(accountOf(prefix, UnitSerNum)).toBe(account);
    expect(account).toMatch(/^[0-9A-F]{3,16}$/);
  });
});
