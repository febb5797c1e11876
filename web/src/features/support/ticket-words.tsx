import type { Priority, TicketStatus } from '#core/support/ticket.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';

const STATUS_TONES: Readonly<Record<TicketStatus, Tone>> = { Open: 'notice', Answered: 'ok', Closed: 'muted' };
const PRIORITY_TONES: Readonly<Record<Priority, Tone>> = {
  Low: 'muted',
  Normal: 'notice',
  High: 'warning',
  Urgent: 'danger',
};

export const TicketStatusBadge = ({ status }: { status: TicketStatus }) => (
  <StatusBadge tone={STATUS_TONES[status]} label={status} look="plain" />
);
export const PriorityBadge = ({ priority }: { priority: Priority }) => (
  <StatusBadge tone={PRIORITY_TONES[priority]} label={priority} look="plain" />
);
