import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The flag is read only then [P2-K05]: the embedding page may set it a moment after this page has loaded. */
export const MC_VIEW_CHECKED_AFTER = 2_100;

/** True if the page is embedded in a monitoring centre's view, which has its own console for wearables [P2-B118]. */
export function useMcView(): boolean {
  const [parameters] = useSearchParams();
  const [isMcView, setIsMcView] = useState(false);
  const flag = parameters.get('mcView');
  useEffect(() => {
    const timer = setTimeout(() => setIsMcView(flag === '1' || flag === 'true'), MC_VIEW_CHECKED_AFTER);
    return () => clearTimeout(timer);
  }, [flag]);
  return isMcView;
}
