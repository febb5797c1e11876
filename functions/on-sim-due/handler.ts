import { DueSimWork } from '#core/sims/due-work.ts';
import { consume } from '#platform/aws/consume.ts';
import { deactivateMarked } from './deactivate-marked.ts';
import { readAgain } from './read-again.ts';

/** Does the work on SIMs that is due: carriers take their time, and units too. */
export const handler = consume(DueSimWork, (due) =>
  due.work === 'deactivate' ? deactivateMarked(due) : readAgain(due, Date.now()),
);
