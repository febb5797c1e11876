import { Box, Button, chakra, Menu, Portal, Text, VisuallyHidden } from '@chakra-ui/react';
import { ChevronDown, LogOut, MonitorX, Settings } from 'lucide-react';
import { Link } from 'react-router';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { showFailure } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { signOutEverywhere } from '#web/lib/session/sign-out.ts';
import { hasNavigation } from '../route-table.ts';
import { useSignOut } from './use-sign-out.ts';

/** The user, their dealer and their account. The sign-out is in the navigation, where there is one. */
export function UserMenu() {
  const { user, holder } = useSession();
  const confirm = useConfirm();
  const leave = useSignOut();
  const leaveEverywhere = async () => {
    const confirmed = await confirm({
      title: 'Sign out everywhere?',
      consequence: 'All your sessions end, on every device and in every browser. This one too.',
      actionLabel: 'Sign out everywhere',
      ...ACTIONS.signOutEverywhere,
    });
    if (confirmed) await signOutEverywhere().catch(showFailure);
  };
  const name = `${user.firstName} ${user.lastName}`.trim() || user.userName;
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <Button variant="ghost" size="xs" px="1.5" gap="1.5" fontWeight="normal">
          <VisuallyHidden>Account of {name}</VisuallyHidden>
          <Initials name={name} />
          <ChevronDown size={14} aria-hidden />
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="14rem" maxW="20rem">
            <Box px="2" py="1.5">
              <Text fontWeight="600" truncate>
                {name}
              </Text>
              <Text textStyle="xs" color="fg.muted" truncate>
                {user.userName}
              </Text>
              <Text textStyle="xs" color="fg.muted" truncate>
                {user.dealerName}
              </Text>
            </Box>
            <Menu.Separator />
            <Menu.Item value="user-settings" asChild>
              <Link to={paths.userSettings}>
                <Settings size={16} aria-hidden />
                User settings
              </Link>
            </Menu.Item>
            {!hasNavigation(holder) && (
              <Menu.Item value="sign-out" onClick={leave}>
                <LogOut size={16} aria-hidden />
                Sign out
              </Menu.Item>
            )}
            <Menu.Item value="sign-out-everywhere" onClick={() => void leaveEverywhere()}>
              <MonitorX size={16} aria-hidden />
              Sign out everywhere
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

const Initials = ({ name }: { name: string }) => (
  <chakra.span
    display="grid"
    placeItems="center"
    boxSize="6"
    borderRadius="full"
    bg="accent.subtle"
    color="accent.fg"
    fontSize="0.6875rem"
    fontWeight="600"
    aria-hidden
  >
    {initialsOf(name)}
  </chakra.span>
);

const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0) ?? '')
    .join('')
    .toUpperCase();
};
