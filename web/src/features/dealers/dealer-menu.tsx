import { chakra } from '@chakra-ui/react';
import { Building2, DoorClosed, DoorOpen, Eye, History, Users } from 'lucide-react';
import { audit } from '#core/audit/contract.ts';
import { MANAGES_USERS, whyNotClose } from '#core/dealers/closing.ts';
import { dealers } from '#core/dealers/contract.ts';
import { CLOSED_DEALER_STATUS, type Dealer } from '#core/dealers/dealer.ts';
import { users } from '#core/users/contract.ts';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { ActionsMenu } from '#web/components/menu/actions-menu.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { useShowAs } from '#web/shared/dealers/use-show-as.ts';
import { useDealerStatus } from './use-dealer-status.ts';

export interface DealerMenuProps {
  dealer: Dealer;
  onEdit: (dealer: Dealer) => void;
}

/** All actions on a dealer. A disabled one says why. */
export function DealerMenu({ dealer, onEdit }: DealerMenuProps) {
  const { user, may } = useSession();
  const { showAs } = useShowAs('showAsSubDealer');
  const { close, open } = useDealerStatus();
  const { DealerKey, DealerName } = dealer;
  const closed = dealer.DealerStatus === CLOSED_DEALER_STATUS;
  const notClose = may(dealers.setStatus.access)
    ? whyNotClose({ home: { dealerKey: user.ownDealer }, managesUsers: may(MANAGES_USERS) }, dealer)
    : 'Closing dealers needs the right ‘Add dealers’';
  const reason = notClose ? { disabledReason: notClose } : {};
  const items: ActionItem[] = [
    { id: 'edit', label: 'Details', icon: Building2, run: () => onEdit(dealer) },
    ...(may(users.list.access)
      ? [{ id: 'users', label: 'Users', icon: Users, href: paths.users({ dealer: DealerKey }) }]
      : []),
    ...(may(audit.ofDealer.access)
      ? [{ id: 'audit', label: 'Audit', icon: History, href: paths.audit({ dealer: DealerKey }) }]
      : []),
    {
      id: 'show-as',
      label: 'Show as',
      icon: Eye,
      run: () => showAs(DealerKey),
      startsGroup: true,
      ...(DealerKey === user.dealer && { disabledReason: 'You see the portal as this dealer' }),
    },
    closed
      ? { id: 'open', label: 'Open again', icon: DoorOpen, run: () => void open(dealer), startsGroup: true, ...reason }
      : {
          id: 'close',
          label: 'Close',
          icon: DoorClosed,
          tone: 'danger',
          run: () => void close(dealer),
          startsGroup: true,
          ...reason,
        },
  ];
  return (
    // A click in the menu must not open the row.
    <chakra.span onClick={(event) => event.stopPropagation()}>
      <ActionsMenu items={items} label={`Actions for ${DealerName}`} iconOnly size="xs" variant="ghost" />
    </chakra.span>
  );
}
