import { Bookmark } from 'lucide-react';
import { units } from '#core/units/contract.ts';
import type { Command } from '#web/components/command-palette/types.ts';
import { call } from '#web/lib/api/api.ts';
import { paths } from '#web/lib/page/paths.ts';

/** The palette's saved views of the unit list: those with the text in their name. */
export async function searchViews(query: string, signal: AbortSignal): Promise<Command[]> {
  const { views } = await call(units.views, {}, { signal });
  return views
    .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
    .map(({ name, shared, parameters }) => ({
      id: `view ${shared ? 'shared' : 'own'} ${name}`,
      label: name,
      hint: shared ? 'Shared view of units' : 'Your view of units',
      href: paths.units(parameters),
      icon: <Bookmark />,
    }));
}
