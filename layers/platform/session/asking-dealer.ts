import { AsyncLocalStorage } from 'node:async_hooks';
import type { Rights } from '#core/scope.ts';

const running = new AsyncLocalStorage<number>();

/** Runs `work` for the own dealer of who asked for it: a switch of the shown dealer gives nobody a second place in a line. */
export const forDealerOf = <Result>({ home }: Pick<Rights, 'home'>, work: () => Promise<Result>): Promise<Result> =>
  running.run(home.dealerKey, work);

/** The dealer that the present work is for. Undefined for work of the portal itself. */
export const askingDealer = (): number | undefined => running.getStore();
