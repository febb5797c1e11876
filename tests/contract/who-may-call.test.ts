import { describe, expect, it } from 'vitest';
import { mayAccess } from '#core/access.ts';
import { routeKey } from '#core/contract.ts';
import { isListed, namesOf } from './callers.ts';
import { CONTRACT, ENDPOINTS } from './endpoints.ts';
import { WHO_MAY_CALL } from './who-may-call.ts';

const ADD_A_LINE = 'Write who may call it into tests/contract/who-may-call.ts, from the roles of the specification';

describe.each(ENDPOINTS)('$name', ({ endpoint }) => {
  it('may be called by whom the table lists, and by nobody else [P2-A17]', () => {
    const who = WHO_MAY_CALL[routeKey(endpoint)];
    expect(who, `${routeKey(endpoint)} is not listed. ${ADD_A_LINE}.`).toBeDefined();
    expect(namesOf((caller) => mayAccess(endpoint.access, caller))).toEqual(
      namesOf((caller) => isListed(who!, caller)),
    );
  });
});

it('the table lists only calls that exist', () => {
  const calls = new Set(CONTRACT.map(({ endpoint }) => routeKey(endpoint)));
  expect(Object.keys(WHO_MAY_CALL).filter((call) => !calls.has(call))).toEqual([]);
});
