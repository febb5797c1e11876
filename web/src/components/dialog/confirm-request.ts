import type { ReactNode } from 'react';

/** A question before an action. */
export interface ConfirmRequest {
  /** Names the action and its object: `Deactivate SIM 8901…?`. */
  title: string;
  /** The consequence, and what cannot be undone. */
  consequence?: ReactNode;
  /** Sentences that must all be ticked first. */
  acknowledgements?: readonly string[];
  /** A verb: `Deactivate SIM`. */
  actionLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'normal';
  /** Offers "don't show again" and remembers it under this key. */
  silenceKey?: string;
}

/** True if every acknowledgement is ticked. */
export const allAcknowledged = (
  request: Pick<ConfirmRequest, 'acknowledgements'>,
  ticked: ReadonlySet<number>,
): boolean => (request.acknowledgements ?? []).every((_, index) => ticked.has(index));
