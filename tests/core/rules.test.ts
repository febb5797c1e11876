import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isFinished } from '#core/bulk-actions/bulk-action.ts';
import { hasTimeFor, sharesOf } from '#core/bulk-actions/work.ts';
import { pathParameters, routeKey } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { bulkActionTopic, ClientMessage, consoleTopic, parseTopic, Topic } from '#core/live/messages.ts';
import { Cursor, PageRequest, pageOf } from '#core/paging.ts';
import { recordKey } from '#core/record-key.ts';
import { covers, dealerKeysOf } from '#core/scope.ts';
import { DateOffset, Instant, instant } from '#core/time.ts';

describe('the scope of a dealer', () => {
  it('contains the dealer and those below it, and no dealer whose key starts with the same digits', () => {
    const scope = { dealerPath: '/1/22/' };
    expect(['/1/22/', '/1/22/220/', '/1/22/220/2201/'].map((path) => covers(scope, path))).toEqual([true, true, true]);
    expect(['/1/', '/1/220/', '/1/2/', '/1/49/22/', '/22/'].map((path) => covers(scope, path))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('contains the keys of the dealers on its path', () => {
    expect(dealerKeysOf('/1/22/49/')).toEqual([1, 22, 49]);
    expect(dealerKeysOf('/')).toEqual([]);
  });
});

describe('a page request', () => {
  it('has 100 rows by default, as text or as a number', () => {
    expect(PageRequest.parse({})).toEqual({ pageSize: 100 });
    expect(PageRequest.parse({ pageSize: '25', cursor: 'x' })).toEqual({ pageSize: 25, cursor: 'x' });
    for (const pageSize of [0, 1001, 1.5, 'many', '', -5])
      expect(PageRequest.safeParse({ pageSize }).success).toBe(false);
  });

  it('has a cursor that is not empty and not long', () => {
    expect(Cursor.safeParse('').success).toBe(false);
    expect(Cursor.safeParse('x'.repeat(2049)).success).toBe(false);
  });

  it('returns rows and, on the last page, no cursor', () => {
    const page = pageOf(z.string());
    expect(page.parse({ items: ['a'], cursor: null })).toEqual({ items: ['a'], cursor: null });
    expect(page.safeParse({ items: ['a'] }).success).toBe(false);
  });
});

describe('an instant', () => {
  it('is in UTC, to the millisecond', () => {
    expect(instant(Date.UTC(2026, 10, 21, 9, 30))).toBe('2026-11-21T09:30:00.000Z');
    expect(Instant.safeParse('2026-11-21T09:30:00+01:00').success).toBe(false);
    expect(Instant.safeParse('2026-02-30T09:30:00Z').success).toBe(false);
    expect(Instant.safeParse('2026-11-21').success).toBe(false);
  });

  it('has an offset that exists somewhere on earth', () => {
    expect([DateOffset.parse('300'), DateOffset.parse(-840)]).toEqual([300, -840]);
    for (const offset of [901, -901, 0.5, 'x']) expect(DateOffset.safeParse(offset).success).toBe(false);
  });
});

describe('an endpoint', () => {
  it('has the route key of the gateway', () => {
    expect(routeKey({ method: 'GET', path: '/api/unit/{id}' })).toBe('GET /api/unit/{id}');
    expect(pathParameters('/api/a/{one}/b/{two+}')).toEqual(['one', 'two']);
    expect(pathParameters('/api/a')).toEqual([]);
  });
});

describe('an AppError', () => {
  it('contains its code, its message and its issues by field', () => {
    const error = new AppError('INVALID', 'No', [{ path: 'units.3', message: 'No such unit' }]);
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.code, error.message, error.issues[0]?.path]).toEqual([
      'AppError',
      'INVALID',
      'No',
      'units.3',
    ]);
    expect(new AppError('CONFLICT', 'x').issues).toEqual([]);
  });
});

describe('the work of a bulk action', () => {
  const units = Array.from({ length: 60 }, (_, index) => String(400_000 + index));
  const of = { bchKey: 'key', attempt: 2, turn: 3, action: 'reporting' } as const;

  it('is divided into shares of 25, in order and complete', () => {
    const shares = sharesOf(of, units);
    expect(shares.map((share) => share.units.length)).toEqual([25, 25, 10]);
    expect(shares.flatMap((share) => share.units)).toEqual(units);
    expect(shares.every(({ bchKey, attempt, turn }) => bchKey === 'key' && attempt === 2 && turn === 3)).toBe(true);
    expect(sharesOf(of, [])).toEqual([]);
    expect(sharesOf(of, units.slice(0, 25))).toHaveLength(1);
  });

  it('is divided into shares of 3 if carriers are asked, but a turn with a pace is one', () => {
    for (const action of ['sim', 'makeVerizon'] as const) {
      expect(sharesOf({ ...of, action }, units.slice(0, 7)).map((share) => share.units.length)).toEqual([3, 3, 1]);
      expect(sharesOf({ ...of, action, pace: 600 }, units.slice(0, 25))).toHaveLength(1);
    }
  });

  it('is begun with the next row or page only if it can end in time', () => {
    const collecting = { walk: 1 };
    for (const [action, needs] of [
      [{ action: 'tag' }, 10_000],
      [{ action: 'sim' }, 45_000],
      [{ action: 'makeVerizon' }, 45_000],
      [{ action: 'sim', collecting }, 10_000],
    ] as const)
      expect([hasTimeFor(action, needs), hasTimeFor(action, needs - 1)]).toEqual([true, false]);
  });

  it('is finished when every row has an outcome', () => {
    expect(isFinished({ total: 3, done: 2, failed: 0 })).toBe(false);
    expect(isFinished({ total: 3, done: 2, failed: 1 })).toBe(true);
  });
});

describe('a topic', () => {
  it('has a kind and a subject', () => {
    expect(parseTopic(consoleTopic('400123'))).toEqual({ kind: 'console', subject: '400123' });
    expect(parseTopic(bulkActionTopic('01KAJN9FR00000000000000220')).kind).toBe('bulk-action');
  });

  it.each(['console', 'console:', 'console:4 1', 'console:1:2', ' console:1', `console:${'x'.repeat(80)}`])(
    'is nothing else: "%s"',
    (topic) => {
      expect(Topic.safeParse(topic).success).toBe(false);
    },
  );
});

describe('a message of a browser', () => {
  const command = { action: 'command', token: 't', UnitSerNum: '400220', requestId: '1', command: 'Query' };

  it('has one of four actions', () => {
    for (const action of ['subscribe', 'unsubscribe'])
      expect(ClientMessage.safeParse({ action, topic: 'console:400220' }).success).toBe(true);
    expect(ClientMessage.safeParse({ action: 'ping' }).success).toBe(true);
    expect(ClientMessage.parse(command)).toEqual({ ...command, arguments: {} });
    expect(ClientMessage.safeParse({ action: 'other' }).success).toBe(false);
  });

  it.each<[object]>([
    [{ requestId: '' }],
    [{ requestId: 'reminder 1' }],
    [{ requestId: 'x'.repeat(41) }],
    [{ UnitModel: 'Nope' }],
    [{ command: '' }],
    [{ command: 'x'.repeat(41) }],
    [{ UnitSerNum: '1' }],
    [{ token: undefined }],
    [{ arguments: { constructor: 1 } }],
    [{ arguments: [] }],
  ])('is refused as a command with %j', (change) => {
    expect(ClientMessage.safeParse({ ...command, ...change }).success).toBe(false);
  });
});

describe('a record key', () => {
  it('is short, and not a property of every object', () => {
    const key = recordKey(5);
    expect(['a', 'ab cd', '№'].every((name) => key.safeParse(name).success)).toBe(true);
    for (const name of ['', 'abcdef', 'constructor', '__proto__', 'toString', 'valueOf'])
      expect(recordKey(20).safeParse(name).success && key.safeParse(name).success).toBe(false);
  });
});
