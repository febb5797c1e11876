import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type TimePreference, type TimeStyle, timeStyleOf } from '#core/shown-time.ts';

const browserTimes = () => ({
  language: navigator.language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** How times are shown to a user of this browser. */
export const timeStyleWith = (preference: TimePreference): TimeStyle => timeStyleOf(preference, browserTimes());

const StyleContext = createContext<TimeStyle | undefined>(undefined);

/** Shows the times below in the user's format and zone. */
export function TimeStyleProvider({ preference, children }: { preference: TimePreference; children: ReactNode }) {
  const { format, timeZone } = preference;
  const style = useMemo(
    () => timeStyleWith({ ...(format && { format }), ...(timeZone && { timeZone }) }),
    [format, timeZone],
  );
  return <StyleContext value={style}>{children}</StyleContext>;
}

let ofBrowser: TimeStyle | undefined;

/** How times are shown here; by the browser's language and zone outside of a provider. */
export function useTimeStyle(): TimeStyle {
  const chosen = useContext(StyleContext);
  ofBrowser ??= timeStyleWith({});
  return chosen ?? ofBrowser;
}
