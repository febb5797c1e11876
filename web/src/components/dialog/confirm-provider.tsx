import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { messageFor } from '#core/errors.ts';
import { toastFailure } from '../messages/toaster.tsx';
import { type Confirm, ConfirmContext } from './confirm.ts';
import { browserConfirmMemory, type ConfirmMemory } from './confirm-memory.ts';
import type { ConfirmRequest } from './confirm-request.ts';

/** The first screen does not wait for the code of questions. */
const loadConfirmDialog = () => import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ConfirmDialog);
type LoadedDialog = Awaited<ReturnType<typeof loadConfirmDialog>>;

const FAILURE_MS = 6_000;

interface Pending {
  id: number;
  request: ConfirmRequest;
  resolve: (confirmed: boolean) => void;
}

export interface ConfirmProviderProps {
  children: ReactNode;
  memory?: ConfirmMemory;
}

/** Provides {@link useConfirm}. Questions asked at the same time are shown one after another. */
export function ConfirmProvider({ children, memory = browserConfirmMemory }: ConfirmProviderProps) {
  const [queue, setQueue] = useState<readonly Pending[]>([]);
  const [leaving, setLeaving] = useState<Pending>();
  const [ConfirmDialog, setConfirmDialog] = useState<LoadedDialog>();
  const nextId = useRef(0);

  // Loaded after the first screen, so that the first question does not wait for it.
  useEffect(() => {
    loadConfirmDialog().then(
      (loaded) => setConfirmDialog(() => loaded),
      () => undefined,
    );
  }, []);

  const confirm = useCallback<Confirm>(
    async (request) => {
      if (request.silenceKey && memory.isSilenced(request.silenceKey)) return true;
      try {
        const loaded = await loadConfirmDialog();
        setConfirmDialog(() => loaded);
      } catch (error) {
        toastFailure({ title: 'That did not work', description: messageFor(error), duration: FAILURE_MS });
        return false;
      }
      return new Promise((resolve) => {
        nextId.current += 1;
        setQueue((waiting) => [...waiting, { id: nextId.current, request, resolve }]);
      });
    },
    [memory],
  );

  const asked = queue[0];
  const answer = (confirmed: boolean, silence: boolean) => {
    if (!asked) return;
    if (confirmed && silence && asked.request.silenceKey) memory.silence(asked.request.silenceKey);
    asked.resolve(confirmed);
    setLeaving(asked);
    setQueue((waiting) => waiting.slice(1));
  };

  // The answered question stays mounted, closed, so that it can fade out and return the focus.
  const shown = asked ?? leaving;
  return (
    <ConfirmContext.Provider value={confirm}>
      {children}
      {shown && ConfirmDialog && (
        <ConfirmDialog key={shown.id} request={shown.request} open={shown === asked} onAnswer={answer} />
      )}
    </ConfirmContext.Provider>
  );
}
