import { useEffect, useState } from 'react';
import { users } from '#core/users/contract.ts';
import { NAME_TAKEN, UserName } from '#core/users/user.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

/** Milliseconds of rest before a name is asked for. */
const REST = 300;

/** 'Already exists' where somebody else has the user name that is being typed; undefined where nobody has, or nobody knows yet. */
export function useNameState(typed: string | undefined, own?: string): string | undefined {
  const parsed = UserName.safeParse(typed ?? '');
  const name = parsed.success && parsed.data.toLowerCase() !== own?.toLowerCase() ? parsed.data : undefined;
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(name), REST);
    return () => clearTimeout(timer);
  }, [name]);
  const { data } = useEndpoint(users.nameTaken, rested === undefined ? null : { value: rested }, {
    revalidateOnFocus: false,
    // Saving asks once more.
    onError: () => undefined,
  });
  return name !== undefined && rested === name && data?.message === NAME_TAKEN ? NAME_TAKEN : undefined;
}
