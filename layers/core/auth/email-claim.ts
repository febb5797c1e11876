/** The evidence that an e-mail address belongs to its user (docs/decisions/0031). */
export interface EmailClaim {
  /** When a link mailed to exactly this address was used, or an identity provider verified it. Undefined: never. */
  emailProvenAt?: string | undefined;
  /** Since when the user has the address. Undefined for users from before this was recorded, which counts as the oldest. */
  emailSince?: string | undefined;
  /** True if the user entered the address, false if an administrator did. */
  emailBySelf?: boolean | undefined;
  LastAuth?: string | undefined;
}

export const isEmailProven = ({ emailProvenAt }: EmailClaim): boolean => emailProvenAt !== undefined;

/**
 * Sorts the users of one address: first those who have proven it, then those who have had it the longest. So new accounts with the
 * same address come last.
 */
export const sortByClaim = <User extends EmailClaim>(users: readonly User[]): User[] =>
  users.toSorted(
    (a, b) =>
      Number(isEmailProven(b)) - Number(isEmailProven(a)) || (a.emailSince ?? '').localeCompare(b.emailSince ?? ''),
  );

/**
 * Returns the user that a first single sign-on with this address belongs to, or undefined if that is unclear. It is the one user who
 * has proven the address. If nobody has, it is the only user, if an administrator entered the address and nobody has signed in since.
 * A used account, or an address that a user entered, may belong to another person.
 */
export function userOfEmail<User extends EmailClaim>(users: readonly User[]): User | undefined {
  const proven = users.filter(isEmailProven);
  const [only] = proven.length > 0 ? proven : users.filter(isUnused);
  return users.length === 1 || proven.length === 1 ? only : undefined;
}

const isUnused = ({ emailBySelf, emailSince, LastAuth }: EmailClaim) =>
  !emailBySelf && (LastAuth === undefined || (emailSince !== undefined && LastAuth <= emailSince));
