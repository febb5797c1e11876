/** What is known of a user's mail address: whose it really is. */
export interface EmailClaim {
  /** When somebody used what had been mailed to exactly this address, or a provider of identities vouched for it; absent where nobody has. */
  emailProvenAt?: string | undefined;
  /** Since when the user has the address; absent where that was not written down, which is longer ago than all that was. */
  emailSince?: string | undefined;
  /** Whether the user wrote the address down themselves; else an administrator did. */
  emailBySelf?: boolean | undefined;
  LastAuth?: string | undefined;
}

export const isEmailProven = ({ emailProvenAt }: EmailClaim): boolean => emailProvenAt !== undefined;

/**
 * The users of one address in the order of their claim to it: those who have proven it, then those who have had it the longest. What
 * others write down later comes last, however much of it there is.
 */
export const byClaim = <User extends EmailClaim>(users: readonly User[]): User[] =>
  users.toSorted(
    (a, b) =>
      Number(isEmailProven(b)) - Number(isEmailProven(a)) || (a.emailSince ?? '').localeCompare(b.emailSince ?? ''),
  );

/**
 * Which of the users of an address its owner is taken for who comes for the first time; undefined where that cannot be told. It is the one
 * who has proven the address. Where nobody has, it is the only one, made or moved for whoever has the address by an administrator and
 * used by nobody since: what somebody has begun to use, or has given the address to themselves, may be another person's.
 */
export function meantByEmail<User extends EmailClaim>(users: readonly User[]): User | undefined {
  const proven = users.filter(isEmailProven);
  const [only] = proven.length > 0 ? proven : users.filter(isUnused);
  return users.length === 1 || proven.length === 1 ? only : undefined;
}

const isUnused = ({ emailBySelf, emailSince, LastAuth }: EmailClaim) =>
  !emailBySelf && (LastAuth === undefined || (emailSince !== undefined && LastAuth <= emailSince));
