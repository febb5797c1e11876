import { User } from 'lucide-react';
import { users } from '#core/users/contract.ts';
import type { Command } from '#web/components/command-palette/types.ts';
import { call } from '#web/lib/api/api.ts';
import { paths } from '#web/lib/page/paths.ts';

const SHOWN = 8;

/** The palette's users: the first name, the last name, the user name or the e-mail begins with the text. If there are more, the last command opens the list. */
export async function searchUsers(query: string, signal: AbortSignal): Promise<Command[]> {
  const { items, cursor } = await call(
    users.list,
    { dealerOrFlag: 'all', searchText: query, pageSize: SHOWN },
    { signal },
  );
  const commands = items.map(
    ({ UserKey, UserName, UserFirstName, UserLastName, DealerName }): Command => ({
      id: `user ${UserKey}`,
      label: `${UserFirstName} ${UserLastName}`.trim() || UserName,
      hint: `${UserName} · ${DealerName}`,
      href: paths.users({ q: UserName }),
      icon: <User />,
    }),
  );
  if (cursor === null) return commands;
  return [
    ...commands,
    {
      id: `users like ${query}`,
      label: 'More users: show them in the list',
      href: paths.users({ q: query }),
      icon: <User />,
    },
  ];
}
