import { mayAccess, USER_TYPE } from '#core/access.ts';
import type { Endpoint } from '#core/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { aUser, WIDEST_FLAGS } from '#support/people.ts';

export interface People {
  staff: UserRecord;
  operator: UserRecord;
}

/** People of a dealer with every flag, and of its monitoring centre. */
export const peopleOf = async (dealer: number): Promise<People> => ({
  staff: await aUser({ type: USER_TYPE.administrator, dealer, flags: WIDEST_FLAGS }),
  operator: await aUser({ type: USER_TYPE.monitoringCentre, dealer }),
});

/** Who of the people may make the call. */
export function callerOf({ access }: Endpoint, { staff, operator }: People): UserRecord {
  const { userType, flags, home } = { userType: operator.UserTypeKey, flags: [], home: { dealerKey: 0 } };
  return !access.public && mayAccess(access, { userType, flags, home }) ? operator : staff;
}
