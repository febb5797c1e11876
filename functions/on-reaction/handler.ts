import { AREAS } from '#data/areas.ts';
import { reacting } from './reacting.ts';
import { tools } from './tools.ts';

/** Runs the reactions to changes of the table (functions/on-reaction/wiring.ts). */
export const handler = reacting(Object.values(AREAS), tools);
