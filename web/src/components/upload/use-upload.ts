import { useEffect, useRef, useState } from 'react';
import { messageFor } from '#core/errors.ts';
import { useStable } from '../hooks/use-stable.ts';
import { lossOfFields, useUnsaved } from '../unsaved/unsaved-work.ts';
import { type FileRules, fileProblem } from './file-rules.ts';

export type UploadState<Result> =
  | { step: 'idle' }
  | { step: 'refused'; file: File; problem: string }
  | { step: 'sending'; file: File; sent: number }
  | { step: 'failed'; file: File; problem: string }
  | { step: 'done'; file: File; result: Result };

export interface Sending {
  signal: AbortSignal;
  /** Bytes sent so far. */
  onProgress: (sent: number) => void;
}

export interface UploadOptions<Result> {
  rules?: FileRules;
  /** Sends the file. Rejects with an error whose message is shown to people, or an AbortError when cancelled. */
  send: (file: File, sending: Sending) => Promise<Result>;
  /** Called after the upload; an error that it throws is shown as a failure. */
  onUploaded?: (result: Result, file: File) => Promise<unknown> | unknown;
  /** Called when the user cancels an upload that has begun and is not done. Leaving the page is no cancel. */
  onCancel?: (file: File) => void;
  onFailure?: (error: unknown) => void;
  /** Called when the user removes a file that was uploaded. */
  onRemoved?: () => void;
  /** Called with the reason why the file cannot be used now, and with undefined when it can or when there is none. */
  onPending?: (reason: string | undefined) => void;
}

const PENDING: Partial<Record<UploadState<unknown>['step'], string>> = {
  sending: 'The file is being uploaded',
  failed: 'The file was not uploaded. Try again, or remove it',
};

/** The upload of one file: check, progress, cancel, retry. */
export function useUpload<Result>(options: UploadOptions<Result>) {
  const [state, setState] = useState<UploadState<Result>>({ step: 'idle' });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const tell = useStable((reason: string | undefined) => options.onPending?.(reason));
  const pending = PENDING[state.step];
  useEffect(() => {
    tell(pending);
    return () => tell(undefined);
  }, [pending, tell]);
  const hasFile = state.step === 'sending' || state.step === 'done';
  useUnsaved(hasFile, () => (hasFile ? lossOfFields([state.file.name]) : ''));

  const send = async (file: File) => {
    abort.current?.abort();
    const problem = fileProblem(file, options.rules ?? {});
    if (problem) return setState({ step: 'refused', file, problem });

    const controller = new AbortController();
    abort.current = controller;
    const { signal } = controller;
    const unlessCancelled = (next: UploadState<Result>) => {
      if (!signal.aborted) setState(next);
    };
    setState({ step: 'sending', file, sent: 0 });
    try {
      const onProgress = (sent: number) => unlessCancelled({ step: 'sending', file, sent });
      const result = await options.send(file, { signal, onProgress });
      if (signal.aborted) return;
      await options.onUploaded?.(result, file);
      unlessCancelled({ step: 'done', file, result });
    } catch (error) {
      if (signal.aborted) return;
      setState({ step: 'failed', file, problem: messageFor(error) });
      options.onFailure?.(error);
    }
  };

  const clear = () => {
    abort.current?.abort();
    if (state.step === 'sending' || state.step === 'failed') options.onCancel?.(state.file);
    if (state.step === 'done') options.onRemoved?.();
    setState({ step: 'idle' });
  };

  return { state, send, cancel: clear, clear };
}
