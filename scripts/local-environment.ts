import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where `npm start` keeps the state of the portal unless told otherwise. */
export const LOCAL_STATE = '.local/state';

/**
 * Makes this process one of the portal that `npm start` runs: its table, its queues, its stand-ins. To be called before the
 * stores are loaded, which read the environment then.
 * @throws where no portal has run with its state in `folder`
 */
export function joinLocalPortal(folder: string): void {
  const file = path.resolve(folder, 'environment.json');
  if (!existsSync(file)) throw new Error(`${folder} holds no state of a portal: run "npm start" first`);
  Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')));
}
