import { carrierOf } from './carrier.ts';

const VERIZON = 1;

/** The slot of a unit that has a SIM of Verizon. Undefined if none has. */
export const verizonSlotOf = (unit: { ICCID1?: string | undefined; ICCID2?: string | undefined }): 1 | 2 | undefined =>
  ([1, 2] as const).find((slot) => carrierOf(unit[`ICCID${slot}`] ?? '') === VERIZON);
