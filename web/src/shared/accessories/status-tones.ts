import type { UpdateStatus } from '#core/accessories/status.ts';
import type { Tone } from '#web/components/status/tones.ts';

export const STATUS_TONES: Readonly<Record<UpdateStatus, Tone>> = {
  Synced: 'ok',
  Pending: 'notice',
  'Pending Delete': 'warning',
  Refused: 'danger',
};
