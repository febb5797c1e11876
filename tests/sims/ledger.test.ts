import { describe, expect, it } from 'vitest';
import type { Carrier } from '#adapters/carriers/carrier.ts';
import { type LedgerEntry, withLedger } from '#adapters/carriers/ledger.ts';
import { AppError } from '#core/errors.ts';
import { requestOrigin, standingOf } from '#core/sims/carrier-request.ts';
import { DAY } from '#core/time.ts';
import { withMessage } from '#support/with-message.ts';
import { aClock } from './support.ts';

const ICCID = '89148000000800784259';

function over(change: Partial<Carrier>, record?: (entry: LedgerEntry) => Promise<void>) {
  const entries: LedgerEntry[] = [];
  const never = () => Promise.reject(new Error('Not asked for'));
  const carrier = withLedger(
    {
      ...{ number: 1, simDetails: never, simState: never, usage: never, changeState: never, sendSms: never },
      ...{ editCommunicationPlan: never, requestDialableNumber: never },
      ...change,
    },
    {
      ledger: { record: record ?? (async (entry) => void entries.push(entry)) },
      clock: aClock(),
      newReference: () => 'made up',
    },
  );
  return { carrier, entries };
}

describe('a request that got no further in a day', () => {
  const askedAt = '2026-11-20T09:30:00.000Z';
  const [before, after] = [Date.parse(askedAt) + DAY - 1, Date.parse(askedAt) + DAY];

  it.each(['asked', 'unknown', 'accepted'] as const)('is given up if it was %s', (step) => {
    for (const action of ['state', 'plan'] as const) {
      expect(standingOf({ action, step, askedAt }, before)).toBe(step);
      expect(standingOf({ action, step, askedAt }, after)).toBe('givenUp');
    }
  });

  it('stays accepted if its carrier confirms nothing later', () => {
    for (const action of ['sms', 'number'] as const)
      expect(standingOf({ action, step: 'accepted', askedAt }, after)).toBe('accepted');
  });

  it('stays as it ended', () => {
    for (const step of ['confirmed', 'refused', 'withdrawn'] as const)
      expect(standingOf({ action: 'state', step, askedAt }, after)).toBe(step);
  });
});

describe('the ledger', () => {
  it('has an entry before the carrier is called, and the result after', async () => {
    const { carrier, entries } = over({
      changeState: async () => {
        expect(entries.map(({ step }) => step)).toEqual(['asked']);
        return { outcome: 'accepted', requestId: 'r-1' };
      },
    });
    await carrier.changeState(ICCID, 14, { reference: 'row 7' });
    expect(entries).toEqual([
      {
        reference: 'row 7',
        step: 'asked',
        at: '2026-11-21T15:30:00.000Z',
        carrier: 1,
        iccid: ICCID,
        action: 'state',
        target: 14,
      },
      {
        reference: 'row 7',
        step: 'accepted',
        requestId: 'r-1',
        at: '2026-11-21T15:30:00.000Z',
        carrier: 1,
        iccid: ICCID,
        action: 'state',
        target: 14,
      },
    ]);
  });

  it('tells a refusal from an unknown result', async () => {
    const refused = over({ changeState: () => Promise.reject(new AppError('CONFLICT', 'Verizon refused: no')) });
    await expect(refused.carrier.changeState(ICCID, 14)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(refused.entries.at(-1)).toMatchObject({
      step: 'refused',
      reason: 'Verizon refused: no',
      reference: 'made up',
    });

    const silent = over({ changeState: () => Promise.reject(new AppError('UNAVAILABLE', 'No answer')) });
    await expect(silent.carrier.changeState(ICCID, 14)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(silent.entries.at(-1)?.step).toBe('unknown');
  });

  it('stops the call if it cannot write', async () => {
    let asked = false;
    const { carrier } = over(
      {
        changeState: async () => {
          asked = true;
          return { outcome: 'done' };
        },
      },
      () => Promise.reject(new Error('The table does not answer')),
    );
    await expect(carrier.changeState(ICCID, 14)).rejects.toThrow(withMessage('The table does not answer'));
    expect(asked).toBe(false);
  });

  it('says in each step who asked, with whose access, and why', async () => {
    const { carrier, entries } = over({ editCommunicationPlan: async () => ({ outcome: 'accepted' }) });
    const by = {
      ...{ userKey: 'bob', userName: 'bob@dealer.example', fullName: 'Bob Ray', dealerKey: 220 },
      home: { dealerKey: 22, dealerPath: '/1/22/' },
      actor: { userKey: 'ann', userName: 'ann@dealer.example', fullName: 'Ann Lee' },
    };
    await carrier.editCommunicationPlan(ICCID, 'M2M', {
      origin: requestOrigin(by, 'order', { bchKey: 'bulk-1', attempt: 2 }),
    });
    const origin = {
      ...{ why: 'order', bchKey: 'bulk-1', attempt: 2, actorKey: 'ann', actorName: 'ann@dealer.example' },
      ...{ actorFullName: 'Ann Lee' },
      ...{ asUserKey: 'bob', asUserName: 'bob@dealer.example', asUserFullName: 'Bob Ray', asDealerKey: 220 },
    };
    expect(entries).toMatchObject([
      { step: 'asked', origin },
      { step: 'accepted', origin },
    ]);
  });

  it('does not record reads', async () => {
    const { carrier, entries } = over({ simDetails: () => Promise.reject(new AppError('NOT_FOUND', 'None')) });
    await expect(carrier.simDetails(ICCID)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(entries).toEqual([]);
  });
});
