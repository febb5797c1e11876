import { useRef } from 'react';
import { useSWRConfig } from 'swr';
import useSWRMutation from 'swr/mutation';
import { type Endpoint, routeKey } from '#core/contract.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { dismissToast } from '#web/components/messages/toaster.tsx';
import { showFailure, showSuccess } from '../messages/show.ts';
import { call, type Input, type Output } from './api.ts';
import { isAnswerOf } from './use-endpoint.ts';

interface MutationOptions<E extends Endpoint> {
  /** The message of success; omitted if the screen shows the result anyway. */
  success?: string | ((output: Output<E>) => string | undefined);
  /** Endpoints whose cached answers are read again. */
  refreshes?: readonly Endpoint[];
}

interface SendMutation<E extends Endpoint> {
  (
    input: Input<E>,
    options: { throwOnError: false; onError: (failure: unknown) => void },
  ): Promise<Output<E> | undefined>;
  (input: Input<E>, options: { throwOnError: true; onError: (failure: unknown) => void }): Promise<Output<E>>;
}

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
  /** The toast of the last try, which a try that succeeds makes untrue. */
  const failed = useRef<string>(undefined);
  const report = (failure: unknown) => {
    failed.current = showFailure(failure);
  };
  const { trigger, isMutating, error, reset } = useSWRMutation<Output<E>, Error, readonly string[], Input<E>>(
    ['change', routeKey(endpoint)],
    (_key: readonly string[], { arg }: { arg: Input<E> }) => call(endpoint, arg),
    {
      onSuccess: (output) => {
        if (failed.current !== undefined) dismissToast(failed.current);
        failed.current = undefined;
        const words = typeof success === 'function' ? success(output) : success;
        if (words) showSuccess(words);
        refresh();
      },
    },
  );
  // SWR's type of `trigger` branches on whether there is an argument; there always is one.
  const send = trigger as SendMutation<E>;
  return {
    trigger: (input: Input<E>): Promise<Output<E> | undefined> =>
      send(input, {
        throwOnError: false,
        onError: (failure) => {
          if (isOutdated(failure)) refresh();
          report(failure);
        },
      }),
    submit: (input: Input<E>): Promise<Output<E>> =>
      send(input, {
        throwOnError: true,
        onError: (failure) => {
          if (isOutdated(failure)) refresh();
          if (!(failure instanceof AppError && failure.code === 'INVALID')) report(failure);
        },
      }),
    isMutating,
    error,
    reset,
  };
}

const OUTDATING: ReadonlySet<ErrorCode> = new Set(['CONFLICT', 'NOT_FOUND', 'INTERNAL', 'UNAVAILABLE']);

/** Somebody else changed or deleted what the screen shows, or the change happened and its answer was lost. */
const isOutdated = (failure: unknown) => failure instanceof AppError && OUTDATING.has(failure.code);
