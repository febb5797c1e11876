import { AppError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { ROOT_DEALER } from './tree.ts';

/** FORBIDDEN for people of the root dealer who are shown another dealer: they see only what that dealer sees. */
export function requireRootDealer({ dealerKey }: Pick<Scope, 'dealerKey'>): void {
  if (dealerKey !== ROOT_DEALER) throw new AppError('FORBIDDEN', 'You do not have access to this');
}
