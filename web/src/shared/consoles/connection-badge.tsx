import { Cable, LoaderCircle, type LucideIcon, OctagonAlert, Power, Unplug } from 'lucide-react';
import type { ConnectionState } from '#core/consoles/line.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';

/** The state of a console; `rebooting` while it waits for a unit that reboots. */
type Shown = ConnectionState | 'rebooting';

const LOOKS: Record<Shown, { tone: Tone; label: string; icon: LucideIcon }> = {
  connecting: { tone: 'notice', label: 'Connecting', icon: LoaderCircle },
  connected: { tone: 'ok', label: 'Connected', icon: Cable },
  rebooting: { tone: 'notice', label: 'Rebooting', icon: Power },
  closed: { tone: 'muted', label: 'Closed', icon: Unplug },
  error: { tone: 'danger', label: 'Error', icon: OctagonAlert },
};

export const ConnectionBadge = ({ connection }: { connection: Shown }) => <StatusBadge {...LOOKS[connection]} />;
