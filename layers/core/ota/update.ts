import { z } from 'zod';
import { LANGUAGES } from '../dealer-settings/languages.ts';
import { isFirmwareAbove } from '../units/firmware.ts';
import type { UnitModel } from '../units/unit.ts';
import { FileKey } from './file-key.ts';
import type { FirmwareType } from './firmware-version.ts';

/** The types of updates over the air [P2-E43]. */
export const OTA_TYPES = ['PROFILE', 'RF', 'EVENTDATA', 'FIRMVER', 'SPEECH'] as const;
export const OtaType = z.enum(OTA_TYPES);
export type OtaType = z.infer<typeof OtaType>;

/** The length of a serial number: only then the page asks what waits [P2-V43]. */
export const SERIAL_LENGTH = 6;

export const MAX_SPEECH_INDEX = 255;
/** A unit keeps the prompts of so many languages beside its first. */
export const LANGUAGE_SLOTS = [1, 2] as const;

const LanguageCode = z.enum(Object.keys(LANGUAGES) as [keyof typeof LANGUAGES, ...(keyof typeof LANGUAGES)[]]);
const LanguageSlot = z.union([z.literal(1), z.literal(2)]);
const Speech = {
  /** Which prompt of the unit the file replaces. */
  speechIndex: z.number().int().min(0).max(MAX_SPEECH_INDEX).optional(),
  language: LanguageCode.optional(),
};

const FILE_REQUIRED = 'Must choose a file';
export const Upload = z
  .object({
    type: OtaType,
    /** A version of firmware by its key, or an uploaded file. */
    file: z.union([FileKey, z.string().trim().min(1).max(120)]).optional(),
    /** Sends it at once if the unit is connected, and not only at its next appropriate ping. */
    immediately: z.boolean().default(false),
    ...Speech,
    languageSlot: LanguageSlot.optional(),
  })
  .refine(({ type, file }) => file !== undefined || (type !== 'FIRMVER' && type !== 'SPEECH'), {
    path: ['file'],
    message: FILE_REQUIRED,
  })
  .refine(({ type, speechIndex }) => type !== 'SPEECH' || speechIndex !== undefined, {
    path: ['speechIndex'],
    message: 'Must enter the number of the prompt',
  });
export type Upload = z.infer<typeof Upload>;

/** One of several voice prompts that are sent together. */
export const SpeechFile = z.object({
  file: FileKey,
  ...Speech,
  speechIndex: z.number().int().min(0).max(MAX_SPEECH_INDEX),
});
export type SpeechFile = z.infer<typeof SpeechFile>;
export const MAX_FILES = 20;
export const SpeechFiles = z
  .array(SpeechFile)
  .min(1, FILE_REQUIRED)
  .max(MAX_FILES, `At most ${MAX_FILES} files can be sent together`)
  .refine(
    (files) => new Set(files.map(({ speechIndex }) => speechIndex)).size === files.length,
    'Each prompt can be sent once',
  );
export { LanguageSlot };

/**
 * The firmware that can be sent to a unit. Above the threshold, the firmware of a voice unit contains that of its parts, so only the whole can be
 * sent [P2-V47 P2-K32]. The specification leaves open which options are hidden.
 */
export function firmwareOptions(unitModel: UnitModel, FirmVer: string): readonly FirmwareType[] {
  if (unitModel !== 'MXD-LTE') return ['myConnect', 'myHub'];
  return isFirmwareAbove(FirmVer, PARTS_END) ? ['MXDLTE'] : ['MXDLTE', 'ClearComm', 'Telit'];
}
export const PARTS_END = '2.2.0.0.3';

export const NOTHING_TO_DELETE = 'Nothing to delete';
/** What people are told if some of the updates that they cancelled stay. */
export const partlyCancelled = (deleted: number, refusals: readonly string[]): string =>
  `Cancelled: ${deleted} of ${deleted + refusals.length}. ${[...new Set(refusals)].join('. ')}`;
/** P2-M32: for a refusal without a text of its own. */
export const TELL_AN_ENGINEER = 'Something went wrong, please tell an Engineer';
