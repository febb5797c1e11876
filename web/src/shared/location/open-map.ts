import { location } from '#core/location/contract.ts';
import type { LookUp } from '#core/location/look-up.ts';
import { call } from '#web/lib/api/api.ts';

/** Finds a place. The answer has the address of the map that shows it. */
export function findPlace(lookUp: LookUp): Promise<{ locationURL: string }> {
  switch (lookUp.by) {
    case 'coordinates':
      return call(location.coordinates, lookUp.input);
    case 'wifi':
      return call(location.wifi, lookUp.input);
    case 'cellID':
      return call(location.cellID, lookUp.input);
  }
}

/**
 * Opens the map of a place in a new tab. The tab is opened before the place is known, because browsers block a tab that opens later.
 * @throws what `find` throws, after the tab is closed
 */
export async function openMap(find: () => Promise<{ locationURL: string }>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  try {
    const { locationURL } = await find();
    const address = new URL(locationURL, window.location.origin).href;
    if (!tab) throw new Error('The browser has blocked the new tab');
    tab.opener = null;
    tab.location.replace(address);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
