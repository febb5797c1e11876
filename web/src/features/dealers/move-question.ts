import type { Dealer } from '#core/dealers/dealer.ts';
import { ACTIONS } from '#core/severity.ts';

/** The question before a dealer is moved. `parentName` is undefined if no dealer will be above it. */
export const moveQuestion = (
  { DealerName, DealerParent }: Pick<Dealer, 'DealerName' | 'DealerParent'>,
  parentName: string | undefined,
) => ({
  title: `Move ${DealerName}?`,
  consequence: [
    `It will be below ${parentName ?? 'no other dealer'}, with every dealer, user and unit below it.`,
    'This takes a few minutes. Until then, its users may not see all of their units.',
    // Which dealers above require a proof, or have set reminders, is not known here.
    parentName !== undefined &&
      'If a dealer above requires a proof of units, those without a secret cannot connect again.',
    DealerParent !== null && 'Reminders that were set for a dealer formerly above are not sent.',
  ]
    .filter(Boolean)
    .join(' '),
  actionLabel: 'Move dealer',
  ...ACTIONS.moveDealer,
});
