import { useRef } from 'react';
import { useConfirm } from '../dialog/confirm.ts';
import { useStable } from '../hooks/use-stable.ts';
import { abandon, lossOf, type UnsavedScope } from './unsaved-work.ts';

/** Calls `onClose`; if there is unsaved work, asks first whether to discard it. */
export function useAskToDiscard(scope: UnsavedScope, onClose: () => void): () => Promise<void> {
  const confirm = useConfirm();
  const asking = useRef(false);
  return useStable(async () => {
    const loss = lossOf(scope);
    if (loss === undefined) return onClose();
    if (asking.current) return;
    asking.current = true;
    const discard = await confirm({
      title: 'Discard your changes?',
      consequence: loss,
      actionLabel: 'Discard',
      cancelLabel: 'Keep editing',
      severity: 'final',
    });
    asking.current = false;
    if (!discard) return;
    abandon(scope);
    onClose();
  });
}
