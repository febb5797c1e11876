import type { ReactNode } from 'react';

/** A question before something is done. */
export interface ConfirmRequest {
  /** Names the act and the thing: `Deactivate SIM 8901…?`. */
  title: string;
  /** What will happen, and what cannot be undone. */
  consequence?: ReactNode;
  /** Sentences that each have to be ticked before the act is possible. */
  acknowledgements?: readonly string[];
  /** A verb: `Deactivate SIM`. */
  actionLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'normal';
  /** Offers "don't show again" and remembers it under this key. */
  silenceKey?: string;
}

/** Whether every acknowledgement is ticked. */
export const allAcknowledged = (
  request: Pick<ConfirmRequest, 'acknowledgements'>,
  ticked: ReadonlySet<number>,
): boolean => (request.acknowledgements ?? []).every((_, index) => ticked.has(index));
