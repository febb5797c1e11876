import { units } from '#core/units/contract.ts';
import { QuickSearch } from '#web/features/units/quick-search.tsx';
import { useSession } from '#web/lib/session/session.tsx';

/** The quick search, for users who may open its results. */
export function NavigationSearch({ onFollow }: { onFollow?: () => void }) {
  const { may } = useSession();
  const isOffered = may(units.quickSearch.access) && may(units.get.access);
  return isOffered ? <QuickSearch onFollow={onFollow} /> : null;
}
