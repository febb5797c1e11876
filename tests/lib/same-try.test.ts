import { expect, it } from 'vitest';
import { triedOf } from '#web/lib/api/same-try.ts';

it.each([
  [
    { rolloutId: 'r', action: 'pause', revision: 3 },
    { rolloutId: 'r', action: 'pause', revision: 4 },
  ],
  [
    { TicketKey: 't', version: 1, closed: true },
    { TicketKey: 't', version: 2, closed: true },
  ],
  [
    { old: { UseCategory: 0 }, new: { UseCategory: 1 } },
    { old: { UseCategory: 1 }, new: { UseCategory: 1 } },
  ],
])('%j is tried again by %j, on what is shown now', (one, again) => expect(triedOf(again)).toBe(triedOf(one)));

it.each([
  [{ reportId: 'a' }, { reportId: 'b' }],
  [
    { TicketKey: 't', version: 1, closed: true },
    { TicketKey: 't', version: 1, Priority: 'High' },
  ],
])('%j is another change than %j', (one, other) => expect(triedOf(other)).not.toBe(triedOf(one)));
