import { fleetReadingStore } from '#data/sims/fleet-readings.ts';
import { compare } from '#platform/sims/compare.ts';
import { toldState } from '#platform/sims/slot.ts';
import type { FleetWork } from './read-fleet.ts';

/** Finds the SIMs of which the carrier says something else than the portal. */
export const STATES: FleetWork = {
  readings: fleetReadingStore,
  read: async (unit, slot, sim) => compare(unit, slot, await toldState(unit, sim), Date.now()),
  failure: 'A SIM could not be compared',
};
