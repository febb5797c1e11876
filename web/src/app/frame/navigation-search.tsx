import { units } from '#core/units/contract.ts';
import { QuickSearch } from '#web/features/units/quick-search.tsx';
import { useSession } from '#web/lib/session/session.tsx';

interface NavigationSearchProps {
  onFollow?: () => void;
  /** Shows a button for the palette, where the navigation has the only search of the frame. */
  onOpenPalette?: () => void;
}

/** The quick search, for users who may open its results. */
export const NavigationSearch = ({ onFollow, onOpenPalette }: NavigationSearchProps) =>
  useOffersQuickSearch() ? <QuickSearch onFollow={onFollow} onOpenPalette={onOpenPalette} /> : null;

export function useOffersQuickSearch(): boolean {
  const { may } = useSession();
  return may(units.quickSearch.access);
}
