/** The console sends this by itself to keep the connection [P2-S53]. */
export const KEEP_ALIVE = 'StayAlive';
