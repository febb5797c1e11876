import { Entity } from 'electrodb';
import { afterSignal, type Hearing, outageMsSince } from '#core/units/outages.ts';
import type { PingingUnit } from '#core/units/silence.ts';
import { jsonOf, requiredNumber } from '../kit/attributes.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

const ALL = 'units';

/** How the portal hears units: one item. */
export const HearingEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'hearing', version: '1' },
    attributes: {
      of: { type: [ALL], required: true, default: ALL },
      heardUntil: requiredNumber,
      outages: { ...jsonOf<Hearing['outages']>(), required: true },
    },
    indexes: { hearing: primary(['of'], []) },
  },
  at,
);

export const hearingStore = {
  /** Undefined until the first signal of a bridge. */
  async get(): Promise<Hearing | undefined> {
    const { data } = await HearingEntity.get({ of: ALL }).go();
    return data ?? undefined;
  },

  /** Stores that a bridge sent a signal. If another signal is stored meanwhile, that one tells the same. */
  async recordSignal(sentAt: number, now: number): Promise<void> {
    const { data: was } = await HearingEntity.get({ of: ALL }).go({ consistent: true });
    const next = afterSignal(was ?? undefined, sentAt, now);
    if (!next) return;
    const isAsRead = (item: { heardUntil: number }, { eq, notExists }: Operations) =>
      was ? eq(item.heardUntil, was.heardUntil) : notExists(item.heardUntil);
    await tryWrite(HearingEntity.put(next).where(isAsRead).go());
  },
};

/** The unit with the time in which it could not be heard since its last ping. */
export function withOutages<Pinging extends PingingUnit>(unit: Pinging, hearing: Hearing | undefined, now: number) {
  const pingedAt = Date.parse(unit.lastPing?.lastPingTime ?? '');
  const outageMs = Number.isNaN(pingedAt) ? 0 : outageMsSince(pingedAt, hearing, now);
  return outageMs > 0 ? { ...unit, outageMs } : unit;
}
