import { Button, chakra } from '@chakra-ui/react';
import { Building2, ChevronDown } from 'lucide-react';
import { useLateComponent } from '#web/components/hooks/use-late-component.ts';
import { useSession } from '#web/lib/session/session.tsx';

/** The drop-down of the header, for engineers: any dealer of their tree. Its list is loaded when it is first opened. */
export function HeaderDealers() {
  const { user } = useSession();
  const [Dealers, loadDealers] = useLateComponent(async () => (await import('./dealers-popover.tsx')).DealersPopover);
  const trigger = (
    <Button
      variant="ghost"
      size="xs"
      px="1.5"
      gap="1.5"
      maxW="12rem"
      fontWeight="normal"
      aria-label={`Dealer: ${user.dealerName}. Choose another`}
      {...(!Dealers && { onClick: () => void loadDealers(), 'aria-haspopup': 'dialog', 'aria-expanded': false })}
    >
      <Building2 size={15} aria-hidden />
      <chakra.span hideBelow="lg" overflow="hidden" textOverflow="ellipsis">
        {user.dealerName}
      </chakra.span>
      <ChevronDown size={14} aria-hidden />
    </Button>
  );
  return Dealers ? <Dealers trigger={trigger} /> : trigger;
}
