import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { browserConfirmMemory, type ConfirmMemory } from './confirm-memory.ts';
import type { ConfirmRequest } from './confirm-request.ts';

/** Asks, and resolves to true if the person confirms. Resolves to true at once if the question is silenced. */
export type Confirm = (request: ConfirmRequest) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | undefined>(undefined);

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
  const nextId = useRef(0);

  const confirm = useCallback<Confirm>(
    (request) => {
      if (request.silenceKey && memory.isSilenced(request.silenceKey)) return Promise.resolve(true);
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
      {shown && <ConfirmDialog key={shown.id} request={shown.request} open={shown === asked} onAnswer={answer} />}
    </ConfirmContext.Provider>
  );
}

export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it');
  return confirm;
}
