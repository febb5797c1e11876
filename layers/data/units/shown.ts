import type { Unit } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { hearingStore, withOutages } from './hearing.ts';

/** The units as the portal shows them, with their dealers' names. */
export async function shownUnits(units: readonly UnitRecord[], now: number): Promise<Unit[]> {
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
      ...withOutages(unit, hearing, now),
      DealerName: names.get(unit.DealerKey)!,
      ...(configRevision !== undefined && configDigest === undefined && { awaitsConfiguration: true as const }),
    }),
  );
}
