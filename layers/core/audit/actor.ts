import { nameSkeleton } from '../name-skeleton.ts';
import type { AuditEntry } from './entry.ts';

type Who = Pick<
  AuditEntry,
  | 'actorKey'
  | 'actorName'
  | 'actorFullName'
  | 'asUserKey'
  | 'asUserName'
  | 'asUserFullName'
  | 'enteredByName'
  | 'enteredByFullName'
>;

const BRACKETS: Readonly<Record<string, string>> = { '(': '[', ')': ']' };

/** A name cannot pretend to be followed by whose access somebody used: what looks like a round bracket in it becomes a square one. */
const named = (name: string): string =>
  /[()]/.test(nameSkeleton(name)) ? [...name].map((sign) => BRACKETS[nameSkeleton(sign)] ?? sign).join('') : name;

/** Ann Lee, or the user name of somebody without a name. */
export const actorWords = ({ actorFullName, actorName }: Pick<Who, 'actorFullName' | 'actorName'>): string =>
  named(actorFullName || actorName);
export const asUserWords = ({ asUserFullName, asUserName }: Pick<Who, 'asUserFullName' | 'asUserName'>): string =>
  named(asUserFullName ?? asUserName);
/** Who issued the link by which the actor signed in; undefined if the actor signed in alone. */
export const enteredByWords = ({
  enteredByFullName,
  enteredByName,
}: Pick<Who, 'enteredByFullName' | 'enteredByName'>): string | undefined => {
  const name = enteredByFullName || enteredByName;
  return name && named(name);
};

/** True if the actor used somebody else's access. */
export const isTaken = ({ actorKey, asUserKey }: Pick<Who, 'actorKey' | 'asUserKey'>) =>
  actorKey !== asUserKey && asUserKey !== SYSTEM_KEY;
const SYSTEM_KEY = 'system';

/** `Ann Lee (as Bob Ray, by a link of Cy Day)`: who acted, with whose access, and who issued the link of the session. */
export function whoWords(who: Who): string {
  const issuer = enteredByWords(who);
  const added = [...(isTaken(who) ? [`as ${asUserWords(who)}`] : []), ...(issuer ? [`by a link of ${issuer}`] : [])];
  return added.length === 0 ? actorWords(who) : `${actorWords(who)} (${added.join(', ')})`;
}
