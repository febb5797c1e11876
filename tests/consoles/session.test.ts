import { describe, expect, it } from 'vitest';
import { endOfTranscript, lineOfChange, lineOfMessage } from '#core/consoles/session.ts';
import type { UnitChange } from '#core/history/change.ts';

const AT = '2026-11-21T17:00:00.000Z';
const START = Date.parse(AT);

const aChange = (action: string, after?: Record<string, unknown>): UnitChange => ({
  ...{ auditId: '01', at: AT, objectKind: 'unit', objectId: '400123', dealerKey: 220, dealerName: 'Northwind' },
  ...{ action, actorKey: 'ann', actorName: 'ann', actorFullName: 'Ann Lee', asUserKey: 'ann', asUserName: 'ann' },
  ...(after && { after }),
  dealerNames: {},
  kind: 'command',
});

describe('a stored transcript', () => {
  it('has each command with its arguments and who gave it', () => {
    const given = aChange('give command', { level: 7, command: 'SpeakerVol' });
    expect(lineOfChange(given)).toEqual({
      ...{ id: '01', at: AT, kind: 'command', text: 'Ann Lee: SpeakerVol 7', stage: 'sent' },
    });
  });

  it('has who issued the link of the session in which it was given', () => {
    const issuer = { enteredByKey: 'bob', enteredByName: 'bob', enteredByFullName: 'Bob Ray' };
    const byLink = (action: string, after?: Record<string, unknown>) =>
      lineOfChange({ ...aChange(action, after), ...issuer })?.text;
    expect(byLink('open console')).toBe('Ann Lee (by a link of Bob Ray) opened the console');
    expect(byLink('give command', { command: 'Query' })).toBe('Ann Lee (by a link of Bob Ray): Query');
  });

  it.each([
    ['done', { stage: 'done', answer: 'done' }],
    ['refused', { stage: 'failed', answer: 'refused by the unit: busy' }, 'busy'],
    ['badArgument', { stage: 'failed', answer: 'the unit cannot use the value of this command' }],
    ['lost', { stage: 'unanswered', answer: 'sent, but no answer came' }],
    ['withdrawn', { stage: 'failed', answer: 'withdrawn' }],
  ])('says that a command ended as %s', (outcome, ending, text?: string) => {
    const ended = aChange('end command', { level: 7, command: 'SpeakerVol', outcome, ...(text && { text }) });
    expect(lineOfChange(ended)).toMatchObject({ text: 'SpeakerVol 7', ...ending });
  });

  it('has who opened the console and to whom it went, and no other change of the unit', () => {
    expect(lineOfChange(aChange('open console'))?.text).toBe('Ann Lee opened the console');
    const handover = aChange('hand over console', { from: 'Ann Lee', to: 'Bob Ray', because: 'given' });
    expect(lineOfChange(handover)?.text).toBe('The console went from Ann Lee to Bob Ray');
    expect(lineOfChange(aChange('switch reporting', { Report: 0 }))).toBeUndefined();
  });

  it.each([
    ['report', 'event', { type: 'event', EventCode: 101, zone: 3 }, 'event 101 (Help button), zone 3'],
    ['login', 'login', {}, 'The unit connected'],
    ['disconnect', 'disconnect', {}, 'The unit disconnected'],
    ['report', 'commandResult', {}, undefined],
    ['report', 'debugLog', { lines: ['secret'] }, undefined],
    ['command', 'command', {}, undefined],
  ])('of a %s %s', (kind, messageType, content, text) => {
    expect(lineOfMessage({ place: `${AT}~1-2`, kind, messageType, content })?.text).toBe(text);
  });

  it('goes on shortly after the end of the session, and for two hours if nobody noticed the end', () => {
    expect(endOfTranscript({ startedAt: START, endedAt: START + 1_000 })).toBe(START + 16_000);
    expect(endOfTranscript({ startedAt: START })).toBe(START + 2 * 3_600_000 + 15_000);
  });
});
