import { keyOf, readEarly } from '#web/lib/api/early-reads.ts';
import { keptAccess } from '#web/lib/session/kept-access.ts';
import { type Session, sessionOf } from '#web/lib/session/session.tsx';
import { sessionToken } from '#web/lib/session/session-token.ts';
import { screenAt } from './route-table.ts';
import { SCREENS } from './routes.ts';

interface Address {
  pathname: string;
  search: string;
}

/**
 * Loads the code of the screen at an address and sends its first reads, so that both are there when the screen opens. Sends only what the
 * user may read, and nothing whose answer `isKnown`.
 */
export async function prepareScreen(
  { pathname, search }: Address,
  session: Session | undefined,
  isKnown: (key: string) => boolean = () => false,
): Promise<void> {
  const screen = screenAt(SCREENS, pathname);
  if (!screen) return;
  const { firstReads } = await screen.load();
  if (!session?.may(screen.access)) return;
  for (const read of firstReads?.(new URLSearchParams(search), session) ?? [])
    if (session.may(read.endpoint.access) && !isKnown(keyOf(read))) readEarly(read);
}

/** Prepares the screen at the page's address. The reads wait for the access call if this tab does not know the user's access yet. */
export function prepareFirstScreen(): Promise<void> {
  const kept = keptAccess(sessionToken());
  return prepareScreen(window.location, kept && sessionOf(kept));
}
