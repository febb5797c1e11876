import { safetyFacts } from '#data/interlock/safety-facts.ts';
import type { Interlock } from '../ports.ts';

/** Reads what the table has of a unit. */
export const tableInterlock: Interlock = { facts: (UnitSerNum) => safetyFacts(UnitSerNum, Date.now()) };
