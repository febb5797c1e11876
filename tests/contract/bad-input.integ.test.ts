import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldIssue } from '#core/errors.ts';
import { inputOf } from '#platform/http/input.ts';
import { apiEvent } from '#scripts/api-event.ts';
import { someCallers } from '#support/accounts.ts';
import { call } from '#support/call.ts';
import { IN_DEPTH } from '#support/depth.ts';
import { aSession } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { ODD_VALUES, refusesBadInput, type Send, TAKING_INPUT } from './bad-input.ts';
import { type Named, type Sample, sampleOf, spotChecked } from './endpoints.ts';
import { keptSession } from './kept-session.ts';

let callerOf: Awaited<ReturnType<typeof someCallers>>;
beforeAll(async () => {
  await aWorld();
  callerOf = await someCallers();
});

const sessions = new Map<string, ReturnType<typeof keptSession>>();
const send: Send = ({ endpoint }, input) => {
  const user = callerOf(endpoint);
  const session = sessions.get(user.UserKey) ?? keptSession(() => aSession(user));
  sessions.set(user.UserKey, session);
  return session((as) => call(endpoint, { ...input, as }));
};

/** True if the input reaches the endpoint's own code; bad-input.test.ts covers input that is refused earlier. */
function reachesHandler({ endpoint }: Named, input: Sample): boolean {
  try {
    inputOf(endpoint, apiEvent(endpoint, input));
    return true;
  } catch {
    return false;
  }
}

const EARLY = '2026-11-20T10:00:00.000Z';
const LATE = '2026-11-21T10:00:00.000Z';

/** The fields of an endpoint that take an instant and nothing else: the two ends of a range. */
const instantsOf = ({ endpoint }: Named): string[] =>
  Object.entries(endpoint.input.shape)
    .filter(([, schema]) => schema.safeParse(EARLY).success && !schema.safeParse('x').success)
    .map(([field]) => field);
const RANGES = TAKING_INPUT.filter((named) => instantsOf(named).length === 2);

it.each(RANGES)('$name refuses a range of time that ends before it begins', async (named) => {
  const [from, to] = instantsOf(named) as [string, string];
  for (const [first, last, refused] of [
    [EARLY, LATE, false],
    [EARLY, EARLY, false],
    [LATE, EARLY, true],
    ['2026-11-20T10:00:00Z', EARLY, true],
  ] as const) {
    const { status, body } = await send(named, { ...sampleOf(named.name), [from]: first, [to]: last });
    const paths = (body.issues as FieldIssue[] | undefined)?.map(({ path }) => path);
    expect([status, paths]).toEqual(refused ? [422, [to]] : [200, undefined]);
  }
});

// `serve()` is the same for all endpoints of a function; bad-input.test.ts checks what it reads the input with for every one.
describe.each(spotChecked(TAKING_INPUT))('$name', { timeout: 60_000 }, (named) => {
  refusesBadInput(named, send);
});

/** All odd values in depth. Otherwise a third of them for each field, and for the next field the next third. */
const oddValuesOf = (place: number) => ODD_VALUES.filter((_, index) => IN_DEPTH || index % 3 === place % 3);

describe.each(TAKING_INPUT)('$name', { timeout: 60_000 }, (named) => {
  it('never fails with an internal error, whatever odd value a field has', async () => {
    for (const [place, field] of Object.keys(named.endpoint.input.shape).entries())
      for (const value of oddValuesOf(TAKING_INPUT.indexOf(named) + place)) {
        const input = { ...sampleOf(named.name), [field]: value };
        if (!reachesHandler(named, input)) continue;
        const { status, body } = await send(named, input);
        const gave = `${field}: ${JSON.stringify(value)} gave ${JSON.stringify(body)}`;
        expect(status, gave).not.toBe(500);
        const paths = (body.issues as FieldIssue[] | undefined)?.map(({ path }) => path) ?? [];
        if (status === 422) expect(paths, gave).not.toContain('');
      }
  });
});
