import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { dealerStore } from './dealers.ts';

/** As the portal writes keys in topics: another form of the number would be a topic of its own. */
const KEY = /^[1-9]\d{0,9}$/;

/** Throws NOT_FOUND if the subject of a topic names no dealer of the scope. */
export async function requireDealerOfTopic(scope: Pick<Scope, 'dealerPath'>, subject: string): Promise<unknown> {
  if (!KEY.test(subject)) throw new AppError('NOT_FOUND', 'No such topic');
  return dealerStore.get(scope, Number(subject));
}
