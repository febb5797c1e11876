import { CircleCheck, CircleMinus, Info, type LucideIcon, OctagonAlert, TriangleAlert, VolumeX } from 'lucide-react';

/** What a colour means. A tone never stands alone: its icon and a word go with it. */
export type Tone = 'ok' | 'notice' | 'warning' | 'danger' | 'silent' | 'muted';

export const TONE_ICONS: Readonly<Record<Tone, LucideIcon>> = {
  ok: CircleCheck,
  notice: Info,
  warning: TriangleAlert,
  danger: OctagonAlert,
  silent: VolumeX,
  muted: CircleMinus,
};
