import type { Unit } from '#core/units/unit.ts';
import { dealerStore } from '../dealers/dealers.ts';
import type { StoredUnit } from './units.ts';

const asUnit = (stored: StoredUnit, DealerName: string): Unit => {
  const { dealerPath: _path, lastPingAt: _at, tcpFail: _tcp, AllowSMSConnect: _sms, RemoteLog: _log, ...rest } = stored;
  const { loginFence: _fence, ...unit } = rest;
  return { ...unit, DealerName } as Unit;
};

/** Stored units as the portal shows them, with their dealers' names. */
export async function shownUnits(stored: readonly StoredUnit[], now: number): Promise<Unit[]> {
  const names = await dealerStore.names(
    stored.map(({ DealerKey }) => DealerKey),
    now,
  );
  return stored.map((unit) => asUnit(unit, names.get(unit.DealerKey)!));
}
