import type { BulkAction } from './bulk-action.ts';

/** What people can do with a bulk action after its start. */
export type BulkActionCommand = 'pause' | 'resume' | 'cancel' | 'retry';

type Standing = Pick<BulkAction, 'state' | 'failed' | 'isStalled'>;

/** True if no unit is to do any more, unless failed ones are retried. */
export const isOver = ({ state }: Pick<BulkAction, 'state'>): boolean => state === 'finished' || state === 'cancelled';

/** The commands that are possible now. A cancelled action is over for good, its failed rows included. */
export function commandsOf({ state, failed, isStalled }: Standing): readonly BulkActionCommand[] {
  switch (state) {
    case 'collecting':
    case 'queued':
    case 'running':
      return isStalled ? ['resume', 'pause', 'cancel'] : ['pause', 'cancel'];
    case 'paused':
    case 'stopped':
      return ['resume', 'cancel'];
    case 'cancelled':
      return [];
    case 'finished':
      return failed > 0 ? ['retry'] : [];
  }
}

/** Why a command is not possible now, in words for people. Undefined if it is. `it`: what the command is for. */
export function whyNot(command: BulkActionCommand, standing: Standing, it = 'The bulk action'): string | undefined {
  if (commandsOf(standing).includes(command)) return undefined;
  switch (standing.state) {
    case 'collecting':
    case 'queued':
    case 'running':
      return `${it} is still running`;
    case 'paused':
      return command === 'pause' ? `${it} is paused already` : `${it} is paused. Resume it first`;
    case 'stopped':
      return command === 'pause' ? `${it} has stopped already` : `${it} has stopped. Resume it first`;
    case 'cancelled':
      return `${it} is cancelled already`;
    case 'finished':
      return command === 'retry' ? 'No unit failed' : `${it} is finished already`;
  }
}
