import { describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, type AccessFlag, type Holder, mayAccess, USER_TYPE } from '#core/access.ts';
import { commandNamed, consoleCommands } from '#core/consoles/commands.ts';
import { consoles } from '#core/consoles/contract.ts';
import { KEEP_ALIVE } from '#core/consoles/keep-alive.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { TOPICS as RIGHTS } from '#data/topics.ts';
import { CALLERS, isListed, namesOf } from './callers.ts';
import { WHO_MAY_COMMAND, WHO_MAY_FOLLOW } from './who-may-live.ts';

const TOPICS = Object.entries(RIGHTS);

it('the table lists the topics that exist', () => {
  expect(TOPICS.map(([kind]) => kind).sort()).toEqual(Object.keys(WHO_MAY_FOLLOW).sort());
});

it.each(TOPICS)(
  'topics of the kind %s may be followed by whom the table lists, and by nobody else [P2-A17]',
  (kind, right) => {
    const { who, onlyRootDealer } = WHO_MAY_FOLLOW[kind]!;
    expect(namesOf((caller) => mayAccess(right.access, caller))).toEqual(namesOf((caller) => isListed(who, caller)));
    expect(!right.access.public && right.access.onlyAtRoot === true).toBe(onlyRootDealer);
    expect(right.requireSubject, 'a topic checks that its subject is in the scope').toBeTypeOf('function');
  },
);

/** Users of each type who may edit units, and have one flag more. */
const EDITORS: readonly Holder[] = Object.values(USER_TYPE).flatMap((userType) =>
  ACCESS_FLAGS.map((flag) => ({ userType, flags: ['UNIT_EDIT', flag] as AccessFlag[] })),
);
const SENDERS = [...CALLERS.filter((caller) => caller !== undefined), ...EDITORS];

/** The decision of the function that accepts commands. */
const maySend = (model: UnitModel, command: string, user: Holder) =>
  mayAccess(consoles.tcpConnect.access, user) &&
  commandNamed(model, command, { engineer: user.flags.includes('ENGINEER') }) !== undefined;

const isAllowed = (needed: readonly AccessFlag[], { userType, flags }: Holder) =>
  userType !== USER_TYPE.monitoringCentre && needed.every((flag) => flags.includes(flag));

describe.each(UNIT_MODELS)('a console of a %s', (model) => {
  const listed = WHO_MAY_COMMAND[model];

  it('has the commands of the table', () => {
    const commands = [KEEP_ALIVE, ...consoleCommands(model, { engineer: true }).map(({ name }) => name)];
    expect(commands.sort()).toEqual(Object.keys(listed).sort());
  });

  it.each(Object.entries(listed))('sends %s for whom the table lists, and for nobody else [P2-A11]', (name, needed) => {
    expect(namesOf((user) => maySend(model, name, user!), SENDERS)).toEqual(
      namesOf((user) => isAllowed(needed, user!), SENDERS),
    );
  });
});
