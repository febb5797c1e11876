import { useNavigate } from 'react-router';
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { navigationFor } from '../route-table.ts';
import { SCREENS } from '../routes.ts';

/** `g` and a screen's key open it: `g u` opens the units. */
export function useNavigationKeys() {
  const navigate = useNavigate();
  const { holder } = useSession();
  const screens = navigationFor(SCREENS, holder).flatMap((group) => group.screens);
  useShortcuts(
    screens.flatMap(({ path, title, navigation: { key } }) =>
      key ? [{ keys: `g ${key}`, label: `Go to ${title}`, group: 'Everywhere', run: () => void navigate(path) }] : [],
    ),
  );
}
