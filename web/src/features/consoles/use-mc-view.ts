import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The flag is looked at only then [P2-K05]: the page that embeds this one may set it a moment after it has loaded. */
export const MC_VIEW_CHECKED_AFTER = 2_100;

/** Whether the page is shown inside a monitoring centre's own view, which has its own way to talk to wearables [P2-B118]. */
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
