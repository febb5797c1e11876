import { usagePeriodAt, usageSpan } from '#core/billing/sim-usage.ts';
import { AppError } from '#core/errors.ts';
import { simUsageStore } from '#data/billing/sim-usage.ts';
import { usageFindingStore } from '#data/billing/usage-findings.ts';
import { usageReadingStore } from '#data/sims/fleet-readings.ts';
import { carriers } from '#platform/aws/carriers.ts';
import type { StoredSim } from '#platform/sims/slot.ts';
import type { FleetWork } from './read-fleet.ts';

/** Finds the SIMs that are billed and silent, or talk and are not billed. */
export const USAGE: FleetWork = {
  readings: usageReadingStore,
  async read(unit, _slot, sim) {
    const begun = Date.now();
    const period = usagePeriodAt(sim.carrier, begun);
    const told = await toldUsage(sim, period, begun);
    const { UnitSerNum, lastPingAt } = unit;
    const known = await simUsageStore.add({ UnitSerNum, period, iccid: sim.iccid, told, lastPingAt }, begun);
    await usageFindingStore.settle(unit, sim, { period, ...known }, Date.now());
  },
  without(unit, carrier) {
    const now = Date.now();
    return usageFindingStore.forget(unit, carrier, usagePeriodAt(carrier, now), now);
  },
  failure: 'The usage of a SIM could not be compared',
};

/** Undefined if the carrier does not know the SIM, or does not say what it used. */
async function toldUsage({ carrier, iccid }: StoredSim, period: string, now: number) {
  try {
    return await (await carriers())[carrier].usage(iccid, usageSpan(period, now));
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
