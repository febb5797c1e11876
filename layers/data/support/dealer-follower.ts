import { TICKET_STATES } from '#core/support/ticket-values.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { dealerFollower, pathOf } from '../dealers/move/follower.ts';
import { tryChange } from '../kit/change.ts';
import { endOfPrefix } from '../kit/table.ts';
import { TicketEntity } from './ticket-entity.ts';

const PAGE_SIZE = 25;

/** The tickets of a dealer move with it: the list finds them by its path. */
const followerOf = (state: (typeof TICKET_STATES)[number], order: number) =>
  dealerFollower({
    name: `${state} tickets`,
    order,
    page: ({ from }, cursor) =>
      TicketEntity.query
        .byTree({ state })
        .between({ dealerPath: from }, { dealerPath: endOfPrefix(from) })
        .go({ cursor, limit: PAGE_SIZE }),
    labelOf: ({ TicketKey }) => `ticket ${TicketKey}`,
    async settle({ TicketKey }, { from }) {
      // Read again, because an index can be a moment behind the table.
      const { data: was } = await TicketEntity.get({ TicketKey }).go({ consistent: true });
      const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
      if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
      const refusal = await tryChange({ entities: { ticket: TicketEntity, dealer: DealerEntity } }, (to) => [
        to.ticket
          .put({ ...was, dealerPath, version: was.version + 1 })
          .where((stored, { eq }) => eq(stored.version, was.version))
          .commit(),
        dealerIsAt(to.dealer, { DealerKey: was.DealerKey, dealerPath }),
      ]);
      return refusal === undefined;
    },
  });

export const dealerFollowers = TICKET_STATES.map((state, index) => followerOf(state, 6 + index));
