import type { AccessFlag } from '#core/access.ts';
import { users } from '#core/users/contract.ts';
import { type MassUser, type MassUserOutcome, USERS_OF_A_CALL } from '#core/users/mass-create.ts';
import { call } from '#web/lib/api/api.ts';
import { useParts } from '#web/lib/api/use-parts.ts';

interface Asked {
  DealerKey: number;
  flags: readonly AccessFlag[];
  users: readonly MassUser[];
}

/** Creates many users, some in each call. */
export function useMassCreate() {
  const parts = useParts<MassUser, MassUserOutcome>(USERS_OF_A_CALL);
  return {
    ...parts,
    start: ({ DealerKey, flags, users: wanted }: Asked) =>
      parts.start(wanted, async (part, options) => {
        const access = Object.fromEntries(flags.map((flag) => [flag, true]));
        return (await call(users.massCreate, { DealerKey, access, users: [...part] }, options)).outcomes;
      }),
  };
}
