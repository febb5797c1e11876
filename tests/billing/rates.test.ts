import { describe, expect, it } from 'vitest';
import { BillingRateInput, requireRateOnce } from '#core/billing/rates.ts';
import { withMessage } from '#support/with-message.ts';

const RATE = { forDealer: 220, Type: 'Service', UnitModel: 'MXD-LTE', from: '2026-12-19', cents: 1150 } as const;

describe('a rate', () => {
  it.each([
    [{ cents: -1 }, 'A rate is not negative'],
    [{ cents: 100_001 }, 'A rate is at most $1,000.00'],
    [{ from: '1999-12-31' }, 'Choose a day from 2000-01-01 on'],
    [{ from: '2026-02-30' }, 'Must enter a day'],
    [{ from: '' }, 'Must enter a day'],
    [{ cents: undefined }, 'Must enter a rate'],
  ])('with %o is refused', (wrong, message) => {
    const { error } = BillingRateInput.safeParse({ ...RATE, ...wrong });
    expect(error?.issues[0]?.message).toBe(message);
  });

  it('is a whole number of cents, and may be nothing', () => {
    expect(BillingRateInput.safeParse({ ...RATE, cents: 11.5 }).success).toBe(false);
    for (const cents of [0, 100_000]) expect(BillingRateInput.safeParse({ ...RATE, cents }).success).toBe(true);
  });
});

describe('the rates of all dealers', () => {
  const others = [
    { ...RATE, forDealer: 22 },
    { ...RATE, Type: 'Activation' } as const,
    { ...RATE, UnitModel: 'myConnect' } as const,
    { ...RATE, from: '2026-12-20' },
  ];

  it('have one for each dealer, kind, model and day', () => {
    const added = { ...RATE, cents: 1 };
    expect(() => requireRateOnce([...others, added], added)).not.toThrow();
    expect(() => requireRateOnce([...others, { ...RATE }, added], added)).toThrow(
      withMessage('The dealer has a rate from 2026-12-19 on already'),
    );
  });

  it('lose one that was stored twice without a question', () => {
    expect(() => requireRateOnce([{ ...RATE }, { ...RATE }], { ...RATE })).not.toThrow();
  });
});
