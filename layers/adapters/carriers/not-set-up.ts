import { AppError } from '#core/errors.ts';
import { CARRIER_NAMES, type Carrier as CarrierNumber } from '#core/sims/carrier.ts';
import type { Carrier } from './carrier.ts';
import type { ReportingCustomers } from './control-center-customers.ts';

/** What is asked of a carrier whose credentials the portal does not have: UNAVAILABLE, with nothing written down. */
export const unavailable = (number: CarrierNumber) => async (): Promise<never> => {
  throw new AppError('UNAVAILABLE', `${CARRIER_NAMES[number]} is not set up yet`);
};

/** Stands in the place of a carrier that the portal has no credentials of. */
export const carrierNotSetUp = (number: CarrierNumber): Carrier => ({
  number,
  simDetails: unavailable(number),
  changeState: unavailable(number),
  sendSms: unavailable(number),
  editCommunicationPlan: unavailable(number),
});

/** Stands in the place of a reporting system that the portal has no credentials of. */
export const customersNotSetUp = (number: CarrierNumber): ReportingCustomers => ({
  create: unavailable(number),
  update: unavailable(number),
});
