import type { Cache } from 'swr';
import { SWRGlobalState } from 'swr/_internal';

/** False if the session of these answers has ended: SWR then throws at every change of them. */
export const isInUse = (cache: Cache): boolean => SWRGlobalState.has(cache);
