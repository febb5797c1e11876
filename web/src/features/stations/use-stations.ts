import { useEffect, useState, useSyncExternalStore } from 'react';
import { stations } from '#core/stations/contract.ts';
import { call } from '#web/lib/api/api.ts';
import { StationFeed } from './station-feed.ts';

/** The stations of the telephone system, connected while the component is mounted. */
export function useStations() {
  const [feed] = useState(
    () => new StationFeed({ connection: () => call(stations.connection, {}), dial: (url) => new WebSocket(url) }),
  );
  useEffect(() => {
    feed.start();
    return () => feed.stop();
  }, [feed]);
  return { ...useSyncExternalStore(feed.watch, feed.view), connectAgain: () => feed.start() };
}
