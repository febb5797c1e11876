import { describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, type Holder, mayAccess, USER_TYPE } from '#core/access.ts';
import { routeKey } from '#core/contract.ts';
import { CONTRACT, ENDPOINTS } from './endpoints.ts';
import { WHO_MAY_CALL, type Who } from './who-may-call.ts';

const ADD_A_LINE = 'Write who may call it into tests/contract/who-may-call.ts, from the roles of the specification';

/** Nobody, and users of each type with every flag, with each single flag, and with none. */
const CALLERS: readonly (Holder | undefined)[] = [
  undefined,
  ...Object.values(USER_TYPE).flatMap((userType) => [
    { userType, flags: ACCESS_FLAGS },
    ...ACCESS_FLAGS.map((flag) => ({ userType, flags: [flag] })),
    { userType, flags: [] },
  ]),
];

const nameOf = (caller: Holder | undefined) =>
  caller
    ? `type ${caller.userType}, ${caller.flags.length > 1 ? 'every flag' : (caller.flags[0] ?? 'no flag')}`
    : 'nobody';

/** The decision of the table. It uses nothing of the contract. */
function isListed(who: Who, caller: Holder | undefined): boolean {
  if (who === 'anyone') return true;
  if (caller === undefined) return false;
  if (who === 'signedIn') return true;
  if (caller.userType === USER_TYPE.monitoringCentre) return false;
  return who === 'staff' || who.some((flag) => caller.flags.includes(flag));
}

const namesOf = (isIn: (caller: Holder | undefined) => boolean) => CALLERS.filter(isIn).map(nameOf);

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
