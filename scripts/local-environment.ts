import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The default folder of the state of `npm start`. */
export const LOCAL_STATE = '.local/state';

/**
 * Connects this process to the portal that `npm start` runs: its table, queues and stand-ins. Call this before loading the
 * stores, which then read the environment.
 * @throws if `folder` contains no state of a portal
 */
export function joinLocalPortal(folder: string): void {
  const file = path.resolve(folder, 'environment.json');
  if (!existsSync(file)) throw new Error(`${folder} contains no state of a portal. Run "npm start" first`);
  Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')));
}
