import { CircleCheck, CircleMinus, Info, type LucideIcon, OctagonAlert, TriangleAlert, VolumeX } from 'lucide-react';

/** The meaning of a colour. A tone always comes with an icon and a word. */
export type Tone = 'ok' | 'notice' | 'warning' | 'danger' | 'silent' | 'muted';

export const TONE_ICONS: Readonly<Record<Tone, LucideIcon>> = {
  ok: CircleCheck,
  notice: Info,
  warning: TriangleAlert,
  danger: OctagonAlert,
  silent: VolumeX,
  muted: CircleMinus,
};
