import { Box, Button, chakra, Flex, IconButton, Spinner } from '@chakra-ui/react';
import { Cable, ExternalLink, Maximize2, Minimize2, PanelRightClose, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Contact } from '#core/consoles/contact.ts';
import { elapsedClock } from '#core/consoles/elapsed.ts';
import type { Line } from '#core/consoles/line.ts';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import type { ConsoleRoom } from './console-room.ts';
import { CustodyBar } from './custody-bar.tsx';
import type { RunningCustody } from './use-custody.ts';
import { useSeconds } from './use-seconds.ts';

interface ConsoleFrameProps {
  line: Line;
  contact: Contact;
  custody: RunningCustody;
  title: string;
  onConnect: () => void;
  onDisconnect: () => void;
  room: ConsoleRoom;
  /** Beside the status message: a check mark, a progress, a countdown. */
  status?: ReactNode;
  /** Controls between status and transcript. */
  children: ReactNode;
  transcript: ReactNode;
  commandField: ReactNode;
}

/** The layout of all consoles: connection, timer and message above, transcript and command field below. */
export function ConsoleFrame(props: ConsoleFrameProps) {
  const { line, contact, custody, title, onConnect, onDisconnect, room, status } = props;
  const { onCollapse, fullScreen, tabAddress } = room;
  const { connection, connectedAt, message } = line;
  // While the unit reboots, the console connects by itself.
  const isWaiting = connection === 'connecting' || contact === 'rebooting';
  const isOpen = connection === 'connected' || isWaiting;
  const now = useSeconds(connectedAt !== undefined);
  return (
    <Flex direction="column" h="full" minH="0" bg="bg.panel">
      <Flex align="center" gap="2.5" ps="4" pe="2" h="12" flexShrink="0" borderBottomWidth="1px">
        <chakra.h2 textStyle="sectionTitle" whiteSpace="nowrap" srOnly={{ base: true, sm: false }}>
          {title}
        </chakra.h2>
        <ConnectionBadge connection={contact === 'rebooting' ? 'rebooting' : connection} />
        {connectedAt !== undefined && (
          <Tooltip content="Connected for">
            <chakra.span role="timer" textStyle="identifier" color="fg.muted" tabIndex={-1}>
              {elapsedClock(now - connectedAt)}
            </chakra.span>
          </Tooltip>
        )}
        <Flex ms="auto" gap="1" align="center">
          {isOpen ? (
            <Button size="xs" variant="outline" onClick={onDisconnect}>
              <Unplug size={14} aria-hidden />
              {isWaiting ? 'Cancel' : 'Disconnect'}
            </Button>
          ) : (
            <Button size="xs" onClick={onConnect}>
              <Cable size={14} aria-hidden />
              Connect
            </Button>
          )}
          {tabAddress && (
            <IconButton size="xs" variant="ghost" aria-label="Open the console in a tab of its own" asChild>
              <Link to={tabAddress} target="_blank">
                <ExternalLink size={16} aria-hidden />
              </Link>
            </IconButton>
          )}
          {fullScreen && (
            <IconButton
              size="xs"
              variant="ghost"
              aria-label={fullScreen.isOn ? 'Leave full screen' : 'Show the console in full screen'}
              onClick={fullScreen.isOn ? fullScreen.leave : fullScreen.enter}
            >
              {fullScreen.isOn ? <Minimize2 size={16} aria-hidden /> : <Maximize2 size={16} aria-hidden />}
            </IconButton>
          )}
          {onCollapse && (
            <IconButton size="xs" variant="ghost" aria-label="Hide the console" onClick={onCollapse}>
              <PanelRightClose size={16} aria-hidden />
            </IconButton>
          )}
        </Flex>
      </Flex>
      <CustodyBar custody={custody} />
      <Flex direction="column" gap="1.5" px="4" pt="2.5" pb="2" flexShrink="0">
        <Flex align="center" gap="2" minH="6" role="status" aria-live="polite">
          {connection === 'connecting' && <Spinner size="xs" color="notice.fg" />}
          <chakra.span
            fontWeight="600"
            textWrap="pretty"
            color={connection === 'error' ? 'danger.fg' : message ? 'fg' : 'fg.muted'}
          >
            {message ??
              (connection === 'connected' || connection === 'connecting' ? QUIET[connection] : AT_REST[contact])}
          </chakra.span>
        </Flex>
        {status}
      </Flex>
      <Box flexShrink="1" minH="0" overflowY="auto" px="4" pb="3">
        {props.children}
      </Box>
      <Box borderTopWidth="1px" flexShrink="0" />
      {props.transcript}
      <Box flexShrink="0">{props.commandField}</Box>
    </Flex>
  );
}

/** Shown while there is no message. */
const QUIET = { connecting: 'Connecting to the unit', connected: 'Ready for commands' };

/** Shown while there is no message and the console is closed. The unit may be connected all the same. */
const AT_REST: Record<Contact, string> = {
  online: 'The unit is connected. Connect the console to send commands.',
  rebooting: 'The unit is rebooting',
  offline: 'The unit is not connected',
};
