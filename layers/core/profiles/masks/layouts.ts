import { compareFirmware, dottedLike } from '../../units/firmware.ts';
import type { UnitModel } from '../../units/unit.ts';
import { EVENT } from './event.ts';
import { LED } from './led.ts';
import type { MaskLayout, ModelLayouts } from './mask.ts';
import { REPORT_ITEM } from './report-item.ts';
import { SILENT_REBOOT } from './silent-reboot.ts';
import { VIBRATE } from './vibrate.ts';
import { VOICE_PROMPT } from './voice-prompt.ts';

/** Every kind of mask. */
export const MASKS = {
  vibrate: VIBRATE,
  led: LED,
  voicePrompt: VOICE_PROMPT,
  reportItem: REPORT_ITEM,
  event: EVENT,
  silentReboot: SILENT_REBOOT,
} as const satisfies Record<string, ModelLayouts>;
export type MaskKind = keyof typeof MASKS;

/** Returns the layout of a mask on a model. `firmware` is a version, `4.2.31.3.7`, or its number without dots, `423137`. */
export function maskLayout(kind: MaskKind, model: UnitModel, firmware: string): MaskLayout {
  const layouts = MASKS[kind][model];
  const [first] = layouts;
  return layouts.findLast(({ from }) => from !== undefined && isReached(from, firmware)) ?? first;
}

const isReached = (from: string, firmware: string) => compareFirmware(dottedLike(firmware, from), from) >= 0;
