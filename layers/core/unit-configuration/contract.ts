import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { FULFILLERS } from '../orders/access.ts';
import { MAX_ORDER_ITEMS, OrderKey } from '../orders/order-key.ts';
import { ReplacedUnitID } from '../orders/replaced-unit-id.ts';
import { ProfileEvents } from '../profiles/events.ts';
import { ProfileKey, ProfileName } from '../profiles/profile.ts';
import { recordKey } from '../record-key.ts';
import { Instant } from '../time.ts';
import { SerialNumber, UnitModel } from '../units/unit.ts';
import { ConfigurationChange, Source } from './configuration.ts';
import { OldIdentity } from './identity.ts';
import { SyncState } from './reported.ts';
import { MessageKeyHex, QueuedMessage } from './sync-queue.ts';
import { UnitData } from './unit-data.ts';

const readers = holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW');
const editors = holding('UNIT_EDIT');
const Revision = z.number().int().min(0);
const SettingValue = z.union([z.boolean(), z.number(), z.string().max(200)]);
const Tabs = z
  .record(recordKey(60), SettingValue)
  .refine((tabs) => Object.keys(tabs).length <= 200, { message: 'At most 200 settings' });

/** The firmware that a unit says it has; empty before its first login. Unlike that of a profile, it can be any text (decision 0095). */
const UnitFirmware = z.string().trim().max(100);

const AnyID = z.string().trim().toUpperCase().max(100);

/** A model as paths spell it: without spaces. */
export const PATH_MODELS = { 'MXD-LTE': 'MXD-LTE', myConnect: 'myConnect', myConnectAir: 'myConnect Air' } as const;

const Configuration = z.object({
  UnitSerNum: SerialNumber,
  /** Counts up with each save. 0: nobody has saved a configuration. */
  revision: Revision,
  state: SyncState,
  /** False if the unit has never told its configuration: its firmware takes none. */
  takesConfiguration: z.boolean(),
  savedAt: Instant.optional(),
  /** What the unit reported last. */
  reported: z.object({ revision: Revision, at: Instant }).optional(),
  ProfileKey: ProfileKey.optional(),
  /** The desired settings and events, as the unit page edits them. */
  tabs: Tabs,
  Events: ProfileEvents,
  /** Each desired value: where it comes from, and whether the unit has it. */
  settings: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      value: SettingValue,
      words: z.array(z.string()),
      source: Source,
      state: SyncState,
      reported: SettingValue.optional(),
      reportedWords: z.array(z.string()).optional(),
      /** The unit's own reason for refusing it. */
      error: z.string().optional(),
    }),
  ),
});

/** A profile that a unit can have. */
const UnitProfile = z.object({ ProfileKey, ProfileName: z.string(), UnitFirmVer: z.string() });
const UnitProfiles = z.array(UnitProfile);

export const unitConfiguration = defineArea({
  get: {
    method: 'GET',
    path: '/api/unit/configuration/{id}',
    summary: 'Read what a unit should have set, what it reported, and where each value comes from',
    access: readers,
    input: z.object({ id: SerialNumber }),
    output: Configuration,
    errors: ['NOT_FOUND'],
  },
  save: {
    method: 'PUT',
    path: '/api/unit/data/{model}',
    summary:
      'Save the settings and events that a unit should have, which it gets at its next appropriate ping, and the other data of the unit',
    access: editors,
    /** Fields that it does not name are refused, so that nobody believes they were saved. */
    input: z.strictObject({
      model: z.enum(Object.keys(PATH_MODELS) as [keyof typeof PATH_MODELS, ...(keyof typeof PATH_MODELS)[]]),
      UnitSerNum: SerialNumber,
      /** The revision that was edited. Absent: `oldTabs` and `OldEvents` are compared with what is stored. */
      revision: Revision.optional(),
      /** The settings that the unit should have. A setting that is left out stays as it is. */
      newTabs: Tabs,
      /** The settings as they were loaded: a conflict says what changed since. */
      oldTabs: Tabs,
      Events: ProfileEvents.optional(),
      OldEvents: ProfileEvents.optional(),
      /** Another base profile. The unit keeps its own differences only where they are named in `newTabs`. */
      newTemplateKey: ProfileKey.optional(),
      /** The unit's firmware when it was loaded: the bits of masks depend on it. */
      unitFirmVer: UnitFirmware.optional(),
      /** Saves the settings and events as a new profile of the caller's dealer too, which the unit then has. Needs PROFILE_EDIT as well. */
      newName: ProfileName.optional(),
      ...UnitData.shape,
    }),
    output: Configuration,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  },
  markDirty: {
    method: 'POST',
    path: '/api/unit/MarkDataAsDirty',
    summary: 'Mark the data of a unit as not synced: the unit gets its whole configuration again',
    access: editors,
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({ UnitSerNum: SerialNumber, revision: Revision }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  nextExpectedPing: {
    method: 'GET',
    path: '/api/GetNextExpectedPing',
    summary: 'Say when the unit should ping next, and so gets what waits for it',
    access: readers,
    input: z.object({ UnitSerNum: SerialNumber }),
    /** Absent: the unit has never sent a ping. A time that has passed: the ping is overdue. */
    output: z.object({ UnitSerNum: SerialNumber, nextExpectedPing: Instant.optional() }),
    errors: ['NOT_FOUND'],
  },
  syncQueue: {
    method: 'GET',
    path: '/api/mySchedule/getSyncQueue',
    summary: 'List what waits for a unit until its next appropriate ping',
    access: readers,
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({ messages: z.array(QueuedMessage) }),
    errors: ['NOT_FOUND'],
  },
  deleteQueuedMessage: {
    method: 'DELETE',
    path: '/api/unit/deleteQueuedMessage/{key}',
    summary: 'Delete one message that waits for a unit',
    access: editors,
    input: z.object({ key: MessageKeyHex }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  unitProfiles: {
    method: 'GET',
    path: '/api/unitProfiles',
    summary: 'List the enabled profiles that a unit can have: of its dealer, of those above, and of dealer 1',
    access: readers,
    /** The stored unit counts. The other fields, without `search`, are what the specification sends. */
    input: z.object({
      UnitSerNum: SerialNumber,
      /** Only profiles whose names begin like this. */
      search: z.string().max(60).optional(),
      Model: UnitModel.optional(),
      FirmVer: z.string().max(40).optional(),
      PTUnitFirmVer: z.string().max(40).optional(),
      DealerKey: z.coerce.number().int().optional(),
    }),
    output: z.object({
      /** For the firmware that the unit's profile is for. */
      currentProfiles: UnitProfiles,
      /** For a higher firmware than that, which the unit has reached. */
      newHigherProfiles: UnitProfiles,
      /** There are more of these than are listed. */
      moreHigher: z.boolean(),
      /** For the unit's firmware. */
      currentVersionOptions: UnitProfiles,
      /** A dealer has more profiles than are listed: search by more of the name. */
      more: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  },
  template: {
    method: 'GET',
    path: '/api/unit/template/{key}',
    summary: 'Load the settings and events that a profile gives to a unit',
    access: readers,
    input: z.object({
      key: ProfileKey,
      UnitModel,
      /** The unit's firmware: masks keep the bits of the same names. */
      UnitFirmVer: UnitFirmware.optional(),
    }),
    output: UnitProfile.extend({ tabs: Tabs, Events: ProfileEvents }),
    errors: ['NOT_FOUND'],
  },
  compareToTemplate: {
    method: 'POST',
    path: '/api/unit/compareToTemplate',
    summary: 'Say what a unit should have otherwise than its profile does now',
    access: readers,
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({ changes: z.array(ConfigurationChange) }),
    errors: ['NOT_FOUND'],
  },
  saveUnit: {
    method: 'PUT',
    path: '/api/unit',
    summary: 'Save the IDs and labels of a unit, and whether it may be updated over the air',
    access: editors,
    /** `old`: the unit as it was edited. `duplicateAgreed`: it may get the Line ID and Unit ID of another unit. The rules are for what differs. */
    input: OldIdentity.extend({
      UnitSerNum: SerialNumber,
      old: OldIdentity,
      duplicateAgreed: z.boolean().default(false),
    }),
    output: z.object({ UnitSerNum: SerialNumber }),
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  lookForDuplicateUnitID: {
    method: 'GET',
    path: '/api/unit/lookForDuplicateUnitID/{line}/{unit}',
    summary: 'Say whether another unit of the caller’s dealers has this Line ID and Unit ID',
    access: readers,
    /** A blank `line`: none. Either can be older than the rules: only what a save changes must obey them. */
    input: z.object({ line: AnyID, unit: AnyID, UnitSerNum: SerialNumber.optional() }),
    output: z.object({ result: z.enum(['Duplicate', 'Unique']) }),
  },
  replaceUnitIDs: {
    method: 'POST',
    path: '/api/order/replaceUnitIDs',
    summary: 'Give the places of an item whose unit IDs other units have the next free ones of its line',
    access: FULFILLERS,
    input: z.object({ orderKey: OrderKey, orderItem: z.number().int().min(1).max(MAX_ORDER_ITEMS) }),
    output: z.object({ rows: z.array(ReplacedUnitID) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
