import { Entity } from 'electrodb';
import type { AccessFlag, UserType } from '#core/access.ts';
import type { TimePreference } from '#core/shown-time.ts';
import { jsonOf, number, requiredNumber, requiredNumberOf, requiredText, text } from '../kit/attributes.ts';
import { at, primary, secondary, secondaryInAnyCase, serviceOf } from '../kit/table.ts';

export const UserEntity = new Entity(
  {
    model: { service: serviceOf('users'), entity: 'user', version: '1' },
    attributes: {
      UserKey: requiredText,
      UserName: requiredText,
      UserEmail: requiredText,
      UserFirstName: requiredText,
      UserLastName: requiredText,
      /** 1 enabled, anything else disabled. */
      UserStatus: requiredNumber,
      UserTypeKey: requiredNumberOf<UserType>(),
      DealerKey: requiredNumber,
      dealerPath: requiredText,
      flags: { ...jsonOf<AccessFlag[]>(), required: true },
      LastAuth: text,
      /** The claim on the address (layers/core/auth/email-claim.ts). A new address resets it. */
      emailProvenAt: text,
      emailSince: text,
      emailBySelf: { type: 'boolean' },
      /** One partition contains all users in the order of the tree. A caller reads only the part below itself. */
      tree: { type: 'string', required: true, default: 'all' },
      /** Milliseconds. Sessions that started no later than this have ended, even if their items still exist. */
      signedOutAt: number,
      /** How the user wants times to be shown. */
      times: jsonOf<TimePreference>(),
    },
    indexes: {
      user: primary(['UserKey'], []),
      byTree: secondary('gsi1', ['tree'], ['dealerPath', 'UserName']),
      byStatus: secondary('gsi3', ['UserStatus'], ['dealerPath', 'UserName']),
      byEmail: secondaryInAnyCase('gsi2', ['UserEmail'], ['UserKey']),
    },
  },
  at,
);

/** Reserves a user name for one user. Two names must differ by more than case. */
export const UserNameEntity = new Entity(
  {
    model: { service: serviceOf('users'), entity: 'userName', version: '1' },
    attributes: {
      name: { type: 'string', required: true, set: (name?: string) => name?.toLowerCase() },
      UserKey: requiredText,
    },
    indexes: { userName: primary(['name'], []) },
  },
  at,
);

/** The number of users of a dealer, without those of dealers below it. */
export const UserCountEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'userCount', version: '1' },
    attributes: { DealerKey: requiredNumber, count: requiredNumber },
    indexes: { userCount: primary(['DealerKey'], []) },
  },
  at,
);
