import { Entity } from 'electrodb';
import type { ReportMailInput, SavedReport, SendingOutcome } from '#core/saved-reports/saved-report.ts';
import type { Scope } from '#core/scope.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';

// Apart from the stores: the functions that have every area's reactions need no more of it.

export type Kept = Omit<SavedReport, 'shared' | 'mail'>;

/** The saved reports of a person, or of a dealer: few, so that their names are compared and their number is limited in one write. */
export const SavedReportsEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'savedReports', version: '1' },
    attributes: {
      /** `user` and the key of a user, or `dealer` and the key of a dealer. */
      owner: requiredText,
      /** The dealer whose people share them. */
      DealerKey: number,
      reports: { ...jsonOf<Kept[]>(), required: true },
      version: requiredNumber,
    },
    indexes: { byOwner: primary(['owner'], []) },
  },
  at,
);

export type Owner = Pick<Scope, 'userKey' | 'dealerKey'>;

export const ownerOfReports = (shared: boolean, { userKey, dealerKey }: Owner) =>
  shared ? `dealer ${dealerKey}` : `user ${userKey}`;

/**
 * A sending that the owner of a report asked for, and how far it is. `failed`: nobody has got a mail, and the portal tries again. `ended`: nothing more is
 * sent.
 */
export interface SendingByHand {
  at: string;
  is: 'underWay' | 'failed' | 'ended';
}

/** How a person has a saved report sent by mail. */
export const ReportMailEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'reportMail', version: '1' },
    attributes: {
      ...correlation,
      /** Who has set it up: the report is made with their rights. */
      UserKey: requiredText,
      reportId: requiredText,
      /** The dealer whose report it is, and the one to which the person belonged. */
      DealerKey: requiredNumber,
      homeKey: requiredNumber,
      settings: { ...jsonOf<ReportMailInput>(), required: true },
      /** `reportMail` while it is sent on its schedule, at `nextAt`. */
      due: text,
      nextAt: text,
      /** The latest time of its schedule for which it was to be sent. */
      dueAt: text,
      /** The latest sending that its owner asked for, whatever the schedule says. */
      hand: jsonOf<SendingByHand>(),
      stopped: text,
      last: jsonOf<SendingOutcome>(),
      version: requiredNumber,
    },
    indexes: {
      byUser: primary(['UserKey'], ['reportId']),
      byDue: secondary('gsi1', ['due'], ['nextAt']),
    },
  },
  at,
);
