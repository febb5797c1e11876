import { z } from 'zod';
import { CARRIER_NAMES, type Carrier, CarrierNumber, carrierOf } from './carrier.ts';

/** The name that a carrier gives a communication plan. */
export const CommunicationPlan = z.string().trim().min(1, 'Enter a plan').max(100, 'A plan has at most 100 characters');

type Sims = {
  ICCID1?: string | undefined;
  ICCID2?: string | undefined;
  ICCID1Carrier?: number | undefined;
  ICCID2Carrier?: number | undefined;
};

/** The slots of a unit with a SIM of the carrier. A plan is one of a carrier. */
export const slotsOfCarrier = (unit: Sims, carrier: Carrier): (1 | 2)[] =>
  ([1, 2] as const).filter((slot) => {
    const iccid = unit[`ICCID${slot}`];
    return iccid && (carrierOf(iccid) ?? CarrierNumber.safeParse(unit[`ICCID${slot}Carrier`]).data) === carrier;
  });

export const noSimOf = (carrier: Carrier): string => `It has no SIM of ${CARRIER_NAMES[carrier]}`;
