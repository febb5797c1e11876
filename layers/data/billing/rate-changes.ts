import { type ChangedRate, isLateFor } from '#core/billing/look-back.ts';
import { tryWrite } from '../kit/conditions.ts';
import { BillingRateChangeEntity } from './entities.ts';

export interface LateRates {
  from: string;
  rates: ChangedRate[];
}

export const rateChangeStore = {
  /** Notes from when on a rate changed. The same change again changes nothing. */
  async note(change: { changeId: string; from: string; rates?: ChangedRate[] }, now: number): Promise<void> {
    await tryWrite(BillingRateChangeEntity.create({ ...change, notedAt: now }).go());
  },

  /** The earliest day of the rates that changed since a run began, and which they are; undefined if none did. */
  async since(runStartedAt: number): Promise<LateRates | undefined> {
    const { data } = await BillingRateChangeEntity.query.billingRateChange({ all: 'all' }).go({ pages: 'all' });
    const late = data.filter(({ notedAt }) => isLateFor(runStartedAt, notedAt));
    const [from] = late.map((one) => one.from).sort();
    return from === undefined ? undefined : { from, rates: late.flatMap(({ rates = [] }) => rates) };
  },
};
