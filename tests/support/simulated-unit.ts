import { afterEach, beforeEach } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import { type Fleet, type FleetOptions, type FleetUnit, startFleet } from '#scripts/simulate/fleet.ts';
import { aBridge, eventually, MemoryPorts, NO_LIMITS } from './bridge.ts';

/** A bridge with ports in memory before each test, and one simulated unit that a test starts. */
export function simulatedUnit(unit: FleetUnit) {
  const made = {
    ports: new MemoryPorts(),
    bridge: undefined as unknown as Bridge,
    fleet: undefined as Fleet | undefined,

    async start(options: Partial<FleetOptions>): Promise<void> {
      made.fleet = startFleet({
        ...{ units: [unit], host: '127.0.0.1', port: made.bridge.unitPort, dialOverSeconds: 0 },
        ...options,
      });
      await eventually(() => made.fleet!.state.served === 1, 'the unit to be served');
    },

    /** The stored reports of a type, in order. */
    reports: <T extends UnitReport['type']>(type: T) =>
      made.ports.ingest
        .of('report')
        .flatMap((one) =>
          'message' in one && one.message.type === type ? [one.message as Extract<UnitReport, { type: T }>] : [],
        ),
  };
  beforeEach(async () => {
    made.ports = new MemoryPorts();
    made.bridge = await aBridge(made.ports, NO_LIMITS);
  });
  afterEach(async () => {
    made.fleet?.close();
    await made.bridge.close();
  });
  return made;
}
