import { Cable, LoaderCircle, type LucideIcon, OctagonAlert, Unplug } from 'lucide-react';
import type { ConnectionState } from '#core/consoles/line.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';

const LOOKS: Record<ConnectionState, { tone: Tone; label: string; icon: LucideIcon }> = {
  connecting: { tone: 'notice', label: 'Connecting', icon: LoaderCircle },
  connected: { tone: 'ok', label: 'Connected', icon: Cable },
  closed: { tone: 'muted', label: 'Closed', icon: Unplug },
  error: { tone: 'danger', label: 'Error', icon: OctagonAlert },
};

export const ConnectionBadge = ({ connection }: { connection: ConnectionState }) => (
  <StatusBadge {...LOOKS[connection]} />
);
