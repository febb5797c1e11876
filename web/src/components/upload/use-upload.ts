import { useEffect, useRef, useState } from 'react';
import { messageFor } from '#core/errors.ts';
import { type FileRules, fileProblem } from './file-rules.ts';
import { postFile, type UploadTarget } from './post-file.ts';

export type UploadState<Target extends UploadTarget> =
  | { step: 'idle' }
  | { step: 'refused'; file: File; problem: string }
  | { step: 'sending'; file: File; sent: number }
  | { step: 'failed'; file: File; problem: string }
  | { step: 'done'; file: File; target: Target };

export interface UploadOptions<Target extends UploadTarget> {
  rules?: FileRules;
  /** Asks the server where to send the file. */
  requestTarget: (file: File, signal: AbortSignal) => Promise<Target>;
  /** Called after the upload; an error that it throws is shown as a failure. */
  onUploaded?: (target: Target, file: File) => Promise<unknown> | unknown;
  onFailure?: (error: unknown) => void;
}

/** The upload of one file: check, progress, cancel, retry. */
export function useUpload<Target extends UploadTarget>(options: UploadOptions<Target>) {
  const [state, setState] = useState<UploadState<Target>>({ step: 'idle' });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const send = async (file: File) => {
    abort.current?.abort();
    const problem = fileProblem(file, options.rules ?? {});
    if (problem) return setState({ step: 'refused', file, problem });

    const controller = new AbortController();
    abort.current = controller;
    const { signal } = controller;
    const unlessCancelled = (next: UploadState<Target>) => {
      if (!signal.aborted) setState(next);
    };
    setState({ step: 'sending', file, sent: 0 });
    try {
      const target = await options.requestTarget(file, signal);
      await postFile({ target, file, signal, onProgress: (sent) => unlessCancelled({ step: 'sending', file, sent }) });
      await options.onUploaded?.(target, file);
      unlessCancelled({ step: 'done', file, target });
    } catch (error) {
      if (signal.aborted) return;
      setState({ step: 'failed', file, problem: messageFor(error) });
      options.onFailure?.(error);
    }
  };

  const clear = () => {
    abort.current?.abort();
    setState({ step: 'idle' });
  };

  return { state, send, cancel: clear, clear };
}
