import { describe, expect, it } from 'vitest';
import { FAQ } from '#core/support/faq.ts';
import { grouped, LIBRARY_KINDS, NewLibraryEntry } from '#core/support/library.ts';
import { SUPPORT_TABS, supportTab } from '#core/support/tabs.ts';
import { CommentText, isAnswerBy, Subject } from '#core/support/ticket.ts';

describe('the tabs of the support screen', () => {
  it('are the ticket tracker, videos and FAQ [P3-B59 P3-R45]', () =>
    expect(SUPPORT_TABS.map(({ id }) => id)).toEqual(['ticketTracker', 'Videos', 'FAQ']));

  it.each([
    [null, 'ticketTracker'],
    ['', 'ticketTracker'],
    ['faq', 'ticketTracker'],
    ['Videos', 'Videos'],
    ['FAQ', 'FAQ'],
    ['<script>', 'ticketTracker'],
  ])('named by %s are %s [P3-V23 P3-R45]', (named, tab) => expect(supportTab(named)).toBe(tab));
});

it('videos are grouped, groups and titles in their order [P3-B60]', () => {
  const entry = (group: string, title: string) => ({
    ...{ group, title, kind: 'video' as const, entryKey: title, description: '', link: 'https://videos.example.com' },
  });
  const groups = grouped([entry('B', 'Part 10'), entry('A', 'One'), entry('B', 'Part 2')]);
  expect(groups.map(({ name, entries }) => [name, entries.map(({ title }) => title)])).toEqual([
    ['A', ['One']],
    ['B', ['Part 2', 'Part 10']],
  ]);
});

it('a video has a link that no browser can run [P3-V23]', () => {
  const entry = { kind: LIBRARY_KINDS[0], group: 'A', title: 'B', description: '' };
  for (const link of ['javascript:alert(1)', 'http://videos.example.com', 'data:text/html,x', ''])
    expect(NewLibraryEntry.safeParse({ ...entry, link }).success, link).toBe(false);
  expect(NewLibraryEntry.safeParse({ ...entry, link: 'https://videos.example.com/1' }).success).toBe(true);
});

it('a ticket has a subject of one line and a text [P3-V23]', () => {
  for (const subject of ['', '  ', 'two\nlines', 'x'.repeat(121)])
    expect(Subject.safeParse(subject).success).toBe(false);
  for (const text of ['', ' \n', 'x'.repeat(4_001)]) expect(CommentText.safeParse(text).success).toBe(false);
});

it('support answers the tickets of others only', () => {
  const rights = (userKey: string, ...flags: 'ENGINEER'[]) => ({
    ...{ flags, userType: 1 as const, actor: { userKey, userName: '', fullName: '' } },
    home: { dealerKey: 1, dealerPath: '/1/' },
  });
  expect(isAnswerBy({ authorKey: 'a' }, rights('b', 'ENGINEER'))).toBe(true);
  expect(isAnswerBy({ authorKey: 'a' }, rights('a', 'ENGINEER'))).toBe(false);
  expect(isAnswerBy({ authorKey: 'a' }, rights('b'))).toBe(false);
  const ofDealer = { ...rights('b', 'ENGINEER'), home: { dealerKey: 22, dealerPath: '/1/22/' } };
  expect(isAnswerBy({ authorKey: 'a' }, ofDealer)).toBe(false);
});

it('usual questions have answers', () => {
  expect(FAQ.length).toBeGreaterThan(4);
  for (const { question, answer } of FAQ)
    expect([question.endsWith('?') || question.includes('?'), answer !== '']).toEqual([true, true]);
});
