import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { UnitIDOption } from '../dealers/rules.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { Instant } from '../time.ts';
import { DEFAULT_UNIT_MODEL, UnitModel } from '../units/unit.ts';
import { PROFILE_EDITORS, PROFILE_READERS } from './access.ts';
import { EventGroup } from './event-groups.ts';
import { ProfileEvents } from './events.ts';
import {
  LineID,
  Profile,
  ProfileChange,
  ProfileContent,
  ProfileKey,
  ProfileLabel,
  ProfileName,
  ProfileRow,
  SIM_OPTIONS,
  UIDLength,
  UnitFirmVer,
} from './profile.ts';

const PTStatus = z.number().int();

export const profiles = defineArea({
  list: {
    method: 'GET',
    path: '/api/profiles/{flag}',
    summary: 'List the profiles of a model',
    access: PROFILE_READERS,
    input: PageRequest.extend({
      /** `own`: of the caller’s dealer and its sub-dealers. `standard`: of dealer 1, which units of every dealer can use. */
      flag: z.enum(['own', 'standard']),
      UnitModel: UnitModel.default(DEFAULT_UNIT_MODEL),
    }),
    output: pageOf(ProfileRow),
  },
  setStatus: {
    method: 'PUT',
    path: '/api/profile',
    summary: 'Enable or disable a profile: 16 becomes 17, any other status 16',
    access: PROFILE_EDITORS,
    /** The status that the caller saw. */
    input: z.object({ ProfileKey, PTStatus }),
    output: z.object({ ProfileKey, PTStatus }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  get: {
    method: 'GET',
    path: '/api/profile',
    summary: 'Load a profile with its settings and events, now or in an earlier version',
    access: PROFILE_READERS,
    input: z.object({
      ProfileKey,
      UnitModel: UnitModel.optional(),
      /** Another firmware than the profile’s: masks keep the bits of the same names. */
      UnitFirmVer: UnitFirmVer.optional(),
      version: z.coerce.number().int().min(1).optional(),
    }),
    output: Profile,
    errors: ['NOT_FOUND'],
  },
  save: {
    method: 'POST',
    path: '/api/profile',
    summary: 'Save a profile as its next version, or as a new profile of the caller’s dealer',
    access: PROFILE_EDITORS,
    input: z.object({
      saveMethod: z.enum(['profile', 'newProfile']),
      /** The profile that was edited, and the firmware that the settings are for. */
      profData: z.object({ ProfileKey, UnitModel, UnitFirmVer }),
      /** The version that was edited. */
      newestRevision: z.number().int().min(1),
      newData: ProfileContent.shape.Settings,
      events: ProfileEvents,
      /** Only for a new profile: a profile keeps its name, because units have it. */
      newName: ProfileName.optional(),
      newLineID: LineID,
      newLabel: ProfileLabel,
      newSimOptions: z.union(SIM_OPTIONS.map((option) => z.literal(option))),
      newUnitIDOptions: UnitIDOption,
      newUIDLength: UIDLength,
    }),
    output: Profile,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  versions: {
    method: 'GET',
    path: '/api/profile/versions',
    summary: 'List the versions of a profile, the newest first: who saved it, when, and what changed',
    access: PROFILE_READERS,
    input: PageRequest.extend({ ProfileKey }),
    output: pageOf(
      z.object({ version: z.number().int(), savedAt: Instant, savedBy: z.string(), changes: z.array(ProfileChange) }),
    ),
    errors: ['NOT_FOUND'],
  },
  eventGroups: {
    method: 'GET',
    path: '/api/EventGroups',
    summary: 'List the event groups with their events',
    access: holding('PROFILE', 'PROFILE_EDIT', 'UNIT', 'UNIT_EDIT', 'UNIT_VIEW'),
    input: z.object({}),
    output: z.object({ groups: z.array(EventGroup) }),
  },
  eventGroup: {
    method: 'GET',
    path: '/api/EventGroups/{id}',
    summary: 'Read one event group',
    access: holding('PROFILE', 'PROFILE_EDIT', 'UNIT', 'UNIT_EDIT', 'UNIT_VIEW'),
    input: z.object({ id: z.coerce.number().int() }),
    output: EventGroup,
    errors: ['NOT_FOUND'],
  },
});
