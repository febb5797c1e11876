import type { AccessFlag } from '../access.ts';
import { type AuditedArea, choice, dealer, number, switches, text, time } from '../audit/wording.ts';
import { flagWords } from './flag-words.ts';
import { USER_TYPE_WORDS } from './user.ts';

export const USER_FIELDS = {
  UserName: text('User name'),
  UserEmail: text('E-mail'),
  UserFirstName: text('First name'),
  UserLastName: text('Last name'),
  UserStatus: choice('Status', { 0: 'Disabled', 1: 'Enabled' }),
  UserTypeKey: choice('Type', USER_TYPE_WORDS),
  DealerKey: dealer('Dealer'),
  access: switches('Access', (flag) => flagWords(flag as AccessFlag)),
};

const massCreation = {
  users: number('Users'),
  DealerKey: USER_FIELDS.DealerKey,
  access: USER_FIELDS.access,
};

export const AUDITED = {
  kinds: { user: 'User', massCreation: 'Mass user creation' },
  actions: {
    'create user': { sentence: '{actor} created the user {object}', fields: USER_FIELDS },
    'change user': { sentence: '{actor} changed the user {object}', fields: USER_FIELDS },
    'enable user': { sentence: '{actor} enabled the user {object}', fields: USER_FIELDS },
    'disable user': { sentence: '{actor} disabled the user {object}', fields: USER_FIELDS },
    'delete user': { sentence: '{actor} deleted the user {object}', fields: USER_FIELDS },
    'move user to another dealer': { sentence: '{actor} moved the user {object} to another dealer' },
    'start mass user creation': { sentence: '{actor} started the creation of {users} users', fields: massCreation },
    'pause mass user creation': { sentence: '{actor} paused a mass user creation' },
    'resume mass user creation': { sentence: '{actor} resumed a mass user creation' },
    'cancel mass user creation': { sentence: '{actor} cancelled a mass user creation' },
    'retry mass user creation': { sentence: '{actor} retried the failed users of a list' },
    'send invitation': { sentence: '{actor} sent {object} an invitation' },
    'send password link': { sentence: '{actor} sent {object} a link to choose a password' },
    'take on access': {
      sentence: '{actor} took on the access of {object}',
      fields: { until: time('Until') },
    },
    'give back access': { sentence: '{person} gave the access of {object} back' },
  },
} as const satisfies AuditedArea;
