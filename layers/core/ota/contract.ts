import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { HOUR } from '../time.ts';
import { MessageKeyHex, MOST_WAITING, QueuedMessage } from '../unit-configuration/sync-queue.ts';
import { SerialNumber, UnitModel } from '../units/unit.ts';
import { OTA_PUBLISHERS, OTA_USERS } from './access.ts';
import { Announcement, NoteType, ReleaseNotes } from './announcement.ts';
import { FileKey } from './file-key.ts';
import { AnnouncedFile, FilePart } from './files.ts';
import {
  FirmwareNumber,
  FirmwareType,
  FirmwareVersion,
  NewFirmwareVersion,
  UpgradeMethod,
} from './firmware-version.ts';
import { LanguageSlot, OtaType, SpeechFiles, Upload } from './update.ts';

const access = OTA_USERS;

/** What waits for a unit, with what it is about [P2-E42]. */
const Pending = QueuedMessage.extend({ MessageKey: z.string(), messageDetail: z.string() });
export type Pending = z.infer<typeof Pending>;

const Deleted = z.object({
  deleted: z.number().int(),
  /** What people are told if nothing waited. */
  message: z.string().optional(),
});

const Messages = z
  .array(z.object({ type: OtaType.or(z.literal('BT')).optional(), MessageKey: MessageKeyHex }))
  .max(MOST_WAITING);

const UPLOAD_RATE = { most: 300, window: HOUR };

export const ota = defineArea({
  loadVersions: {
    method: 'GET',
    path: '/api/ota/loadVersions',
    summary: 'Read the firmware versions by model, the release notes, and the languages of voice prompts',
    access,
    input: z.object({}),
    output: z.object({
      data: z.array(z.object({ model: UnitModel, versions: z.array(FirmwareVersion) })),
      notes: z.array(ReleaseNotes),
      language: z.array(z.object({ code: z.string(), name: z.string() })),
      /** The Ed25519 public key that units have, 32 bytes in base64. */
      signingKey: z.string(),
    }),
  },
  getVersionOverView: {
    method: 'GET',
    path: '/api/ota/getVersionOverView',
    summary: 'Count the units of each firmware version',
    access,
    input: z.object({}),
    output: z.object({ versions: z.array(z.object({ FirmVer: z.string(), Count: z.number().int() })) }),
  },
  create: {
    method: 'POST',
    path: '/api/ota/create',
    summary: 'Create a firmware version',
    access: OTA_PUBLISHERS,
    givesRights: true,
    input: NewFirmwareVersion,
    output: FirmwareVersion,
    errors: ['INVALID', 'CONFLICT', 'TOO_LARGE'],
  },
  sign: {
    method: 'POST',
    path: '/api/ota/sign',
    summary: 'Sign the file of a firmware version that was created before its file',
    access: OTA_PUBLISHERS,
    givesRights: true,
    input: z.object({ FirmVerKey: z.string().trim().min(1).max(120) }),
    output: FirmwareVersion,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  makeCurrent: {
    method: 'POST',
    path: '/api/ota/current',
    summary: 'Offer a firmware version to the units of its model, in place of the one that they are offered now',
    access: OTA_PUBLISHERS,
    givesRights: true,
    input: z.object({ FirmVerKey: z.string().trim().min(1).max(120) }),
    output: FirmwareVersion,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  saveNotes: {
    method: 'PUT',
    path: '/api/ota/version/myLink',
    summary: 'Save the release notes of a version',
    access: OTA_PUBLISHERS,
    /** `revision`: as the notes were read, so that nobody overwrites what somebody else saved. */
    input: z.object({
      version: FirmwareNumber,
      details: Announcement,
      type: NoteType,
      revision: z.number().int().min(0).default(0),
    }),
    maxBody: 128 * 1024,
    output: ReleaseNotes,
    errors: ['CONFLICT'],
  },
  checkForUpdates: {
    method: 'GET',
    path: '/api/ota/checkForUpdates',
    summary: 'List what waits for a unit until its next appropriate ping',
    access,
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({
      UnitSerNum: SerialNumber,
      UnitModel,
      FirmVer: z.string(),
      /** What of the firmware can be sent to it. */
      options: z.array(FirmwareType),
      messages: z.array(Pending),
    }),
    errors: ['NOT_FOUND'],
  },
  requestUpload: {
    method: 'POST',
    path: '/api/ota/file',
    summary:
      'Begin or resume the upload of a voice prompt, or as an engineer of the root dealer of a file of firmware: which parts are missing, and where to put them',
    access,
    rate: UPLOAD_RATE,
    input: AnnouncedFile,
    output: z.object({
      /** The key by which the other calls name the file. */
      file: FileKey,
      parts: z.array(
        FilePart.extend({
          /** Where to put it. Absent: it has arrived. */
          url: z.string().optional(),
        }),
      ),
    }),
    errors: ['FORBIDDEN', 'TOO_MANY'],
  },
  completeUpload: {
    method: 'POST',
    path: '/api/ota/file/complete',
    summary: 'Complete an upload whose parts have arrived, and check the file',
    access,
    rate: UPLOAD_RATE,
    input: AnnouncedFile,
    output: z.object({ file: FileKey }),
    errors: ['INVALID', 'FORBIDDEN', 'NOT_FOUND', 'TOO_MANY'],
  },
  abortUpload: {
    method: 'POST',
    path: '/api/ota/file/abort',
    summary: 'End an upload, and delete the parts that have arrived',
    access,
    rate: UPLOAD_RATE,
    input: AnnouncedFile,
    output: z.object({}),
    errors: ['NOT_FOUND', 'TOO_MANY'],
  },
  upload: {
    method: 'POST',
    path: '/api/ota/upload',
    summary: 'Send an update to a unit at its next appropriate ping',
    access,
    input: Upload.safeExtend({ serialNumber: SerialNumber }),
    output: z.object({ MessageKey: z.string().optional() }),
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  uploadBatch: {
    method: 'POST',
    path: '/api/ota/uploadBatch',
    summary: 'Send several voice prompts to a unit at its next appropriate ping',
    access,
    input: z.object({ serialNumber: SerialNumber, files: SpeechFiles, languageSlot: LanguageSlot.optional() }),
    output: z.object({ messages: z.array(z.string()) }),
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  cancel: {
    method: 'POST',
    path: '/api/ota/cancel',
    summary: 'Cancel one update that waits for a unit',
    access,
    /** `type` and `oldFirmVer` are what the specification sends; the message itself counts. */
    input: z.object({
      serialNumber: SerialNumber,
      type: OtaType.optional(),
      MessageKey: MessageKeyHex.optional(),
      oldFirmVer: z.string().max(40).optional(),
    }),
    output: Deleted,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/api/ota/cancelBatch',
    summary: 'Cancel several updates that wait for a unit',
    access,
    input: z.object({ serialNumber: SerialNumber, messages: Messages }),
    output: Deleted,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  upgradeFirmware: {
    method: 'POST',
    path: '/api/unit/upgradeFirmWare',
    summary: 'Request a firmware upgrade of one unit',
    access: holding('UNIT_EDIT'),
    input: z.object({
      UnitSerNum: SerialNumber,
      Version: FirmwareNumber,
      /** The version's own place; absent: whatever it is. */
      Location: z.string().max(200).optional(),
      Method: UpgradeMethod,
    }),
    output: z.object({ MessageKey: z.string().optional(), price: z.string() }),
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  offeredFirmware: {
    method: 'GET',
    path: '/api/unit/offeredFirmware/{UnitSerNum}',
    summary: 'Say which firmware a unit is offered, with its release notes and prices',
    access: holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW'),
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({ offered: FirmwareVersion.optional() }),
    errors: ['NOT_FOUND'],
  },
});
