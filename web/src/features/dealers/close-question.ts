import type { Dealer } from '#core/dealers/dealer.ts';
import { ACTIONS } from '#core/severity.ts';

/** The question before a dealer is closed. */
export const closeQuestion = ({ DealerName, unitCount }: Pick<Dealer, 'DealerName' | 'unitCount'>) => ({
  title: `Close ${DealerName}?`,
  consequence: [
    'Its users, and those of its sub-dealers, are signed out within a minute and cannot sign in.',
    'Bulk actions that they started stop; what was not done yet fails.',
    unitCount > 0
      ? `Its ${unitCount === 1 ? 'unit stays' : `${unitCount.toLocaleString('en')} units stay`} connected: alarms, notifications and reminders work as before.`
      : 'It has no units.',
    'You can open it again at any time.',
  ].join(' '),
  actionLabel: 'Close dealer',
  ...ACTIONS.closeDealer,
});
