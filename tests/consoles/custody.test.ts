import { describe, expect, it } from 'vitest';
import {
  ANSWER_MS,
  AT_WORK_MS,
  CUSTODY_LEASE_MS,
  type Custody,
  type CustodyAct,
  custodyActOf,
  custodyView,
  decideCustody,
  interrupts,
} from '#core/consoles/custody.ts';
import { KEEP_ALIVE } from '#core/consoles/keep-alive.ts';

const person = (name: string, connectionId = `of ${name}`) => ({
  userKey: name,
  name,
  dealerPath: name === 'Root' ? '/1/' : '/1/22/',
  connectionId,
});
const [ann, bob, cleo] = [person('Ann'), person('Bob'), person('Cleo')];

const does = (custody: Custody | undefined, who: typeof ann, act: CustodyAct, now: number, handlesAlarm = false) =>
  decideCustody(custody, who, act, { now, handlesAlarm });

/** The custody after the act, which must be allowed. */
function outcomeOf(custody: Custody | undefined, who: typeof ann, act: CustodyAct, now: number, handlesAlarm = false) {
  const outcome = does(custody, who, act, now, handlesAlarm);
  expect(outcome.kind).not.toBe('refused');
  return outcome.kind === 'changed' ? outcome.next : custody;
}
const ofAnn = outcomeOf(undefined, ann, 'take', 0);

describe('the custody of a console', () => {
  it('belongs to the first who gives a command, and to nobody else', () => {
    expect(ofAnn).toMatchObject({ holder: ann, byAlarm: false, until: CUSTODY_LEASE_MS });
    expect(does(ofAnn, bob, 'take', 1_000)).toEqual({ kind: 'refused' });
    expect(does(ofAnn, ann, 'take', 1_000)).toEqual({ kind: 'same' });
  });

  it('goes on with keep-alives of its holder only, and ends by itself', () => {
    expect(does(ofAnn, bob, 'renew', 50_000)).toEqual({ kind: 'same' });
    const renewed = outcomeOf(ofAnn, ann, 'renew', 50_000);
    expect(does(renewed, bob, 'take', CUSTODY_LEASE_MS).kind).toBe('refused');
    expect(outcomeOf(renewed, bob, 'take', 50_000 + CUSTODY_LEASE_MS)?.holder).toEqual(bob);
    expect(does(ofAnn, ann, 'renew', CUSTODY_LEASE_MS)).toEqual({ kind: 'same' });
  });

  it('is freed by the connection that holds it', () => {
    expect(does(ofAnn, ann, 'release', 1)).toEqual({ kind: 'changed' });
    expect(does(ofAnn, person('Ann', 'another tab'), 'release', 1)).toEqual({ kind: 'same' });
    expect(does(ofAnn, bob, 'release', 1)).toEqual({ kind: 'same' });
  });

  it('follows its holder into another tab, and the tab before frees nothing', () => {
    const tab = person('Ann', 'another tab');
    const moved = outcomeOf(ofAnn, tab, 'take', 1_000);
    expect(moved?.holder).toEqual(tab);
    expect(does(moved, ann, 'release', 2_000)).toEqual({ kind: 'same' });
  });

  it('knows whether its holder works at it: each half minute with a command counts, keep-alives do not', () => {
    const worked = outcomeOf(ofAnn, ann, 'take', 40_000);
    expect(does(worked, ann, 'take', 60_000)).toEqual({ kind: 'same' });
    const renewed = outcomeOf(outcomeOf(worked, ann, 'renew', 90_000), ann, 'renew', 150_000);
    const asked = outcomeOf(renewed, bob, 'ask', 155_000);
    const taken = does(asked, bob, 'take', 175_000);
    expect(taken).toMatchObject({ handover: { because: 'no answer' } });
    expect(interrupts(taken, asked, 40_000 + AT_WORK_MS - 1)).toBe(true);
    expect(interrupts(taken, asked, 40_000 + AT_WORK_MS)).toBe(false);
    expect(interrupts(does(asked, ann, 'give', 156_000), asked, 156_000)).toBe(false);
  });

  it('is given, or kept, by its holder', () => {
    const asked = outcomeOf(ofAnn, bob, 'ask', 1_000);
    expect(does(asked, bob, 'give', 2_000)).toEqual({ kind: 'refused' });
    expect(does(asked, ann, 'give', 2_000)).toMatchObject({
      next: { holder: bob },
      handover: { from: ann, to: bob, because: 'given' },
    });
    const kept = outcomeOf(asked, ann, 'keep', 2_000);
    expect(does(kept, bob, 'take', 1_000 + ANSWER_MS)).toEqual({ kind: 'refused' });
    expect(does(ofAnn, ann, 'give', 2_000)).toEqual({ kind: 'refused' });
  });

  it('goes to the asker after 20 seconds without an answer, while the question stands', () => {
    const asked = outcomeOf(ofAnn, bob, 'ask', 1_000);
    expect(does(asked, bob, 'take', 999 + ANSWER_MS)).toEqual({ kind: 'refused' });
    expect(does(asked, cleo, 'take', 1_000 + ANSWER_MS)).toEqual({ kind: 'refused' });
    expect(does(asked, bob, 'take', 1_000 + ANSWER_MS)).toMatchObject({ handover: { because: 'no answer' } });
    expect(does(asked, bob, 'take', 61_000)).toEqual({ kind: 'refused' });
    expect(does(asked, cleo, 'ask', 2_000)).toEqual({ kind: 'refused' });
    expect(outcomeOf(asked, cleo, 'ask', 61_000)?.asked?.by).toEqual(cleo);
  });

  it('goes at once to an operator who handles an alarm, whom nobody can ask', () => {
    const outcome = does(ofAnn, bob, 'take', 1_000, true);
    expect(outcome).toMatchObject({ next: { byAlarm: true }, handover: { from: ann, to: bob, because: 'alarm' } });
    const ofOperator = outcomeOf(ofAnn, bob, 'take', 1_000, true);
    for (const act of ['ask', 'take'] as const) expect(does(ofOperator, ann, act, 2_000)).toEqual({ kind: 'refused' });
  });

  it('is not needed to ask a unit for its state', () => {
    expect(custodyActOf(KEEP_ALIVE)).toBe('renew');
    expect(custodyActOf('Query')).toBeUndefined();
    expect(custodyActOf('Reboot')).toBe('take');
  });

  it('names people only to readers who may know them', () => {
    const reader = { userKey: 'Bob', knows: (path: string) => path.startsWith('/1/22/') };
    expect(custodyView(ofAnn, reader, 1)).toMatchObject({ holder: { name: 'Ann', you: false } });
    const ofRoot = outcomeOf(undefined, person('Root'), 'take', 0);
    expect(custodyView(ofRoot, reader, 1)).toMatchObject({ holder: { name: 'Another user', you: false } });
    expect(custodyView(ofAnn, reader, CUSTODY_LEASE_MS)).toEqual({ event: 'Custody' });
  });
});
