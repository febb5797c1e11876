import { z } from 'zod';
import { AccessFlag, holding, signedIn, UserType } from '../access.ts';
import { AccessMap } from '../auth/session-user.ts';
import { defineArea } from '../contract.ts';
import { DealerKeyInput } from '../dealers/dealer.ts';
import { DEVELOPERS } from '../dev-tools/access.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { HOUR } from '../time.ts';
import {
  MassCreation,
  MassCreationCommand,
  MassCreationKey,
  MassCreationRow,
  MOST_USERS,
  TOO_MANY_USERS,
} from './mass-create.ts';
import { NAME_FREE, NAME_TAKEN, User, UserFields, UserKey, UserName, UserStatus } from './user.ts';

/** Selects users within the scope: all, those of a status, or those of one dealer. */
const DealerOrFlag = z.union([z.enum(['all', 'enabled', 'disabled']), DealerKeyInput]);

const Listed = PageRequest.extend({
  status: z.enum(['enabled', 'disabled']).optional(),
  /** The start of a name or e-mail address. */
  searchText: z.string().trim().max(120).optional(),
});

/** Toggles of the access map to change. The others stay. */
const AccessChanges = z.partialRecord(AccessFlag, z.boolean());

const Changes = UserFields.extend({
  UserStatus,
  UserTypeKey: UserType,
  DealerKey: DealerKeyInput,
  access: AccessChanges,
});

const UserList = z.object({
  DealerKey: DealerKeyInput.optional(),
  users: z.array(UserFields).min(1, 'The list has no user').max(MOST_USERS, TOO_MANY_USERS),
  access: AccessChanges.default({}),
});
/** More than a list of the longest names and addresses has. */
const MAX_LIST_BODY = 2 * 1024 * 1024;

const ADMINISTRATORS = holding('ADMIN');
const Answer = z.object({ user: User });

export const users = defineArea({
  list: {
    method: 'GET',
    path: '/api/users/{dealerOrFlag}',
    summary: 'Read users: "all", "enabled", "disabled", or those of a dealer; fetchAll adds the dealers below it',
    access: ADMINISTRATORS,
    input: Listed.extend({ dealerOrFlag: DealerOrFlag, fetchAll: z.enum(['true', 'false']).default('false') }),
    output: pageOf(User),
    errors: ['NOT_FOUND'],
  },
  listOfDealer: {
    method: 'GET',
    path: '/api/users/specificDealer/{dealerKey}',
    summary: 'Read the users of one dealer',
    access: ADMINISTRATORS,
    input: Listed.extend({ dealerKey: DealerKeyInput }),
    output: pageOf(User),
    errors: ['NOT_FOUND'],
  },
  nameTaken: {
    method: 'GET',
    path: '/api/UserName/{value}',
    summary: 'Check whether a user name is taken',
    access: ADMINISTRATORS,
    input: z.object({ value: UserName }),
    output: z.object({ message: z.enum([NAME_TAKEN, NAME_FREE]) }),
    errors: ['TOO_MANY'],
  },
  create: {
    method: 'POST',
    path: '/api/user',
    summary: 'Create a user and send a link to set the password',
    access: ADMINISTRATORS,
    givesRights: true,
    input: UserFields.extend({ DealerKey: DealerKeyInput.optional(), access: AccessChanges.default({}) }),
    output: z.object({
      user: User,
      /** True if the link was sent. */
      mailSent: z.boolean(),
    }),
    errors: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY'],
  },
  massCreate: {
    method: 'POST',
    path: '/api/devTools/massUserCreate',
    summary: 'Have up to 1,000 users of a dealer created in the background',
    access: DEVELOPERS,
    givesRights: true,
    input: UserList,
    output: z.object({ massCreation: MassCreation }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'TOO_MANY'],
    maxBody: MAX_LIST_BODY,
    rate: { most: 60, window: HOUR },
  },
  massCreateDryRun: {
    method: 'POST',
    path: '/api/devTools/massUserCreate/dryRun',
    summary: 'Say which users of a list would not be created, and why. Changes nothing',
    access: DEVELOPERS,
    input: UserList,
    output: z.object({
      excluded: z.array(z.object({ row: z.number().int(), UserName: z.string(), reason: z.string() })),
      /** How many users of lists can get a mail now. The others are created without one. */
      mailsLeft: z.number().int(),
    }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'TOO_MANY'],
    maxBody: MAX_LIST_BODY,
  },
  massCreations: {
    method: 'GET',
    path: '/api/devTools/massUserCreate',
    summary: 'Read the lists of users that were created from the shown dealer, the latest first',
    access: DEVELOPERS,
    input: PageRequest,
    output: pageOf(MassCreation),
  },
  massCreation: {
    method: 'GET',
    path: '/api/devTools/massUserCreate/{massCreation}',
    summary: 'Read how far the creation of the users of a list is, with its users page by page',
    access: DEVELOPERS,
    input: PageRequest.extend({ massCreation: MassCreationKey }),
    output: z.object({
      massCreation: MassCreation,
      items: z.array(MassCreationRow),
      cursor: z.string().nullable(),
    }),
    errors: ['NOT_FOUND', 'INVALID'],
  },
  massCreateCommand: {
    method: 'POST',
    path: '/api/devTools/massUserCreate/{massCreation}/{command}',
    summary: 'Pause, resume or cancel the creation of the users of a list, or retry those that failed',
    access: DEVELOPERS,
    givesRights: true,
    input: z.object({ massCreation: MassCreationKey, command: MassCreationCommand }),
    output: z.object({ massCreation: MassCreation }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  },
  update: {
    method: 'PUT',
    path: '/api/user',
    summary: 'Change all fields of a user; the access map has only the changed toggles',
    access: ADMINISTRATORS,
    givesRights: true,
    input: Changes.partial({ access: true }).extend({ UserKey }),
    output: Answer,
    errors: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY'],
  },
  edit: {
    method: 'POST',
    path: '/api/user/edit',
    summary: 'Change the given fields of a user',
    access: ADMINISTRATORS,
    givesRights: true,
    input: Changes.partial().extend({ UserKey }),
    output: Answer,
    errors: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY'],
  },
  access: {
    method: 'GET',
    path: '/api/user/access/{userKey}',
    summary: "Read another user's access",
    access: ADMINISTRATORS,
    input: z.object({ userKey: UserKey }),
    output: z.object({ user: User, access: AccessMap }),
    errors: ['NOT_FOUND'],
  },
  setAccess: {
    method: 'PUT',
    path: '/api/user/access/{userKey}',
    summary: "Change toggles of another user's access",
    access: ADMINISTRATORS,
    givesRights: true,
    input: z.object({ userKey: UserKey, access: AccessChanges }),
    output: z.object({ user: User, access: AccessMap }),
    errors: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN'],
  },
  sendPasswordLink: {
    method: 'POST',
    path: '/api/user/sendPasswordLink',
    summary: 'Send a user a link to set their password',
    access: ADMINISTRATORS,
    givesRights: true,
    input: z.object({ UserKey }),
    output: z.object({}),
    errors: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY'],
  },
  resetSecondFactor: {
    method: 'POST',
    path: '/api/user/resetSecondFactor',
    summary: "Turn off a user's two-step sign-in, remove all passkeys and end all sessions",
    access: ADMINISTRATORS,
    givesRights: true,
    input: z.object({ UserKey }),
    output: z.object({}),
    errors: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN', 'TOO_MANY'],
  },
  setAccessAs: {
    method: 'PUT',
    path: '/api/user/SetUserAccessAs',
    summary: "Take on another user's access for an hour: their scope, and no flag that the caller lacks",
    access: ADMINISTRATORS,
    givesRights: true,
    input: z.object({ userKeyAs: UserKey, currentUserKey: UserKey.optional() }),
    output: z.object({ token: z.string() }),
    errors: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN'],
  },
  endAccessAs: {
    method: 'PUT',
    path: '/api/user/EndUserAccessAs',
    summary: "Give another user's access back",
    access: signedIn,
    givesRights: true,
    afterAccessAs: true,
    input: z.object({}),
    output: z.object({ token: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: '/api/user/{id}',
    summary: 'Delete a user',
    access: ADMINISTRATORS,
    givesRights: true,
    input: z.object({ id: UserKey }),
    output: z.object({}),
    errors: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN'],
  },
});
