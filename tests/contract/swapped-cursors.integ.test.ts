import { beforeAll, expect, it } from 'vitest';
import { mayAccess, USER_TYPE } from '#core/access.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { holderOf } from '#data/users/users.ts';
import { call } from '#support/call.ts';
import { aUser, WIDEST_FLAGS } from '#support/people.ts';
import { everyItem } from '#support/table-content.ts';
import { aWorld } from '#support/world.ts';
import { ENDPOINTS, type Named, sampleOf } from './endpoints.ts';
import { factsIn, holds } from './facts.ts';

// The cursors that all lists have returned to the people of a dealer are given to all lists, by a person of another dealer.

const PAGED = ENDPOINTS.filter(({ endpoint }) => 'cursor' in endpoint.input.shape);

let owners: readonly UserRecord[];
let strangers: readonly UserRecord[];
let facts: readonly string[];
beforeAll(async () => {
  await aWorld();
  const peopleOf = async (dealer: number) => [
    await aUser({ type: USER_TYPE.engineer, dealer, flags: WIDEST_FLAGS }),
    await aUser({ type: USER_TYPE.monitoringCentre, dealer, flags: [] }),
  ];
  const root = await aUser({ type: USER_TYPE.engineer, dealer: 1, flags: WIDEST_FLAGS });
  [owners, strangers] = [[...(await peopleOf(220)), root], await peopleOf(49)];
  facts = factsIn([...(await everyItem()).values()]);
});

const amongThose = (people: readonly UserRecord[], { access }: Named['endpoint']) =>
  people.find((user) => mayAccess(access, { ...holderOf(user), home: { dealerKey: user.DealerKey } }));

/** The cursors of the lists, after their first item of the samples. */
async function givenOut(): Promise<Map<string, string>> {
  const cursors = new Map<string, string>();
  for (const { name, endpoint } of PAGED) {
    const as = amongThose(owners, endpoint);
    if (!as) continue;
    const { body } = await call(endpoint, { ...sampleOf(name), pageSize: 1, as });
    const [cursor] = JSON.stringify(body).match(/(?<="cursor":")[^"]+/) ?? [];
    if (cursor) cursors.set(name, cursor);
  }
  return cursors;
}

it('tells a stranger nothing, and fails for nobody', { timeout: 300_000 }, async () => {
  const cursors = await givenOut();
  expect(cursors.size).toBeGreaterThan(10);
  const wrong: string[] = [];
  for (const { name, endpoint } of PAGED) {
    const as = amongThose(strangers, endpoint);
    for (const [from, cursor] of as ? cursors : []) {
      const { status, body } = await call(endpoint, { ...sampleOf(name), cursor, as: as! });
      const answer = JSON.stringify(body);
      const told = facts.filter((fact) => holds(answer, fact));
      if (status >= 500 || told.length > 0) wrong.push(`${name} answers ${status} to a cursor of ${from}: ${told}`);
    }
  }
  expect(wrong).toEqual([]);
});
