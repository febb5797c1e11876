import { AppError, type FieldIssue } from '../errors.ts';
import { isEqual } from '../is-equal.ts';
import { CaregiverFields, isSameEmail } from './caregiver.ts';
import { addressLine, type HomeAddress } from './customer.ts';

/** One save: what the person saw when they began, what they entered, and what is stored now. */
interface Save<Fields> {
  seen: Fields;
  entered: Fields;
  stored: Fields;
}

/**
 * What to store of a caregiver. A change of the name and a change of the e-mail addresses are both kept, and additions and removals of
 * addresses are merged. Throws CONFLICT with the stored name if two people changed the name.
 */
export function mergeCaregiver({ seen, entered, stored }: Save<CaregiverFields>): CaregiverFields {
  const merged = {
    Name: mergeValue({ seen: seen.Name, entered: entered.Name, stored: stored.Name }, 'Name', (name) => name),
    emails: mergeEmails({ seen: seen.emails, entered: entered.emails, stored: stored.emails }),
  };
  const emails = CaregiverFields.shape.emails.safeParse(merged.emails);
  if (!emails.success)
    throw conflict({
      path: 'emails',
      message: `Somebody else changed them to “${stored.emails.join(', ')}” meanwhile. ${emails.error.issues[0]!.message}`,
    });
  return merged;
}

/** The address to store. It is one value: two halves of different addresses lead nowhere. */
export const mergeAddress = (save: Save<HomeAddress>): HomeAddress => mergeValue(save, 'Address1', addressLine);

function mergeValue<Value>({ seen, entered, stored }: Save<Value>, path: string, words: (value: Value) => string) {
  if (isEqual(entered, seen)) return stored;
  if (isEqual(stored, seen) || isEqual(stored, entered)) return entered;
  throw conflict({
    path,
    message: `Somebody else changed this to “${words(stored)}” meanwhile. Save again to replace it with yours`,
  });
}

function mergeEmails({ seen, entered, stored }: Save<readonly string[]>): string[] {
  const isIn = (list: readonly string[], email: string) => list.some((one) => isSameEmail(one, email));
  /** As the person wrote it, if they changed only its case. */
  const written = (email: string) =>
    seen.includes(email) ? entered.find((one) => isSameEmail(one, email)) : undefined;
  const kept = stored
    .filter((email) => isIn(entered, email) || !isIn(seen, email))
    .map((email) => written(email) ?? email);
  const added = entered.filter((email) => !isIn(seen, email) && !isIn(kept, email));
  return [...kept, ...added];
}

const conflict = (issue: FieldIssue) => new AppError('CONFLICT', issue.message, [issue]);
