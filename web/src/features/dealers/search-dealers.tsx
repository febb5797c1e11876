import { Building2 } from 'lucide-react';
import { dealers } from '#core/dealers/contract.ts';
import type { Command } from '#web/components/command-palette/types.ts';
import { call } from '#web/lib/api/api.ts';
import { paths } from '#web/lib/page/paths.ts';

const SHOWN = 8;

/** The palette's dealers: any word of the name begins with the text. If there are more, the last command opens the list. */
export async function searchDealers(query: string, signal: AbortSignal): Promise<Command[]> {
  const { items, cursor } = await call(dealers.list, { searchText: query, pageSize: SHOWN }, { signal });
  const commands = items.map(
    ({ DealerKey, DealerName, DealerParentName }): Command => ({
      id: `dealer ${DealerKey}`,
      label: DealerName,
      hint: [DealerParentName, DealerKey].filter((part) => part !== null).join(' · '),
      href: paths.dealers({ q: String(DealerKey) }),
      icon: <Building2 />,
    }),
  );
  if (cursor === null) return commands;
  return [
    ...commands,
    {
      id: `dealers like ${query}`,
      label: 'More dealers: show them in the list',
      href: paths.dealers({ q: query }),
      icon: <Building2 />,
    },
  ];
}
