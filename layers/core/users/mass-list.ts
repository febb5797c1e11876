import { type MassUser, MOST_USERS, TOO_MANY_USERS } from './mass-create.ts';
import { UserFields } from './user.ts';

/** The header of a list. */
export const MASS_HEADER = ['UserName', 'UserEmail', 'UserFirstName', 'UserLastName'] as const;
export const HEADER_NEEDED = `The first line must be: ${MASS_HEADER.join(',')}`;

/** The users in the cells of a list, and what is wrong in which line. `line` counts from 1. Empty lines are left out. */
export function massUsersIn(cells: readonly (readonly string[])[]): {
  users: MassUser[];
  problems: { line: number; problem: string }[];
} {
  const lines = cells
    .map((values, index) => ({ line: index + 1, values: values.map((value) => value.trim()) }))
    .filter(({ values }) => values.some((value) => value !== ''));
  const [header, ...rows] = lines;
  if (!header || MASS_HEADER.some((name, index) => header.values[index]?.toLowerCase() !== name.toLowerCase()))
    return { users: [], problems: [{ line: header?.line ?? 1, problem: HEADER_NEEDED }] };
  if (rows.length > MOST_USERS)
    return {
      users: [],
      problems: [{ line: header.line, problem: TOO_MANY_USERS }],
    };
  const users: MassUser[] = [];
  const problems: { line: number; problem: string }[] = [];
  const names = new Map<string, number>();
  for (const { line, values } of rows) {
    const { data, error } = UserFields.safeParse(Object.fromEntries(MASS_HEADER.map((name, at) => [name, values[at]])));
    if (!data) {
      const { path, message } = error.issues[0]!;
      problems.push({ line, problem: `${path.join('.')}: ${message}` });
      continue;
    }
    const name = data.UserName.toLowerCase();
    const before = names.get(name);
    if (before !== undefined)
      problems.push({ line, problem: `The user name ${data.UserName} is in line ${before} already` });
    else users.push(data);
    names.set(name, before ?? line);
  }
  return { users, problems };
}
