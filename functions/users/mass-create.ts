import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import type { users } from '#core/users/contract.ts';
import { requireDealer } from '#core/users/manage.ts';
import type { MassUserOutcome } from '#core/users/mass-create.ts';
import { NAME_TAKEN } from '#core/users/user.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { createUser } from './change.ts';
import { invite } from './password-link.ts';

type Asked = z.output<typeof users.massCreate.input>;

/** Creates each user as a single one is created. One that is refused does not keep others from it. */
export async function createUsers(
  scope: Scope,
  { users: wanted, DealerKey, access }: Asked,
): Promise<MassUserOutcome[]> {
  requireDealer(scope, DealerKey);
  await dealerStore.get(scope, DealerKey ?? scope.dealerKey);
  const outcomes: MassUserOutcome[] = [];
  for (const fields of wanted) outcomes.push(await createOne(scope, { ...fields, DealerKey, access }));
  return outcomes;
}

async function createOne(scope: Scope, input: Parameters<typeof createUser>[1]): Promise<MassUserOutcome> {
  const { UserName } = input;
  const now = Date.now();
  try {
    const created = await createUser(scope, input, now);
    return { UserName, outcome: (await invite(scope, created, now)) ? 'created' : 'withoutMail' };
  } catch (error) {
    if (!(error instanceof AppError) || !(error.message === NAME_TAKEN || error.code === 'TOO_MANY')) throw error;
    return { UserName, outcome: 'refused', reason: error.message };
  }
}
