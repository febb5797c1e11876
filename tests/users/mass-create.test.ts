import { describe, expect, it } from 'vitest';
import { SECOND } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import {
  MAIL_CLAIM_MS,
  MASS_NAME_LIMIT,
  MASS_USER_LIMIT,
  MOST_USERS,
  STALLED_AFTER_MS,
  whyNotMassCommand,
} from '#core/users/mass-create.ts';
import { MassCreationPartRecord, MassCreationRecord, MassCreationRowRecord } from '#core/users/mass-creation-record.ts';
import { HEADER_NEEDED, massUsersIn } from '#core/users/mass-list.ts';
import {
  MassCreationEntity,
  MassCreationPartEntity,
  MassCreationRowEntity,
} from '#data/users/mass-creation-entities.ts';
import { QUEUES } from '#infra/wiring.ts';
import { expectAgreement } from '#support/agreement.ts';
import { screens as centreScreens } from '#web/features/monitoring-centers/screens.ts';
import { mailConsequence, retryLabel } from '#web/features/users/mass-create-words.ts';
import { screens } from '#web/features/users/screens.ts';

const HEADER = ['UserName', 'UserEmail', 'UserFirstName', 'UserLastName'];
const line = (name: string, first = 'Ann') => [name, `${name}@people.example`, first, 'Example'];

it('mass creation of users and the roles of monitoring centres have their screens and calls [P1-A30]', () => {
  expect(screens.map(({ path }) => path)).toContain('/devTools/massUserCreate');
  expect(users.massCreate.path).toBe('/api/devTools/massUserCreate');
  expect(centreScreens.map(({ path }) => path)).toContain('/monitoringCenters');
});

describe('a list of users', () => {
  it('has a header, then a user in each line', () => {
    expect(massUsersIn([HEADER, line('ann.1'), ['', '', ''], [' ann.2 ', ...line('ann.2').slice(1)]])).toEqual({
      users: [
        { UserName: 'ann.1', UserEmail: 'ann.1@people.example', UserFirstName: 'Ann', UserLastName: 'Example' },
        expect.objectContaining({ UserName: 'ann.2' }),
      ],
      problems: [],
    });
    for (const cells of [[], [line('ann.1')], [['UserName']]])
      expect(massUsersIn(cells)).toEqual({ users: [], problems: [{ line: 1, problem: HEADER_NEEDED }] });
  });

  it.each([
    ['', 'UserEmail: E-mail address is missing'],
    ['ann@', 'UserEmail: Not an e-mail address'],
  ])('says of the e-mail address “%s”: %s', (email, problem) =>
    expect(massUsersIn([HEADER, ['ann.1', email, 'Ann', 'Example']]).problems).toEqual([{ line: 2, problem }]),
  );

  it('names each line that is wrong, and names that are there twice', () => {
    const cells = [HEADER, line('ann.1'), line('=HYPERLINK'), line('ann.3', ''), line('ANN.1'), ['only.one']];
    const { users: good, problems } = massUsersIn(cells);
    expect(good.map(({ UserName }) => UserName)).toEqual(['ann.1']);
    expect(problems.map(({ line: number, problem }) => [number, problem.split(':')[0]])).toEqual([
      [3, 'UserName'],
      [4, 'UserFirstName'],
      [5, 'The user name ANN.1 is in line 2 already'],
      [6, 'UserEmail'],
    ]);
  });

  it('has at most 1,000 users', () => {
    const cells = [HEADER, ...Array.from({ length: 100_000 }, (_, index) => line(`ann.${index}`))];
    expect(massUsersIn(cells)).toEqual({
      users: [],
      problems: [{ line: 1, problem: 'A list has at most 1,000 users' }],
    });
  });
});

describe('the creation of the users of a list', () => {
  it('is stored as its records say', () => {
    expectAgreement(MassCreationEntity, MassCreationRecord);
    expectAgreement(MassCreationPartEntity, MassCreationPartRecord);
    expectAgreement(MassCreationRowEntity, MassCreationRowRecord);
  });

  it('says why a command is not possible', () => {
    const standing = { state: 'finished', isStalled: false, failed: 0, withoutMail: 0 } as const;
    expect(whyNotMassCommand('retry', standing)).toBe('No user failed');
    expect(whyNotMassCommand('retry', { ...standing, withoutMail: 1 })).toBeUndefined();
    expect(whyNotMassCommand('pause', standing)).toBe('The creation of users is finished already');
    expect(whyNotMassCommand('resume', { ...standing, state: 'running' })).toBe(
      'The creation of users is still running',
    );
  });

  it('promises no mail that the limit refuses', () => {
    expect(mailConsequence(3, 3)).toBe('Each user gets a mail with a link to choose a password.');
    const rest = 'At most 1,000 users of lists get a mail in 24 hours. Send the missing mails tomorrow.';
    expect(mailConsequence(3, 1)).toBe(`Only 1 user gets a mail with a link to choose a password now. ${rest}`);
    expect(mailConsequence(3, 0)).toBe(`The users get no mail with a link to choose a password now. ${rest}`);
  });

  it('says what a retry does', () => {
    expect(retryLabel({ failed: 1, withoutMail: 0 })).toBe('Retry failed users');
    expect(retryLabel({ failed: 0, withoutMail: 1 })).toBe('Send missing mails');
    expect(retryLabel({ failed: 1, withoutMail: 1 })).toBe('Retry failed users and send missing mails');
  });

  it('counts a checked list apart from its start, so that five full lists can be checked and started', () => {
    expect(MASS_USER_LIMIT.kind).not.toBe(MASS_NAME_LIMIT.kind);
    for (const { most } of [MASS_NAME_LIMIT, MASS_USER_LIMIT]) expect(most).toBe(5 * MOST_USERS);
  });

  it('waits longer for a mail than a worker lives, and longer for progress than the queue waits', () => {
    const { consumerTimeoutSeconds, visibilitySeconds } = QUEUES.find(({ name }) => name === 'mass-creation')!;
    expect(MAIL_CLAIM_MS).toBeGreaterThan(consumerTimeoutSeconds * SECOND);
    expect(STALLED_AFTER_MS).toBeGreaterThan(visibilitySeconds * SECOND);
  });
});
