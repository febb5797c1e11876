import { ACCESS_FLAGS, type AccessFlag, type Holder, USER_TYPE } from '#core/access.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';

/**
 * Who may do something: `anyone`; everybody who is `signedIn`; `staff`, which is everybody except monitoring centres; `monitoringCentres`;
 * or staff with one of these flags, also without another flag that takes access away.
 */
export type Who = 'anyone' | 'signedIn' | 'staff' | 'monitoringCentres' | Flags | { anyOf: Flags; without: AccessFlag };
type Flags = readonly [AccessFlag, ...AccessFlag[]];

/** Some calls are open to people of the root dealer only (root-dealer.integ.test.ts). */
const home = { dealerKey: ROOT_DEALER };

/** Nobody, and users of each type with every flag, with each single flag, and with none. */
export const CALLERS: readonly (Holder | undefined)[] = [
  undefined,
  ...Object.values(USER_TYPE).flatMap((userType) => [
    { userType, flags: ACCESS_FLAGS, home },
    ...ACCESS_FLAGS.map((flag) => ({ userType, flags: [flag], home })),
    { userType, flags: [], home },
  ]),
];

const nameOf = (caller: Holder | undefined) =>
  caller
    ? `type ${caller.userType}, ${caller.flags.length === ACCESS_FLAGS.length ? 'every flag' : caller.flags.join(' ') || 'no flag'}`
    : 'nobody';

/** The decision of a table. It uses nothing of the product. */
export function isListed(who: Who, caller: Holder | undefined): boolean {
  if (who === 'anyone') return true;
  if (caller === undefined) return false;
  if (who === 'signedIn') return true;
  const isMonitoringCentre = caller.userType === USER_TYPE.monitoringCentre;
  if (isMonitoringCentre || who === 'monitoringCentres') return isMonitoringCentre && who === 'monitoringCentres';
  if (who === 'staff') return true;
  const { anyOf, without } = 'anyOf' in who ? who : { anyOf: who, without: undefined };
  return !caller.flags.some((flag) => flag === without) && anyOf.some((flag) => caller.flags.includes(flag));
}

/** The names of the callers for whom the decision is yes. */
export const namesOf = (isIn: (caller: Holder | undefined) => boolean, callers = CALLERS) =>
  callers.filter(isIn).map(nameOf);
