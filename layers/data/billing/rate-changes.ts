import { isLateFor } from '#core/billing/look-back.ts';
import { tryWrite } from '../kit/conditions.ts';
import { BillingRateChangeEntity } from './entities.ts';

export const rateChangeStore = {
  /** Notes from when on a rate changed. The same change again changes nothing. */
  async note(change: { changeId: string; from: string }, now: number): Promise<void> {
    await tryWrite(BillingRateChangeEntity.create({ ...change, notedAt: now }).go());
  },

  /** The earliest day of the rates that changed since a run began; undefined if none did. */
  async earliestSince(runStartedAt: number): Promise<string | undefined> {
    const { data } = await BillingRateChangeEntity.query.billingRateChange({ all: 'all' }).go({ pages: 'all' });
    const late = data.filter(({ notedAt }) => isLateFor(runStartedAt, notedAt));
    return late.map(({ from }) => from).sort()[0];
  },
};
