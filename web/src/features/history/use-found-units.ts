import { AppError } from '#core/errors.ts';
import { history } from '#core/history/contract.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';

const NOT_FOUND =
  'Could not find unit with this Unit ID or Serial Number. Please double check your input and try again.';
const FAILED = 'Could not get info for unit. Please check input and try again.';

const isNotFound = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';

/** The units that a text can mean. A failure is told in the words of the specification. */
export function useFoundUnits(text: string) {
  const { data, error, isValidating, mutate } = useEndpoint(history.unitDetails, text === '' ? null : { unit: text }, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
    onError: (failure) => showFailureAs(isNotFound(failure) ? NOT_FOUND : FAILED)(),
  });
  return {
    found: data,
    problem: error && (isNotFound(error) ? NOT_FOUND : FAILED),
    isSearching: isValidating && !data,
    retry: () => void mutate(),
  };
}
