import type { unitActions } from '#core/unit-actions/contract.ts';
import type { Output } from '#web/lib/api/api.ts';

type Recorded = Output<typeof unitActions.tcpMessage>;

/** What is known of a command so far. The unit's answer is in its history. */
export const recordedWords = ({ state }: Recorded): string =>
  state === 'sent'
    ? 'The command was sent to the unit'
    : 'The command waits. The unit gets it if it connects within 10 minutes';
