import { DAY, instant } from '../time.ts';

/** How long a unit logs remotely after somebody switched it on [P2-K15]. */
const REMOTE_LOG_MS = 7 * DAY;
export const REMOTE_LOG_OFF = '0';

/** What a unit stores: '0', or the instant at which its remote log ends. */
export const remoteLogFor = (on: boolean, now: number): string => (on ? instant(now + REMOTE_LOG_MS) : REMOTE_LOG_OFF);

/** When the remote log of a unit ends; 0 if it is off. Until then the frames of the unit are captured too. */
export const remoteLogEnd = (RemoteLog: string): number => (RemoteLog === REMOTE_LOG_OFF ? 0 : Date.parse(RemoteLog));

export const isRemoteLogOn = (RemoteLog: string, now: number): boolean =>
  RemoteLog !== REMOTE_LOG_OFF && Date.parse(RemoteLog) > now;
