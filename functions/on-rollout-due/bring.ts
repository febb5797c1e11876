import { deliverable } from '#core/unit-configuration/sync-queue.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { syncOverBridge } from '#platform/aws/bridge.ts';
import { logger } from '#platform/aws/observability.ts';

export type Bring = (unit: UnitRecord) => Promise<void>;

/**
 * Sends units that are connected the update that waits for them, if their last ping says that they can take it. A unit may ping only while its window
 * is closed. What is not sent waits for the next look or ping. A bridge that does not answer is not asked again in the same run: each time-out takes
 * the time of other units.
 */
export function bringer(): Bring {
  const silent = new Set<string>();
  return async (unit) => {
    const { UnitSerNum, lastPing } = unit;
    if (!lastPing || !deliverable(lastPing, unit).includes('FIRMVER')) return;
    const connection = await unitConnectionStore.get(UnitSerNum, Date.now());
    if (!connection || silent.has(connection.bridgeAddress)) return;
    await syncOverBridge(connection.bridgeAddress, { UnitSerNum, configuration: false, types: ['FIRMVER'] }).catch(
      (error: Error) => {
        silent.add(connection.bridgeAddress);
        logger.warn('An update waits for the next look at its unit', { UnitSerNum, error });
      },
    );
  };
}
