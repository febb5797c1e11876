import { useRef, useState } from 'react';
import type { Endpoint } from '#core/contract.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { type ShownMessage, withdrawMessage } from '#web/components/messages/toaster.tsx';
import { showFailure, showFailureUnder } from '../messages/show.ts';
import { call, type Input, type Output } from './api.ts';
import { FORM, triedOf } from './same-try.ts';
import { type SuccessWords, tellSuccess } from './tell-success.ts';
import { useReadAgain } from './use-read-again.ts';

interface MutationOptions<E extends Endpoint> {
  success?: SuccessWords<Output<E>>;
  /** Endpoints whose cached answers are read again. */
  refreshes?: readonly Endpoint[];
  /** The title of the specification for a failure whose reason is not known or has passed. */
  failureTitle?: string;
}

/**
 * Changes something by an endpoint. Each try ends on its own, also if another one of the hook began after it.
 * `trigger` never rejects: it reports a failure by a toast and returns undefined.
 * `submit` is for forms: it rejects, so that the form keeps its values, and leaves INVALID to the form's fields.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  { success, refreshes = [], failureTitle }: MutationOptions<E> = {},
) {
  const readAgain = useReadAgain();
  const [running, setRunning] = useState(0);
  /** The failure of each last try: by its input, because rows of a list can share a hook. */
  const failures = useRef(new Map<string, ShownMessage>());

  const refresh = () => void readAgain(...refreshes);
  const show = (failure: unknown) =>
    failureTitle !== undefined && isUnexplained(failure)
      ? showFailureUnder(failureTitle, failure)
      : showFailure(failure);
  const setFailure = (tried: string, shown: ShownMessage | undefined) => {
    const before = failures.current.get(tried);
    if (shown) failures.current.set(tried, shown);
    else failures.current.delete(tried);
    if (before) withdrawMessage(before);
  };

  const send = async (input: Input<E>, tried: string, isShown: (failure: unknown) => boolean): Promise<Output<E>> => {
    setRunning((count) => count + 1);
    const output = await call(endpoint, input)
      .catch((failure: unknown) => {
        if (isOutdated(failure)) refresh();
        if (isShown(failure)) setFailure(tried, show(failure));
        throw failure;
      })
      .finally(() => setRunning((count) => count - 1));
    setFailure(tried, undefined);
    refresh();
    tellSuccess(success, output);
    return output;
  };

  return {
    trigger: (input: Input<E>): Promise<Output<E> | undefined> =>
      send(input, triedOf(input), () => true).catch(() => undefined),
    submit: (input: Input<E>): Promise<Output<E>> =>
      send(input, FORM, (failure) => !(failure instanceof AppError && failure.code === 'INVALID')),
    isMutating: running > 0,
  };
}

/** A failure of the portal, of its carriers, or of the connection. */
const isUnexplained = (failure: unknown) =>
  !(failure instanceof AppError) || failure.code === 'INTERNAL' || failure.code === 'UNAVAILABLE';

const OUTDATING: ReadonlySet<ErrorCode> = new Set(['CONFLICT', 'NOT_FOUND', 'INTERNAL', 'UNAVAILABLE']);

/** Somebody else changed or deleted what the screen shows, or the change happened and its answer was lost. */
const isOutdated = (failure: unknown) => failure instanceof AppError && OUTDATING.has(failure.code);
