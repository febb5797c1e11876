import { chakra } from '@chakra-ui/react';
import { Building2, ImagePlus, LogOut, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { dealerLogo } from '#core/dealer-logo/contract.ts';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { useLateComponent } from '#web/components/hooks/use-late-component.ts';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { useSession } from '#web/lib/session/session.tsx';
import { NavigationLink } from './navigation-item.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Actions on the user and the dealer: show as dealer, choose the logo, sign out. */
export function NavigationFooter({ collapsed = false }: { collapsed?: boolean }) {
  const { user, may } = useSession();
  const [open, setOpen] = useState<'dealer' | 'logo'>();
  const close = () => setOpen(undefined);
  const leave = useSignOut();
  const [Logo, loadLogo] = useLateComponent(
    async () => (await import('#web/features/dealer-logo/logo-dialog.tsx')).LogoDialog,
  );
  const [Dealers, loadDealers] = useLateComponent(
    async () => (await import('#web/features/dealer-switch/show-as-dealer-dialog.tsx')).ShowAsDealerDialog,
  );
  const action = (label: string, icon: LucideIcon, run: () => void, opensDialog = true) => (
    <FooterAction key={label} label={label} icon={icon} collapsed={collapsed} run={run} opensDialog={opensDialog} />
  );
  return (
    <>
      <chakra.ul display="flex" flexDirection="column" gap="0.5">
        {user.hasSubDealers &&
          may(dealerSwitch.subDealers.access) &&
          // The header has the switch of engineers, over more dealers.
          !may(dealerSwitch.headerDealers.access) &&
          action('Show as dealer', Building2, () => void loadDealers(() => setOpen('dealer')))}
        {may(dealerLogo.choose.access) && action('Dealer logo', ImagePlus, () => void loadLogo(() => setOpen('logo')))}
        {action('Sign out', LogOut, leave, false)}
      </chakra.ul>
      {Dealers && <Dealers open={open === 'dealer'} onClose={close} />}
      {Logo && <Logo open={open === 'logo'} onClose={close} />}
    </>
  );
}

interface FooterActionProps {
  label: string;
  icon: LucideIcon;
  collapsed: boolean;
  opensDialog: boolean;
  run: () => void;
}

const FooterAction = ({ label, icon: Icon, collapsed, opensDialog, run }: FooterActionProps) => (
  <li>
    <Tooltip content={collapsed ? label : ''}>
      <NavigationLink asChild data-collapsed={collapsed || undefined} w="full" cursor="pointer">
        <button
          type="button"
          aria-label={collapsed ? label : undefined}
          aria-haspopup={opensDialog ? 'dialog' : undefined}
          onClick={run}
        >
          <Icon size={16} aria-hidden />
          {!collapsed && label}
        </button>
      </NavigationLink>
    </Tooltip>
  </li>
);
