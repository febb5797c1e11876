import type { ReactNode } from 'react';

/** How grave the action is. What stops help needs an acknowledgement; that and what is final looks dangerous. */
type Weight =
  | { severity: 'stopsHelp'; acknowledgements: readonly [string, ...string[]] }
  | { severity: 'final' | 'reversible'; acknowledgements?: readonly string[] };

/** A question before an action. */
export type ConfirmRequest = Weight & {
  /** Names the action and its object: `Deactivate SIM 8901…?`. */
  title: string;
  /** The consequence, and what cannot be undone. */
  consequence?: ReactNode;
  /** A verb: `Deactivate SIM`. */
  actionLabel: string;
  cancelLabel?: string;
  /** Offers "don't show again" and remembers it under this key. */
  silenceKey?: string;
};

export const looksDangerous = ({ severity }: Pick<ConfirmRequest, 'severity'>): boolean => severity !== 'reversible';

/** True if every acknowledgement is ticked. */
export const allAcknowledged = (
  request: Pick<ConfirmRequest, 'acknowledgements'>,
  ticked: ReadonlySet<number>,
): boolean => (request.acknowledgements ?? []).every((_, index) => ticked.has(index));
