import { z } from 'zod';

/** Which SIMs of each unit are changed. */
export const ChosenSims = z.enum(['inUse', 'notInUse', 'each']);
export type ChosenSims = z.infer<typeof ChosenSims>;

/** Follow the words ‘the SIM’. */
export const CHOSEN_SIMS_WORDS: Readonly<Record<ChosenSims, string>> = {
  inUse: 'in use',
  notInUse: 'not in use',
  each: 'in each slot',
};

export const SimChangeType = z.enum(['activateSim', 'deactivateSim']);
export type SimChangeType = z.infer<typeof SimChangeType>;
