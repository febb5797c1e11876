import { createContext, useContext } from 'react';
import type { ConfirmRequest } from './confirm-request.ts';

/**
 * Asks, and resolves to true if the person confirms. Resolves to true at once if the question is silenced, and to false with a message if
 * the question cannot be loaded.
 */
export type Confirm = (request: ConfirmRequest) => Promise<boolean>;

export const ConfirmContext = createContext<Confirm | undefined>(undefined);

export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it');
  return confirm;
}
