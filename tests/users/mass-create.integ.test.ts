import { SESv2Client } from '@aws-sdk/client-sesv2';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import { instant } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import {
  MAIL_CLAIM_MS,
  MAIL_LIMIT,
  MAIL_UNKNOWN,
  MASS_INVITATION_LIMIT,
  MASS_NAME_LIMIT,
  MASS_USER_LIMIT,
  NO_MAIL,
  STALLED_AFTER_MS,
  TOO_MANY_LISTED_NAMES,
  TOO_MANY_LISTED_USERS,
} from '#core/users/mass-create.ts';
import { firstRowOf } from '#core/users/mass-parts.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { MassCreationPartEntity, MassCreationRowEntity } from '#data/users/mass-creation-entities.ts';
import { massCreationRowStore } from '#data/users/mass-creation-rows.ts';
import { massCreationStore } from '#data/users/mass-creations.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aUser } from '#support/people.ts';
import { delayedIn } from '#support/queue.ts';
import { cancelTransactions } from '#support/table-faults.ts';
import { withMessage } from '#support/with-message.ts';
import { aListLine, expectWorkerKilled, listed, listOf, someone, work, workFor } from './mass-support.ts';

const PART = firstRowOf(1);
let line: Awaited<ReturnType<typeof aListLine>>;
let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT'] });
  line = await aListLine();
});
afterEach(() => {
  cancelTransactions(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const some = (number: number) => Array.from({ length: number }, someone);
const anEngineer = () => aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT'] });
const statesOf = async (massCreation: string) =>
  (await listOf(as, massCreation)).items.map(({ state, reason }) => (reason === undefined ? state : [state, reason]));
const command = (massCreation: string, does: 'pause' | 'resume' | 'cancel' | 'retry', by = as) =>
  call(users.massCreateCommand, { massCreation, command: does, as: by });
/** As if so many milliseconds were over. */
const later = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });

/** The mail service answers with the fault instead of taking a mail. */
const failMails = (fault: object) =>
  vi
    .spyOn(SESv2Client.prototype, 'send')
    .mockImplementation(() => Promise.reject(Object.assign(new Error('no'), fault)));

/** Each user exists once, has one mail, and is counted and audited once. */
async function expectCreatedOnce(massCreation: string, wanted: readonly { UserName: string }[]) {
  const { massCreation: job, items } = await listOf(as, massCreation);
  expect(job).toMatchObject({ state: 'finished', total: wanted.length, created: wanted.length, failed: 0 });
  expect(items.map(({ UserName, state }) => [UserName, state])).toEqual(
    wanted.map(({ UserName }) => [UserName, 'created']),
  );
  for (const { UserName } of wanted) {
    const user = await userStore.byName(UserName);
    const created = (await auditOf('user', user!.UserKey)).filter(({ action }) => action === 'create user');
    expect([created.length, (await mailsTo(UserName)).length]).toEqual([1, 1]);
  }
}

describe('creating the users of a list', () => {
  it('creates each with the dealer and the access, mails a link, and audits it [P3-C68]', async () => {
    const wanted = some(3);
    const started = await listed(as, wanted, { access: { UNIT: true } });
    expect(started).toMatchObject({ state: 'running', total: 3, created: 0, DealerKey: 220, flags: ['UNIT'] });
    expect(await statesOf(started.massCreation)).toEqual(['open', 'open', 'open']);
    expect(await work(...(await line.nextParts()))).toEqual([]);
    await expectCreatedOnce(started.massCreation, wanted);
    for (const { UserName } of wanted) {
      const created = await userStore.byName(UserName);
      expect(created).toMatchObject({ DealerKey: 220, UserStatus: 1, UserTypeKey: 3, flags: ['UNIT'] });
      expect(await auditOf('user', created!.UserKey)).toContainEqual(
        expect.objectContaining({ action: 'create user', actorKey: as.UserKey }),
      );
      expect((await mailsTo(UserName))[0]).toMatchObject({ subject: 'Your Watchkeep account' });
    }
    expect(await auditOf('massCreation', started.massCreation)).toMatchObject([
      { action: 'start mass user creation', actorKey: as.UserKey, after: { users: 3, DealerKey: 220 } },
    ]);
    const { items } = await ask(users.massCreations, { as });
    expect(items[0]).toMatchObject({ massCreation: started.massCreation, state: 'finished' });
  });

  it('stores no link and no password with the list', async () => {
    const wanted = some(1);
    const { massCreation } = await listed(as, wanted);
    await work(...(await line.nextParts()));
    const stored = await Promise.all([
      MassCreationPartEntity.query.massCreationPart({ massCreation }).go(),
      MassCreationRowEntity.query.massCreationRow({ massCreation }).go(),
    ]);
    const token = /token=([\w-]+)/.exec((await mailsTo(wanted[0]!.UserName))[0]!.text)![1]!;
    expect(token.length).toBeGreaterThan(20);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('has the users of a long list in parts and in pages', async () => {
    const wanted = some(PART + 2);
    const { massCreation } = await listed(as, wanted);
    const parts = await line.nextParts();
    expect(parts).toHaveLength(2);
    const first = await listOf(as, massCreation, PART + 1);
    expect(first.items.map(({ UserName }) => UserName)).toEqual(wanted.slice(0, -1).map(({ UserName }) => UserName));
    const rest = await ask(users.massCreation, { massCreation, cursor: first.cursor!, as });
    expect([rest.items.map(({ row }) => row), rest.cursor]).toEqual([[PART + 1], null]);
    expect((await call(users.massCreation, { massCreation, cursor: 'x', as })).status).toBe(422);
    expect(await work(parts[1]!)).toEqual([]);
    expect((await statesOf(massCreation)).slice(-3)).toEqual(['open', 'created', 'created']);
  });

  it('refuses a name that is taken, and creates the others', async () => {
    const [taken, free] = [someone(), someone()];
    await aUser({ dealer: 220, userName: taken.UserName });
    const { massCreation } = await listed(as, [taken, free]);
    await work(...(await line.nextParts()));
    expect(await statesOf(massCreation)).toEqual([['failed', 'Already exists'], 'created']);
    expect((await listOf(as, massCreation)).massCreation).toMatchObject({ state: 'finished', created: 1, failed: 1 });
  });

  it('gives no access that the engineer does not have, and no user to a dealer that the engineer does not see', async () => {
    const wanted = some(1);
    for (const endpoint of [users.massCreate, users.massCreateDryRun]) {
      const given = (DealerKey: number, access: object) => call(endpoint, { DealerKey, users: wanted, access, as });
      expect((await given(220, { ADMIN: true })).status).toBe(403);
      expect((await given(49, {})).status).toBe(404);
    }
    expect(await line.nextParts()).toEqual([]);
  });

  it('is not seen and not commanded from another dealer', async () => {
    const other = await aUser({ dealer: 49, flags: ['ENGINEER'] });
    const { massCreation } = await listed(as, some(1));
    await line.nextParts();
    expect((await call(users.massCreation, { massCreation, as: other })).status).toBe(404);
    expect((await command(massCreation, 'cancel', other)).status).toBe(404);
    expect((await ask(users.massCreations, { as: other })).items).toEqual([]);
  });
});

describe('the users of the lists of one person', () => {
  it('are counted once at the start, which refuses the whole list', async () => {
    const engineer = await anEngineer();
    await attemptStore.count(MASS_USER_LIMIT, engineer.UserKey, Date.now(), MASS_USER_LIMIT.most - 2);
    const create = (number: number) => call(users.massCreate, { DealerKey: 220, users: some(number), as: engineer });
    const refused = await create(3);
    expect([refused.status, refused.body.message]).toEqual([429, TOO_MANY_LISTED_USERS]);
    expect((await ask(users.massCreations, { as: engineer })).items.map(({ createdBy }) => createdBy)).not.toContain(
      engineer.UserName,
    );
    const wanted = some(2);
    const { massCreation } = await listed(engineer, wanted);
    const parts = await line.nextParts({ times: 2 });
    await work(...parts);
    await work(...parts);
    await expectCreatedOnce(massCreation, wanted);
    expect((await create(1)).status).toBe(429);
  });
});

describe('a dry run of a list', () => {
  it('says of each user who would not be created why, and changes nothing', async () => {
    const [taken, free] = [someone(), someone()];
    await aUser({ dealer: 49, userName: taken.UserName });
    const wanted = [{ ...taken, UserName: taken.UserName.toUpperCase() }, free, free];
    expect(await ask(users.massCreateDryRun, { DealerKey: 220, users: wanted, as })).toEqual({
      excluded: [
        { row: 0, UserName: taken.UserName.toUpperCase(), reason: 'Already exists' },
        { row: 2, UserName: free.UserName, reason: 'The user name is in the list already' },
      ],
      mailsLeft: expect.any(Number),
    });
    expect(await userStore.byName(free.UserName)).toBeUndefined();
    expect(await line.nextParts()).toEqual([]);
  });

  it('says how many mails are left, so that nobody is promised one that the limit refuses', async () => {
    const engineer = await anEngineer();
    const dryRun = () => ask(users.massCreateDryRun, { DealerKey: 220, users: some(2), as: engineer });
    expect((await dryRun()).mailsLeft).toBe(MASS_INVITATION_LIMIT.most);
    await attemptStore.count(MASS_INVITATION_LIMIT, engineer.UserKey, Date.now(), MASS_INVITATION_LIMIT.most - 1);
    expect((await dryRun()).mailsLeft).toBe(1);
    await listed(engineer, some(2));
    await work(...(await line.nextParts()));
    expect((await dryRun()).mailsLeft).toBe(0);
  });

  it('counts each name, so that it cannot list the users of the portal', async () => {
    const engineer = await anEngineer();
    await attemptStore.count(MASS_NAME_LIMIT, engineer.UserKey, Date.now(), MASS_NAME_LIMIT.most - 2);
    const dryRun = (number: number) =>
      call(users.massCreateDryRun, { DealerKey: 220, users: some(number), as: engineer });
    const refused = await dryRun(3);
    expect([refused.status, refused.body.message]).toEqual([429, TOO_MANY_LISTED_NAMES]);
    expect((await dryRun(2)).status).toBe(200);
    // A list that was checked can be started, also with the last names of a day.
    const wanted = some(2);
    const { massCreation } = await listed(engineer, wanted);
    await work(...(await line.nextParts()));
    await expectCreatedOnce(massCreation, wanted);
  });
});

/** A mail is sent between two writes: a worker dies before it, or after it. */
const WHEN = ['before', 'sent'] as const;

describe('a worker of a list of users', () => {
  it('that is killed at any write creates nobody twice and mails nobody twice', async () => {
    const deaths = [1, 2, 3, 4, 5, 6].flatMap((killedAt) => WHEN.map((when) => ({ killedAt, when })));
    for (const death of deaths) {
      const wanted = some(2);
      const { massCreation } = await listed(as, wanted);
      const parts = await line.nextParts();
      await expectWorkerKilled(death, parts);
      expect(await work(...parts)).toEqual([]);
      later(MAIL_CLAIM_MS + 1);
      expect(await work(...parts)).toEqual([]);
      vi.useRealTimers();
      const { massCreation: job, items } = await listOf(as, massCreation);
      expect(job).toMatchObject({ state: 'finished', failed: 0, total: 2 });
      expect(job.withoutMail).toBeLessThanOrEqual(1);
      for (const { UserName, state, reason } of items) {
        // A mail that a killed worker had taken on may have been sent: its row says so, and nobody sends it again.
        expect([
          ['created', undefined],
          ['withoutMail', MAIL_UNKNOWN],
        ]).toContainEqual([state, reason]);
        const mails = (await mailsTo(UserName)).length;
        if (state === 'created') expect(mails).toBe(1);
        else expect(mails).toBeLessThanOrEqual(1);
        const user = await userStore.byName(UserName);
        const created = (await auditOf('user', user!.UserKey)).filter(({ action }) => action === 'create user');
        expect(created).toHaveLength(1);
      }
    }
  }, 120_000);

  it('that gets its message twice, or meets another one at the same users, does each once', async () => {
    const wanted = some(6);
    const { massCreation } = await listed(as, wanted);
    const parts = await line.nextParts({ times: 2 });
    expect(parts).toHaveLength(2);
    expect((await Promise.all([...parts, ...parts].map((part) => work(part)))).flat()).toEqual([]);
    expect(await work(...parts)).toEqual([]);
    await expectCreatedOnce(massCreation, wanted);
  });

  it('that finds a mail of another worker comes back later', async () => {
    const wanted = some(2);
    const { massCreation } = await listed(as, wanted);
    const parts = await line.nextParts();
    await expectWorkerKilled({ killedAt: 2 }, parts);
    const before = await delayedIn(line.url);
    expect(await work(...parts)).toEqual([]);
    expect(await statesOf(massCreation)).toEqual(['mailing', 'created']);
    expect(await delayedIn(line.url)).toBe(before + 1);
  });

  it('that was killed with a mail leaves no user in work after a cancel', async () => {
    const { massCreation } = await listed(as, some(1));
    const parts = await line.nextParts();
    await expectWorkerKilled({ killedAt: 2 }, parts);
    expect((await command(massCreation, 'cancel')).status).toBe(200);
    const before = await delayedIn(line.url);
    expect(await work(...parts)).toEqual([]);
    expect([await statesOf(massCreation), await delayedIn(line.url)]).toEqual([['mailing'], before + 1]);
    later(MAIL_CLAIM_MS + 1);
    expect(await work(...parts)).toEqual([]);
    vi.useRealTimers();
    expect(await statesOf(massCreation)).toEqual([['withoutMail', MAIL_UNKNOWN]]);
    expect((await listOf(as, massCreation)).massCreation).toMatchObject({ state: 'cancelled', withoutMail: 1 });
  });

  it.each([
    ['refused', { $metadata: { httpStatusCode: 400 } }, NO_MAIL],
    ['did not answer in time', { name: 'TimeoutError', message: 'socket timed out' }, MAIL_UNKNOWN],
    ['broke off', { $metadata: { httpStatusCode: 500 } }, MAIL_UNKNOWN],
  ])('tells whether a mail that the service %s was surely not sent, and tries it once', async (_, fault, reason) => {
    const { massCreation } = await listed(as, some(1));
    const parts = await line.nextParts();
    const service = failMails(fault);
    expect(await work(...parts)).toEqual([]);
    expect(await statesOf(massCreation)).toEqual([['withoutMail', reason]]);
    expect(service).toHaveBeenCalledTimes(1);
    expect(await (service.mock.contexts[0] as unknown as SESv2Client).config.maxAttempts()).toBe(1);
  });

  it('that cannot write returns its message, and another one finishes it', async () => {
    const wanted = some(2);
    const { massCreation } = await listed(as, wanted);
    const parts = await line.nextParts();
    cancelTransactions(1000);
    expect(await work(...parts)).toHaveLength(1);
    cancelTransactions(0);
    expect(await work(...parts)).toEqual([]);
    await expectCreatedOnce(massCreation, wanted);
  });

  it('that fails at one user does the others, and its message comes back for that one', async () => {
    const wanted = some(3);
    const { massCreation } = await listed(as, wanted);
    const parts = await line.nextParts();
    vi.spyOn(massCreationRowStore, 'create').mockRejectedValueOnce(new Error('Nobody expected this'));
    expect(await work(...parts)).toHaveLength(1);
    expect(await statesOf(massCreation)).toEqual(['open', 'created', 'created']);
    expect(await work(...parts)).toEqual([]);
    await expectCreatedOnce(massCreation, wanted);
  });

  it('that fails at one user and has no time left returns its message, so that the failure is counted', async () => {
    const wanted = some(3);
    const { massCreation } = await listed(as, wanted);
    const parts = await line.nextParts();
    vi.spyOn(massCreationRowStore, 'create').mockRejectedValueOnce(new Error('Nobody expected this'));
    expect(await workFor(15_000, ...parts)).toHaveLength(1);
    expect(await line.nextParts()).toEqual([]);
    expect(await work(...parts)).toEqual([]);
    await expectCreatedOnce(massCreation, wanted);
  });

  it('that has no time left sends the rest to the next one', async () => {
    const wanted = some(3);
    const { massCreation } = await listed(as, wanted);
    const parts = await line.nextParts();
    expect(await workFor(15_000, ...parts)).toEqual([]);
    expect(await statesOf(massCreation)).toEqual(['created', 'open', 'open']);
    const rest = await line.nextParts();
    expect(rest).toHaveLength(1);
    expect(await work(...rest)).toEqual([]);
    await expectCreatedOnce(massCreation, wanted);
  });

  it('stops when the user who started it has lost the right, and creates nobody more', async () => {
    const engineer = await anEngineer();
    const wanted = some(2);
    const { massCreation } = await listed(engineer, wanted);
    const parts = await line.nextParts();
    await UserEntity.patch({ UserKey: engineer.UserKey })
      .set({ flags: ['UNIT'] })
      .go();
    expect(await work(...parts)).toEqual([]);
    expect((await listOf(as, massCreation)).massCreation).toMatchObject({
      state: 'stopped',
      stopReason: `${engineer.UserName} may no longer create users by a list`,
      created: 0,
    });
    expect(await userStore.byName(wanted[0]!.UserName)).toBeUndefined();
    // Somebody else cannot lend the rights of their own.
    expect((await command(massCreation, 'resume')).status).toBe(200);
    await work(...(await line.nextParts()));
    expect((await listOf(as, massCreation)).massCreation.state).toBe('stopped');
    await UserEntity.patch({ UserKey: engineer.UserKey }).set({ UserStatus: 0 }).go();
    expect((await command(massCreation, 'resume')).status).toBe(200);
    await work(...(await line.nextParts()));
    expect((await listOf(as, massCreation)).massCreation.stopReason).toBe(
      `The access of ${engineer.UserName}, with which the creation of users was started, has ended`,
    );
  });

  it('gives no flag that the user who started it has lost meanwhile', async () => {
    const engineer = await anEngineer();
    const wanted = some(1);
    const { massCreation } = await listed(engineer, wanted, { access: { UNIT: true } });
    const parts = await line.nextParts();
    await UserEntity.patch({ UserKey: engineer.UserKey })
      .set({ flags: ['ENGINEER'] })
      .go();
    await work(...parts);
    expect((await listOf(as, massCreation)).massCreation).toMatchObject({ created: 0, failed: 1 });
    expect(await userStore.byName(wanted[0]!.UserName)).toBeUndefined();
  });
});

describe('a command to the creation of users', () => {
  it('pauses it at once, and a resume does the others', async () => {
    const wanted = some(2);
    const { massCreation } = await listed(as, wanted);
    const parts = await line.nextParts();
    expect((await command(massCreation, 'pause')).body).toMatchObject({ massCreation: { state: 'paused' } });
    const again = await command(massCreation, 'pause');
    expect([again.status, again.body.message]).toEqual([409, 'The creation of users is paused already']);
    await work(...parts);
    expect(await statesOf(massCreation)).toEqual(['open', 'open']);
    expect((await command(massCreation, 'resume')).status).toBe(200);
    await work(...parts);
    expect(await statesOf(massCreation)).toEqual(['open', 'open']);
    await work(...(await line.nextParts()));
    await expectCreatedOnce(massCreation, wanted);
    expect((await auditOf('massCreation', massCreation)).map(({ action }) => action).sort()).toEqual([
      'pause mass user creation',
      'resume mass user creation',
      'start mass user creation',
    ]);
  });

  it('cancels it for good', async () => {
    const { massCreation } = await listed(as, some(1));
    const parts = await line.nextParts();
    expect((await command(massCreation, 'cancel')).status).toBe(200);
    await work(...parts);
    expect(await statesOf(massCreation)).toEqual(['open']);
    const resumed = await command(massCreation, 'resume');
    expect([resumed.status, resumed.body.message]).toEqual([409, 'The creation of users is cancelled already']);
  });

  it('retries only those that failed or got no mail', async () => {
    const engineer = await anEngineer();
    const [taken, unmailed, mailed] = [someone(), someone(), someone()];
    const holder = await aUser({ dealer: 220, userName: taken.UserName, flags: [] });
    await attemptStore.count(MASS_INVITATION_LIMIT, engineer.UserKey, Date.now(), MASS_INVITATION_LIMIT.most - 1);
    const { massCreation } = await listed(engineer, [mailed, taken, unmailed]);
    await work(...(await line.nextParts()));
    expect(await statesOf(massCreation)).toEqual([
      'created',
      ['failed', 'Already exists'],
      ['withoutMail', MAIL_LIMIT],
    ]);
    expect(await mailsTo(unmailed.UserEmail)).toEqual([]);
    await ask(users.remove, { id: holder.UserKey, as: await aUser({ dealer: 1, flags: ['ADMIN'] }) });
    await attemptStore.forget(MASS_INVITATION_LIMIT, engineer.UserKey, Date.now());
    const retriedAt = Date.now();
    const { body } = await command(massCreation, 'retry');
    expect(body).toMatchObject({ massCreation: { state: 'running', doneBefore: 1 } });
    expect(Date.parse(body.massCreation.turnStartedAt)).toBeGreaterThanOrEqual(retriedAt);
    await work(...(await line.nextParts()));
    await expectCreatedOnce(massCreation, [mailed, taken, unmailed]);
    const again = await command(massCreation, 'retry');
    expect([again.status, again.body.message]).toEqual([409, 'No user failed']);
  });

  it('resumes one whose messages were lost', async () => {
    const wanted = some(1);
    const { massCreation } = await listed(as, wanted);
    await line.nextParts();
    expect((await command(massCreation, 'resume')).status).toBe(409);
    later(STALLED_AFTER_MS + 1);
    const { body } = await command(massCreation, 'resume');
    vi.useRealTimers();
    expect(body).toMatchObject({ massCreation: { state: 'running' } });
    await work(...(await line.nextParts()));
    await expectCreatedOnce(massCreation, wanted);
  });

  it('mails nobody who was disabled meanwhile, and nobody who has chosen a password', async () => {
    const wanted = some(3);
    const { massCreation } = await listed(as, wanted);
    const service = failMails({ $metadata: { httpStatusCode: 500 } });
    await work(...(await line.nextParts()));
    service.mockRestore();
    const [disabled, proven, signedIn] = await Promise.all(wanted.map(({ UserName }) => userStore.byName(UserName)));
    const at = instant(Date.now());
    await UserEntity.patch({ UserKey: disabled!.UserKey }).set({ UserStatus: 0 }).go();
    await UserEntity.patch({ UserKey: proven!.UserKey }).set({ emailProvenAt: at }).go();
    await UserEntity.patch({ UserKey: signedIn!.UserKey }).set({ LastAuth: at }).go();
    expect((await command(massCreation, 'retry')).status).toBe(200);
    await work(...(await line.nextParts()));
    expect(await statesOf(massCreation)).toEqual([['withoutMail', 'The user is disabled'], 'created', 'created']);
    for (const { UserEmail } of wanted) expect(await mailsTo(UserEmail)).toEqual([]);
  });

  it('creates users only for somebody who could create them', async () => {
    const starter = await aUser({ dealer: 22, flags: ['ENGINEER', 'ADMIN'] });
    const [less, same] = [await anEngineer(), await aUser({ dealer: 22, flags: ['ENGINEER', 'ADMIN'] })];
    const { massCreation } = await listed(starter, some(1), { access: { ADMIN: true } });
    await line.nextParts();
    expect((await command(massCreation, 'pause', less)).status).toBe(200);
    expect((await command(massCreation, 'resume', less)).status).toBe(403);
    expect((await listOf(starter, massCreation)).massCreation.state).toBe('paused');
    expect((await command(massCreation, 'resume', same)).status).toBe(200);
    const parts = await line.nextParts();
    failMails({ $metadata: { httpStatusCode: 400 } });
    await work(...parts);
    expect((await command(massCreation, 'retry', less)).status).toBe(403);
    expect((await command(massCreation, 'retry', same)).status).toBe(200);
    await line.nextParts();
  });

  it('says that the table is busy, not that there is no list', async () => {
    const { massCreation } = await listed(as, some(1));
    await line.nextParts();
    vi.spyOn(dealerStore, 'get').mockRejectedValueOnce(new AppError('UNAVAILABLE', 'The portal is busy'));
    await expect(massCreationStore.get({ dealerPath: as.dealerPath }, massCreation)).rejects.toThrow(
      withMessage('The portal is busy'),
    );
  });
});
