import { useSyncExternalStore } from 'react';
import { onSessionChange, sessionToken } from './session-token.ts';

/** The token of this tab's session as it is now, or null. */
export const useSessionToken = (): string | null => useSyncExternalStore(onSessionChange, sessionToken);
