import { useRef } from 'react';
import { useSWRConfig } from 'swr';
import useSWRMutation from 'swr/mutation';
import { type Endpoint, routeKey } from '#core/contract.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { type ShownMessage, withdrawMessage } from '#web/components/messages/toaster.tsx';
import { showFailure, showSuccess } from '../messages/show.ts';
import { call, type Input, type Output } from './api.ts';
import { isAnswerOf } from './use-endpoint.ts';

interface MutationOptions<E extends Endpoint> {
  /** The message of success; omitted if the screen shows the result anyway. */
  success?: string | ((output: Output<E>) => string | undefined);
  /** Endpoints whose cached answers are read again. */
  refreshes?: readonly Endpoint[];
}

interface SendOptions<E extends Endpoint> {
  onSuccess: (output: Output<E>) => void;
  onError: (failure: unknown) => void;
}

interface SendMutation<E extends Endpoint> {
  (input: Input<E>, options: SendOptions<E> & { throwOnError: false }): Promise<Output<E> | undefined>;
  (input: Input<E>, options: SendOptions<E> & { throwOnError: true }): Promise<Output<E>>;
}

/** The form of a hook: a corrected try has another input. */
const FORM = 'form';

/**
 * Changes something by an endpoint.
 * `trigger` never rejects: it reports a failure by a toast and returns undefined.
 * `submit` is for forms: it rejects, so that the form keeps its values, and leaves INVALID to the form's fields.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  { success, refreshes = [] }: MutationOptions<E> = {},
) {
  const { mutate } = useSWRConfig();
  const refresh = () => {
    for (const refreshed of refreshes) void mutate(isAnswerOf(refreshed));
  };
  /** The failure of each last try: by its input, because rows of a list can share a hook. */
  const failures = useRef(new Map<string, ShownMessage>());
  const setFailure = (tried: string, shown: ShownMessage | undefined) => {
    const before = failures.current.get(tried);
    if (shown) failures.current.set(tried, shown);
    else failures.current.delete(tried);
    if (before) withdrawMessage(before);
  };
  const { trigger, isMutating, error, reset } = useSWRMutation<Output<E>, Error, readonly string[], Input<E>>(
    ['change', routeKey(endpoint)],
    (_key: readonly string[], { arg }: { arg: Input<E> }) => call(endpoint, arg),
  );
  const endings = (tried: string, isShown: (failure: unknown) => boolean): SendOptions<E> => ({
    onSuccess: (output) => {
      setFailure(tried, undefined);
      const words = typeof success === 'function' ? success(output) : success;
      if (words) showSuccess(words);
      refresh();
    },
    onError: (failure) => {
      if (isOutdated(failure)) refresh();
      if (isShown(failure)) setFailure(tried, showFailure(failure));
    },
  });
  // SWR's type of `trigger` branches on whether there is an argument; there always is one.
  const send = trigger as SendMutation<E>;
  return {
    trigger: (input: Input<E>): Promise<Output<E> | undefined> =>
      send(input, { throwOnError: false, ...endings(JSON.stringify(input), () => true) }),
    submit: (input: Input<E>): Promise<Output<E>> =>
      send(input, {
        throwOnError: true,
        ...endings(FORM, (failure) => !(failure instanceof AppError && failure.code === 'INVALID')),
      }),
    isMutating,
    error,
    reset,
  };
}

const OUTDATING: ReadonlySet<ErrorCode> = new Set(['CONFLICT', 'NOT_FOUND', 'INTERNAL', 'UNAVAILABLE']);

/** Somebody else changed or deleted what the screen shows, or the change happened and its answer was lost. */
const isOutdated = (failure: unknown) => failure instanceof AppError && OUTDATING.has(failure.code);
