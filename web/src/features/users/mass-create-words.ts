import { type MassCreation, retried } from '#core/users/mass-create.ts';
import type { Tone } from '#web/components/status/tones.ts';

export const countOfUsers = (count: number) => (count === 1 ? '1 user' : `${count.toLocaleString('en')} users`);

/** The state of the creation of a list of users, in a word. */
export function massStateBadge(job: MassCreation): { tone: Tone; label: string } {
  if (job.isStalled) return { tone: 'warning', label: 'No progress' };
  switch (job.state) {
    case 'running':
      return { tone: 'notice', label: 'Running' };
    case 'paused':
      return { tone: 'warning', label: 'Paused' };
    case 'stopped':
      return { tone: 'warning', label: 'Stopped' };
    case 'cancelled':
      return { tone: 'muted', label: 'Cancelled' };
    case 'finished':
      return retried(job) > 0
        ? { tone: 'warning', label: 'Finished with failures' }
        : { tone: 'ok', label: 'Finished' };
  }
}
