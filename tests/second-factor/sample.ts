import { aSecondFactor, loginsUnderWay } from '#support/accounts.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  async add() {
    await aSecondFactor({ UserKey: 'user-of-oregon' }, 'app');
    await loginsUnderWay();
  },
};
