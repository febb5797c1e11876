import type { z } from 'zod';
import { CarrierNumber } from '../units/unit.ts';

export { CarrierNumber };
export type Carrier = z.infer<typeof CarrierNumber>;

/** The carriers by their number [P2-K03, P2-K40]. */
export const CARRIER_NAMES = { 0: 'AT&T', 1: 'Verizon', 2: 'Telus' } as const satisfies Record<Carrier, string>;

/** How the ICCIDs of each carrier begin [P2-K37, P2-K38, P2-K39]. No prefix begins another one. */
export const ICCID_PREFIXES = { 0: '8901170', 1: '891480', 2: '8912230' } as const satisfies Record<Carrier, string>;

/** Carriers that give a number which people can dial on request. Verizon gives it with the activation. */
export const NUMBER_BY_REQUEST: readonly Carrier[] = [0, 2];

export const CARRIERS = CarrierNumber.options.map((option) => option.value);

/** The carrier that issued a SIM, by the prefix of its ICCID; undefined for other carriers. */
export const carrierOf = (iccid: string): Carrier | undefined =>
  CARRIERS.find((carrier) => iccid.startsWith(ICCID_PREFIXES[carrier]));
