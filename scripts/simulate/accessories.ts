import { isRf, rfName, zoneOf } from '#core/accessories/entry.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { RfReport } from '#core/unit-messages/voice-reports.ts';

export interface Accessory {
  readonly zone: number;
  readonly SerialNumber: string;
  readonly RFCode: string;
}

type Change = Pick<RfReport, 'zone' | 'RFCode' | 'SerialNumber' | 'state'>;

/** The RF accessories that a unit knows, one per zone (docs/unit-protocol.md, section 6). */
export class Accessories {
  readonly #byZone = new Map<number, Accessory>();

  get all(): readonly Accessory[] {
    return [...this.#byZone.values()];
  }

  /** An accessory is paired at the unit. It replaces the one in its zone. */
  pair(accessory: Accessory): void {
    this.#byZone.set(accessory.zone, accessory);
  }

  /** Does what a configuration says of accessories; zones that it does not name stay. Returns what changed. */
  configure(settings: Values): Change[] {
    return Object.entries(settings).flatMap(([name, value]) =>
      isRf(name) ? this.#set(zoneOf(name), String(value)) : [],
    );
  }

  #set(zone: number, value: string): Change[] {
    const before = this.#byZone.get(zone);
    const [RFCode = '', SerialNumber = ''] = value.split(' ');
    if (RFCode === '') {
      this.#byZone.delete(zone);
      return before ? [{ ...before, state: 'deleted' }] : [];
    }
    if (before?.RFCode === RFCode && before.SerialNumber === SerialNumber) return [];
    const next = { zone, RFCode, SerialNumber };
    this.#byZone.set(zone, next);
    return [{ ...next, state: 'added' }];
  }
}

/** An accessory as a configuration names it. */
export const settingOf = ({ zone, RFCode, SerialNumber }: Accessory) => ({
  name: rfName(zone),
  value: `${RFCode} ${SerialNumber}`,
});
