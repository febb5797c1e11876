import { expect, it } from 'vitest';
import type { Scope } from '#core/scope.ts';
import { endedEntries, givenEntries, giverOf } from '#data/consoles/command-audit.ts';

const issuer = { userKey: 'bob', userName: 'bob@northwind.example', fullName: 'Bob Ray' };
const user = { userKey: 'olga', userName: 'olga@centre.example', fullName: 'Olga Olsen' };
const scope = { ...user, actor: user, dealerKey: 22, enteredBy: issuer } as Scope;
const asked = { by: { UserKey: 'olga', asUserKey: 'olga', sessionId: 'one' }, needs: [] };
const command = {
  ...{ UnitSerNum: '400220', commandId: 'one', command: 'Run', arguments: {}, validUntil: 1, givenBy: user.userName },
  DealerKey: 22,
};

it('names who issued the link of the session in the audit of a command, when it is given and when it has ended', () => {
  const given = { ...command, giver: giverOf(scope, { DealerKey: 220 }, asked) };
  const named = { enteredByKey: 'bob', enteredByName: 'bob@northwind.example', enteredByFullName: 'Bob Ray' };
  const entry = { ...named, actorKey: 'olga', dealerKey: 220, objectId: '400220' };
  expect(givenEntries(given, 0)).toMatchObject([{ ...entry, action: 'give command' }]);
  expect(endedEntries(given, { outcome: 'done' }, 0)).toMatchObject([{ ...entry, action: 'end command' }]);
});

it('names nobody beside the user of a session without a link', () => {
  const { enteredBy: _issuer, ...alone } = scope;
  const [entry] = givenEntries({ ...command, giver: giverOf(alone, { DealerKey: 220 }, asked) }, 0);
  expect(entry).not.toHaveProperty('enteredByKey');
});
