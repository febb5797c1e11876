import { DueSimWork } from '#core/sims/due-work.ts';
import { consume } from '#platform/aws/consume.ts';
import { deactivateMarked } from './deactivate-marked.ts';
import { endMark } from './end-mark.ts';
import { readAgain } from './read-again.ts';

/** Does the work on SIMs that is due: carriers take their time, and units too. */
export const handler = consume(DueSimWork, (due) => {
  switch (due.work) {
    case 'deactivate':
      return deactivateMarked(due);
    case 'endMark':
      return endMark(due);
    case 'read':
      return readAgain(due, Date.now());
  }
});
