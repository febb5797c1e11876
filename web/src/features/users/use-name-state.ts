import { users } from '#core/users/contract.ts';
import { NAME_TAKEN, UserName } from '#core/users/user.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

/** The check of a name waits for this pause in typing. */
const TYPING_PAUSE_MS = 300;

/** 'Already exists' if somebody else has the user name that is being typed. Undefined if it is free, or not checked yet. */
export function useNameState(typed: string | undefined, own?: string): string | undefined {
  const parsed = UserName.safeParse(typed ?? '');
  const name = parsed.success && parsed.data.toLowerCase() !== own?.toLowerCase() ? parsed.data : undefined;
  const checked = useDebounced(name, TYPING_PAUSE_MS);
  const { data } = useEndpoint(users.nameTaken, checked === undefined ? null : { value: checked }, {
    revalidateOnFocus: false,
    // Saving checks the name again.
    onError: () => undefined,
  });
  return name !== undefined && checked === name && data?.message === NAME_TAKEN ? NAME_TAKEN : undefined;
}
