import { describe, expect, it } from 'vitest';
import { DECIBEL_LEVELS, DECIBEL_RANGE, decibelScale, isDecibelStep } from '#core/dev-tools/decibel.ts';
import { testEvent } from '#core/dev-tools/test-event.ts';
import { BAD_WHERE_CLAUSE, equalTo, meets, parseWhere, withDoubleQuotes } from '#core/dev-tools/where-clause.ts';
import { isAlarm } from '#core/history/alarm.ts';
import { seededRandom } from '#scripts/seed/random.ts';

const COLUMNS = ['UnitSerNum', 'bars', 'messageType'];
const parse = (clause: string) => parseWhere(clause, COLUMNS);
const reasonOf = (clause: string): string | undefined => {
  try {
    parse(clause);
  } catch (error) {
    expect(error).toMatchObject({ code: 'INVALID', message: BAD_WHERE_CLAUSE });
    return (error as { issues: { message: string }[] }).issues[0]!.message;
  }
  return undefined;
};

const random = seededRandom(1492);
const PIECES = [
  '"',
  '""',
  "'",
  '%',
  '=',
  '<',
  '!',
  'and',
  'UnitSerNum',
  'bars',
  'like',
  '-1.5',
  '7x',
  ' ',
  '\n',
  'é',
  '\u0000',
];
const anyText = (most: number) => Array.from({ length: random.between(0, most) }, () => random.pick(PIECES)).join('');

describe('a where clause', () => {
  it('is comparisons that must all hold', () => {
    expect(parse('unitsernum = "400220" AND bars<2 and messageType like "P%"')).toEqual([
      { column: 'UnitSerNum', operator: '=', value: '400220' },
      { column: 'bars', operator: '<', value: '2' },
      { column: 'messageType', operator: 'like', value: 'P%' },
    ]);
    expect(parse(' ')).toEqual([]);
    expect(equalTo(parse('UnitSerNum = 400220'), 'UnitSerNum')).toBe('400220');
    expect(equalTo(parse('UnitSerNum = 012345'), 'UnitSerNum')).toBe('012345');
    expect(equalTo(parse('UnitSerNum > 400220'), 'UnitSerNum')).toBeUndefined();
  });

  it('has its single quotes turned into double quotes before it is sent [P3-V13]', () => {
    expect(withDoubleQuotes("UnitSerNum = '400220' and messageType = 'Ping'")).toBe(
      'UnitSerNum = "400220" and messageType = "Ping"',
    );
  });

  it.each([
    ['Secret = "x"', 'The table has no column Secret'],
    ['UnitSerNum "x"', 'Use one of = != <= >= < > like'],
    ['UnitSerNum = UnitSerNum', 'Compare with a number, or with a text in quotes'],
    ['UnitSerNum = "x" or bars = 1', 'Join comparisons with "and"'],
    ['UnitSerNum = "x" and', 'A comparison must follow "and"'],
    ['UnitSerNum = "x', 'This cannot be read: "x'],
    ['UnitSerNum = "x"; drop', 'This cannot be read: ; drop'],
    ['= 1', 'A comparison begins with a column'],
  ])('that is wrong gets the message of the specification and a reason: %s [P3-M15]', (clause, reason) => {
    expect(reasonOf(clause)).toBe(reason);
  });

  it('that is any text is read or refused', () => {
    for (let turn = 0; turn < 2000; turn++) reasonOf(anyText(60));
  });

  it('finds any value that it quotes', () => {
    for (let turn = 0; turn < 2000; turn++) {
      const value = anyText(20);
      const clause = parse(`messageType = "${value.replaceAll('"', '""')}"`);
      expect(meets({ messageType: value }, clause)).toBe(true);
      expect(meets({ messageType: `${value}x` }, clause)).toBe(false);
    }
  });

  it('compares numbers as numbers, and nothing with a missing value', () => {
    expect(meets({ bars: 10 }, parse('bars > 9'))).toBe(true);
    expect(meets({ bars: 10 }, parse('bars > "9"'))).toBe(true);
    expect(meets({}, parse('bars < 9'))).toBe(false);
    expect(meets({}, parse('bars != 9'))).toBe(true);
  });

  it.each([
    ['Ping', 'p%', true],
    ['Ping', '%IN%', true],
    ['Ping', '%n', false],
    ['Ping', 'ping', true],
    ['Ping', 'pi%ing', false],
    ['aab', '%a%b', true],
    ['', '%', true],
  ])('%s like %s: %s', (messageType, pattern, found) => {
    expect(meets({ messageType }, parse(`messageType like "${pattern}"`))).toBe(found);
  });
});

describe('decibel shifts', () => {
  it('have the levels low 1, medium 5 and high 9 [P3-V21]', () => {
    expect(DECIBEL_LEVELS).toEqual({ low: 1, medium: 5, high: 9 });
  });

  it('scale by 4096 times 10 to the power of dB divided by 20 [P3-V22]', () => {
    expect([0, 3, -3, 6, 20, -20].map(decibelScale)).toEqual([4096, 5786, 2900, 8173, 40_960, 410]);
    expect(decibelScale(DECIBEL_RANGE.most)).toBeLessThan(2 ** 16);
    expect(decibelScale(DECIBEL_RANGE.least)).toBeGreaterThan(0);
  });

  it('change by plus 3 or minus 3, within the range [P3-V20]', () => {
    for (const to of [-4, -2, -1, 0, 1, 2, 4, 6, 24]) expect(isDecibelStep(0, to)).toBe(false);
    expect([isDecibelStep(0, 3), isDecibelStep(0, -3), isDecibelStep(21, 24), isDecibelStep(24, 27)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

it('an event that an engineer makes is no alarm, though its code is one', () => {
  const event = testEvent({ Report: 1 }, { eventType: 'Event 101', zone: 3 }, 0);
  expect(event).toMatchObject({ eventType: 'Event 101', zone: 3, test: true });
  expect(isAlarm({ ...event, test: false })).toBe(true);
  expect(isAlarm(event)).toBe(false);
});
