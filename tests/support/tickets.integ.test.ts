import { beforeAll, describe, expect, it } from 'vitest';
import { support } from '#core/support/contract.ts';
import { MAX_COMMENTS, TICKET_CLOSED } from '#core/support/ticket.ts';
import { ClosedDealersEntity, PORTAL } from '#data/dealers/closed-dealers.ts';
import { TicketEntity } from '#data/support/ticket-entity.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { auditOf } from './audit.ts';
import { ask, call } from './call.ts';
import { someDealers } from './fleet.ts';
import { mailsTo } from './inbox.ts';
import { aUser } from './people.ts';

beforeAll(someDealers);

type User = Awaited<ReturnType<typeof aUser>>;
const anEngineer = () => aUser({ dealer: 1, flags: ['ENGINEER'] });
const aDealer = (dealer: number) => aUser({ dealer, flags: [] });
const open = (as: User, Subject = 'A silent unit') => ask(support.openTicket, { Subject, text: 'It is silent', as });
const subjects = async (as: User, state: 'open' | 'closed' = 'open') =>
  (await ask(support.tickets, { state, as })).items.map(({ Subject }) => Subject);

describe('a ticket [P3-C89]', () => {
  it('is opened, answered, commented on, closed and opened again; each change is audited [P3-C89]', async () => {
    const [as, engineer] = await Promise.all([aDealer(220), anEngineer()]);
    const ticket = await open(as, 'Lifecycle');
    expect(ticket).toMatchObject({ DealerKey: 220, Status: 'Open', Priority: 'Normal', comments: 1, version: 1 });
    const { TicketKey } = ticket;
    const read = () => ask(support.ticket, { id: TicketKey, as });
    expect((await read()).answers).toBe(false);
    expect((await ask(support.ticket, { id: TicketKey, as: engineer })).answers).toBe(true);
    expect(await ask(support.comment, { TicketKey, text: 'Try this', as: engineer })).toMatchObject({
      Status: 'Answered',
    });
    expect(await ask(support.comment, { TicketKey, text: 'It helped', as })).toMatchObject({ Status: 'Open' });
    expect((await read()).conversation.map(({ text, isAnswer }) => [text, isAnswer])).toEqual([
      ['It is silent', false],
      ['Try this', true],
      ['It helped', false],
    ]);
    const { version } = await read();
    const closed = await ask(support.changeTicket, { TicketKey, version, closed: true, as });
    expect(closed.Status).toBe('Closed');
    expect(await subjects(as, 'closed')).toContain('Lifecycle');
    expect(await subjects(as)).not.toContain('Lifecycle');
    const refused = await call(support.comment, { TicketKey, text: 'One more', as });
    expect([refused.status, refused.body.message]).toEqual([409, TICKET_CLOSED]);
    const again = await ask(support.changeTicket, {
      ...{ TicketKey, version: closed.version, closed: false },
      Priority: 'Urgent',
      as,
    });
    expect(again).toMatchObject({ Status: 'Open', Priority: 'Urgent' });
    expect((await auditOf('ticket', TicketKey)).map(({ action }) => action).sort()).toEqual([
      'change ticket',
      'change ticket',
      'comment on ticket',
      'comment on ticket',
      'open ticket',
    ]);
  });

  it('is seen by its dealer and those above, and by engineers; for others it does not exist', async () => {
    const [own, above, below, beside, engineer] = await Promise.all([
      aDealer(220),
      aDealer(22),
      aDealer(220),
      aDealer(49),
      anEngineer(),
    ]);
    const { TicketKey, version } = await open(own, 'Scope');
    for (const as of [own, above, below, engineer]) {
      expect((await ask(support.ticket, { id: TicketKey, as })).Subject).toBe('Scope');
      expect(await subjects(as)).toContain('Scope');
    }
    expect(await subjects(beside)).not.toContain('Scope');
    const asked = [
      await call(support.ticket, { id: TicketKey, as: beside }),
      await call(support.comment, { TicketKey, text: 'x', as: beside }),
      await call(support.changeTicket, { TicketKey, version, closed: true, as: beside }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
    const { TicketKey: upper } = await open(above, 'Above');
    expect((await call(support.ticket, { id: upper, as: own })).status).toBe(404);
  });

  it('is listed by time for the root dealer, a page at a time', async () => {
    const [one, other, engineer] = await Promise.all([aDealer(220), aDealer(49), anEngineer()]);
    await open(one, 'First');
    await open(other, 'Second');
    await open(one, 'Third');
    const first = await ask(support.tickets, { pageSize: 2, as: engineer });
    expect(first.items.map(({ Subject }) => Subject)).toEqual(['Third', 'Second']);
    const next = await ask(support.tickets, { pageSize: 1, cursor: first.cursor!, as: engineer });
    expect(next.items.map(({ Subject }) => Subject)).toEqual(['First']);
  });

  it('is not overwritten by who read it before somebody else changed it', async () => {
    const as = await aDealer(220);
    const { TicketKey, version } = await open(as);
    await ask(support.changeTicket, { TicketKey, version, Priority: 'High', as });
    expect((await call(support.changeTicket, { TicketKey, version, closed: true, as })).status).toBe(409);
  });

  it('keeps comments that are written at the same moment, and has at most 200', async () => {
    const as = await aDealer(220);
    const { TicketKey } = await open(as);
    await Promise.all(['one', 'two', 'three'].map((text) => ask(support.comment, { TicketKey, text, as })));
    expect(await ask(support.ticket, { id: TicketKey, as })).toMatchObject({ comments: 4, version: 4 });
    expect((await ask(support.ticket, { id: TicketKey, as })).conversation).toHaveLength(4);
    const { data } = await TicketEntity.get({ TicketKey }).go();
    await TicketEntity.put({ ...data!, comments: MAX_COMMENTS }).go();
    expect((await call(support.comment, { TicketKey, text: 'too many', as })).status).toBe(413);
  });

  it('is mailed when support answers, to a proven address only, and its text is not in the mail', async () => {
    const engineer = await anEngineer();
    const proven = await aUser({ dealer: 220, flags: [] });
    const { TicketKey } = await open(proven, 'Mail me');
    await ask(support.comment, { TicketKey, text: 'Secret advice', as: engineer });
    const [mail] = await mailsTo(proven.UserEmail);
    expect(JSON.stringify(mail)).toContain(`/support?ticket=${TicketKey}`);
    expect(JSON.stringify(mail)).toContain('Answer to your ticket: Mail me');
    expect(JSON.stringify(mail)).not.toContain('Secret advice');
    await ask(support.comment, { TicketKey, text: 'Thanks', as: proven });
    expect(await mailsTo(proven.UserEmail)).toHaveLength(1);
    const unproven = await aUser({ dealer: 220, flags: [], proven: false });
    const other = await open(unproven);
    await ask(support.comment, { TicketKey: other.TicketKey, text: 'Advice', as: engineer });
    expect(await mailsTo(unproven.UserEmail)).toEqual([]);
  });

  it('is not mailed to somebody who may not read it any more', async () => {
    const engineer = await anEngineer();
    const lost: Record<string, (user: User) => Promise<unknown>> = {
      disabled: (user) => UserEntity.put({ ...user, UserStatus: 2 }).go(),
      moved: (user) => UserEntity.put({ ...user, DealerKey: 49, dealerPath: '/1/49/' }).go(),
      operator: (user) => UserEntity.put({ ...user, UserTypeKey: 4 }).go(),
      closed: () => ClosedDealersEntity.put({ ...PORTAL, keys: [91] }).go(),
    };
    for (const [how, lose] of Object.entries(lost)) {
      const user = await aUser({ dealer: how === 'closed' ? 91 : 220, flags: [] });
      const { TicketKey } = await open(user, how);
      await lose(user);
      await ask(support.comment, { TicketKey, text: 'Advice', as: engineer });
      expect([how, await mailsTo(user.UserEmail)]).toEqual([how, []]);
    }
    await ClosedDealersEntity.delete(PORTAL).go();
  });
});

describe('a file of a ticket', () => {
  const uploaded = async (TicketKey: string, as: User, body = 'a log') => {
    const asked = { TicketKey, name: 'debug log.txt', bytes: body.length };
    const { file, url, fields } = await ask(support.requestUpload, { ...asked, as });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([body]));
    const sent = await fetch(url, { method: 'POST', body: form });
    expect(sent.status).toBeLessThan(300);
    return { file, name: 'debug log.txt' };
  };

  it('is attached to a comment and read by who sees the ticket, from no other ticket', async () => {
    const [as, beside, engineer] = await Promise.all([aDealer(220), aDealer(49), anEngineer()]);
    const { TicketKey } = await open(as);
    const attachment = await uploaded(TicketKey, as);
    await ask(support.comment, { TicketKey, text: 'See the log', attachments: [attachment], as });
    const { conversation } = await ask(support.ticket, { id: TicketKey, as: engineer });
    expect(conversation.at(-1)?.attachments).toEqual([attachment]);
    const { content } = await ask(support.attachment, { TicketKey, file: attachment.file, as: engineer });
    expect(Buffer.from(content, 'base64').toString()).toBe('a log');
    const { TicketKey: other } = await open(beside);
    const { file } = attachment;
    expect((await call(support.attachment, { TicketKey, file, as: beside })).status).toBe(404);
    expect((await call(support.attachment, { TicketKey: other, file, as: beside })).status).toBe(404);
    const stolen = { TicketKey: other, text: 'Mine', attachments: [attachment], as: beside };
    expect((await call(support.comment, stolen)).status).toBe(422);
    expect((await call(support.requestUpload, { TicketKey, name: 'a.txt', bytes: 1, as: beside })).status).toBe(404);
  });

  it('must have arrived, be of a permitted type and have at most 3 MB', async () => {
    const as = await aDealer(220);
    const { TicketKey } = await open(as);
    const ofSize = (name: string, bytes: number) => call(support.requestUpload, { TicketKey, name, bytes, as });
    for (const name of ['page.html', 'picture.svg', 'program.exe', 'no-ending', '../a.txt/..'])
      expect((await ofSize(name, 5)).status, name).toBe(422);
    expect((await ofSize('a.zip', 3 * 1024 * 1024 + 1)).status).toBe(422);
    const { file } = await ask(support.requestUpload, { TicketKey, name: 'a.zip', bytes: 5, as });
    const refused = await call(support.comment, { TicketKey, text: 'x', attachments: [{ file, name: 'a.zip' }], as });
    expect([refused.status, refused.body.message]).toEqual([422, 'The file has not arrived. Upload it again']);
  });
});

describe('videos and downloads', () => {
  it('are listed by group, added and removed by engineers, and audited [P3-C86 P3-B60]', async () => {
    const [as, engineer] = await Promise.all([aDealer(220), anEngineer()]);
    const given = {
      group: 'Getting started',
      title: 'A first unit',
      description: '',
      link: 'https://videos.example.com/1',
    };
    const { entryKey } = await ask(support.addEntry, { ...given, kind: 'video', as: engineer });
    await ask(support.addEntry, { ...given, kind: 'download', title: 'A manual', as: engineer });
    const { videoGroups } = await ask(support.getTrainingVideos, { as });
    const { group: name, ...entry } = given;
    expect(videoGroups.find((group) => group.name === name)?.entries).toContainEqual({ ...entry, entryKey });
    const { groups } = await ask(support.downloads, { as });
    expect(groups.flatMap(({ entries }) => entries.map(({ title }) => title))).toContain('A manual');
    expect((await call(support.removeEntry, { kind: 'video', entryKey, as })).status).toBe(403);
    await ask(support.removeEntry, { kind: 'video', entryKey, as: engineer });
    expect((await call(support.removeEntry, { kind: 'video', entryKey, as: engineer })).status).toBe(404);
    expect((await auditOf('libraryEntry', entryKey)).map(({ action }) => action).sort()).toEqual([
      'add library entry',
      'remove library entry',
    ]);
  });
});
