import type { Rights } from '#core/scope.ts';
import { SIM_STATE, shownState } from '#core/sims/sim-state.ts';
import type { Unit } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { hearingStore, withOutages } from './hearing.ts';

type Viewer = Pick<Rights, 'flags'>;

/** The units as the viewer may see them, with their dealers' names. */
export async function shownUnits(viewer: Viewer, units: readonly UnitRecord[], now: number): Promise<Unit[]> {
  const [names, hearing] = await Promise.all([
    dealerStore.names(
      units.map(({ DealerKey }) => DealerKey),
      now,
    ),
    hearingStore.get(),
  ]);
  return units.map(
    ({
      dealerPath: _path,
      lastPingAt: _at,
      PCBSerNum: _board,
      tcpFail: _tcp,
      downloadFail: _download,
      AllowSMSConnect: _sms,
      RemoteLog: _log,
      deactivateOnStartUp: _deactivate,
      newBattery: _battery,
      newBatteryAt: _batteryAt,
      vitalsPatient: _patient,
      vitalsPortal: _portal,
      hub: _hub,
      hubAt: _hubAt,
      loginFence: _fence,
      formerDealers: _former,
      homeAskedAt: _homeAskedAt,
      wearerLeftAt: _wearerLeftAt,
      configRevision,
      configDigest,
      syncQueued: _queued,
      syncAdded: _added,
      pingTold: _pingTold,
      loginTold: _loginTold,
      ...unit
    }) => ({
      ...withOutages({ ...unit, ...shownStates(viewer, unit) }, hearing, now),
      DealerName: names.get(unit.DealerKey)!,
      ...(configRevision !== undefined && configDigest === undefined && { awaitsConfiguration: true as const }),
    }),
  );
}

const STATE_FIELDS = ['ICCID1State', 'ICCID2State', 'ActiveState'] as const;

/** The states of the SIMs in place of those that only engineers see. */
function shownStates({ flags }: Viewer, unit: Pick<UnitRecord, (typeof STATE_FIELDS)[number]>) {
  const shown = shownState(SIM_STATE.nonBilling, { engineer: flags.includes('ENGINEER') });
  return Object.fromEntries(
    STATE_FIELDS.flatMap((field) => (unit[field] === SIM_STATE.nonBilling ? [[field, shown]] : [])),
  );
}
