import { CARRIER_NAMES, type Carrier as CarrierNumber } from '#core/sims/carrier.ts';
import type { Carrier } from './carrier.ts';
import type { ReportingCustomers } from './control-center-customers.ts';
import { NotSetUp } from './wanted.ts';

/** Refuses a call to a carrier without credentials as UNAVAILABLE, with no ledger entry. */
export const unavailable = (number: CarrierNumber) => async (): Promise<never> => {
  throw new NotSetUp(`${CARRIER_NAMES[number]} is not set up yet`);
};

/** Takes the place of a carrier without credentials. */
export const carrierNotSetUp = (number: CarrierNumber): Carrier => ({
  number,
  simDetails: unavailable(number),
  simState: unavailable(number),
  usage: unavailable(number),
  changeState: unavailable(number),
  sendSms: unavailable(number),
  editCommunicationPlan: unavailable(number),
  requestDialableNumber: unavailable(number),
});

/** Takes the place of a reporting system without credentials. */
export const customersNotSetUp = (number: CarrierNumber): ReportingCustomers => ({
  create: unavailable(number),
  update: unavailable(number),
});
