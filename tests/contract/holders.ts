import { ACCESS_FLAGS, type Holder, type RestrictedAccess, USER_TYPE } from '#core/access.ts';

/** Users of each type with every flag and with none, and dealer staff with each single flag. */
export const HOLDERS: readonly Holder[] = [
  ...Object.values(USER_TYPE).flatMap((userType) => [
    { userType, flags: ACCESS_FLAGS },
    { userType, flags: [] },
  ]),
  ...ACCESS_FLAGS.map((flag) => ({ userType: USER_TYPE.dealerStaff, flags: [flag] })),
];

const nameOf = ({ userType, flags }: Holder) =>
  `type ${userType}, ${flags.length > 1 ? 'all flags' : (flags[0] ?? 'no flag')}`;

/** Implements the contract a second time, so that an error of mayAccess does not hide itself. */
const isNamed = ({ userTypes, anyOf, noneOf = [], onlyRootDealer }: RestrictedAccess, { userType, flags }: Holder) =>
  // None of the holders is a user of the root dealer.
  onlyRootDealer === undefined &&
  userTypes.some((type) => type === userType) &&
  noneOf.every((flag) => !flags.includes(flag)) &&
  (anyOf.length === 0 || anyOf.some((flag) => flags.includes(flag)));

/** The expected outcome for each holder, by name. */
export const promisedBy = (access: RestrictedAccess, holders = HOLDERS): Record<string, string> =>
  Object.fromEntries(holders.map((one) => [nameOf(one), isNamed(access, one) ? 'admitted' : 'refused']));

/** The outcome of `outcomeOf` for each holder, by name. */
export async function foundBy(
  outcomeOf: (holder: Holder) => string | Promise<string>,
  holders = HOLDERS,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const holder of holders) found[nameOf(holder)] = await outcomeOf(holder);
  return found;
}
