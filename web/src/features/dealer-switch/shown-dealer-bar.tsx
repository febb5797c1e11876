import { chakra } from '@chakra-ui/react';
import { Building2 } from 'lucide-react';
import { NoticeBar } from '#web/components/messages/notice-bar.tsx';
import { useSession } from '#web/lib/session/session.tsx';
import { useShowAs } from '#web/shared/dealers/use-show-as.ts';

/** Names the shown dealer if it is not the user's own, and returns to the own one. */
export function ShownDealerBar() {
  const { user } = useSession();
  const { showAs, isSwitching } = useShowAs('showAsSubDealer');
  if (user.dealer === user.ownDealer) return null;
  return (
    <NoticeBar
      icon={Building2}
      label="Shown dealer"
      action={{ label: 'Back', run: () => showAs(user.ownDealer), running: isSwitching }}
    >
      {'Shown as '}
      <chakra.strong fontWeight="600">{user.dealerName}</chakra.strong>
      <chakra.span hideBelow="md">{`. What you see and do is this dealer’s, not that of ${user.ownDealerName}.`}</chakra.span>
    </NoticeBar>
  );
}
