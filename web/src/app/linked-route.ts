import { withQuery } from '#web/lib/page/paths.ts';
import type { Screen } from '#web/lib/page/screen.ts';
import { screenAt } from './route-table.ts';

/**
 * The route of a link from another system. `state` names a screen, with or without the leading slash. `parameters` are its
 * query, as JSON (`{"Unit":"400123"}`) or as a query string. Undefined if it names no screen of ours.
 */
export function linkedRoute(
  screens: readonly Screen[],
  state: string | null,
  parameters: string | null,
): string | undefined {
  if (!state) return undefined;
  const screen = screenAt(screens, state.startsWith('/') ? state : `/${state}`);
  return screen && withQuery(screen.path, valuesIn(parameters ?? ''));
}

function valuesIn(parameters: string): Record<string, string> {
  if (!parameters.startsWith('{')) return Object.fromEntries(new URLSearchParams(parameters));
  try {
    const values = Object.entries(JSON.parse(parameters) as object);
    return Object.fromEntries(
      values
        .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
        .map(([name, value]) => [name, String(value)]),
    );
  } catch {
    return {};
  }
}
