import { expect, test } from 'vitest';
import type { CarrierState } from '#core/sims/carrier-sim.ts';
import { isLagging, SETTLING_MS } from '#core/sims/settling.ts';
import { instant } from '#core/time.ts';
import { TODAY } from './support.ts';

const told = (status: string, voiceNotReady = false): CarrierState => ({
  ...{ carrier: 1, iccid: '89148000000800784259', deviceDetails: { status } },
  ...{ voiceNotReady, pendingActivation: false },
});
const off = { target: 15, at: instant(TODAY) } as const;
const on = { target: 14, at: instant(TODAY) } as const;
const soon = TODAY + SETTLING_MS - 1;

test.each([
  ['the state before a deactivation', told('active'), off, soon, true],
  ['the state before an activation', told('deactive'), on, soon, true],
  ['a change under way', told('pending deactivation'), off, soon, true],
  ['a suspended line that was restored', told('suspend'), on, soon, true],
  ['what was confirmed', told('deactive'), off, soon, false],
  ['an activated line without its voice', told('active', true), on, soon, false],
  ['a state that a person marks', told('TEST_READY'), { ...off, target: 18 as const }, soon, false],
  ['the state before, after the settling time', told('active'), off, TODAY + SETTLING_MS, false],
])('%s', (_, sim, confirmed, now, lags) => expect(isLagging(sim, confirmed, now)).toBe(lags));
