import { createToaster } from '@chakra-ui/react';
import type { Tone } from '../status/tones.ts';

export type ToastTone = Extract<Tone, 'ok' | 'notice' | 'warning' | 'danger'>;

export const store = createToaster({
  placement: 'bottom-end',
  // Above the bar for unsaved changes or a selection.
  offsets: { top: '1rem', bottom: '4rem', left: '1rem', right: '1rem' },
  pauseOnPageIdle: true,
  overlap: true,
  max: 5,
  gap: 8,
});
