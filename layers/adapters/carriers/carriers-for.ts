import { randomUUID } from 'node:crypto';
import type { Carrier as CarrierNumber } from '#core/sims/carrier.ts';
import type { Carrier, Clock, Log } from './carrier.ts';
import { systemClock } from './clock.ts';
import type { CarriersConfig } from './config.ts';
import { controlCenter } from './control-center.ts';
import { controlCenterCall } from './control-center-call.ts';
import { controlCenterCustomers, type ReportingCustomers } from './control-center-customers.ts';
import { dialableNumbers } from './control-center-soap.ts';
import { type Ledger, withLedger } from './ledger.ts';
import { carrierNotSetUp, customersNotSetUp, unavailable } from './not-set-up.ts';
import type { Lease } from './pace.ts';
import { thingSpace } from './thingspace.ts';
import { registerCallbacks } from './thingspace-registration.ts';
import { thingSpaceSession } from './thingspace-session.ts';

export interface CarrierPorts {
  lease: Lease;
  ledger: Ledger;
  log: Log;
  clock?: Clock;
  newReference?: () => string;
}

export type Carriers = Readonly<Record<CarrierNumber, Carrier>> & {
  /** Registers `url` for the results of ThingSpace's requests. Returns false if it is registered already. */
  registerThingSpaceCallbacks(url: string): Promise<boolean>;
  /** The external reporting system: the customers of AT&T's and of Telus's Control Center. */
  customers: Readonly<Record<0 | 2, ReportingCustomers>>;
};

/**
 * The carriers by their number. Every change is written to the ledger. Call it once per process, because it caches tokens. A carrier
 * without credentials refuses every call as UNAVAILABLE.
 */
export function carriersFor(config: CarriersConfig, ports: CarrierPorts): Carriers {
  const att = controlCenterOf(0, config, ports);
  const telus = controlCenterOf(2, config, ports);
  return {
    0: att.carrier,
    2: telus.carrier,
    customers: { 0: att.customers, 2: telus.customers },
    ...thingSpaceOf(config, ports),
  };
}

const recorded = (carrier: Carrier, { ledger, clock = systemClock, newReference = randomUUID }: CarrierPorts) =>
  withLedger(carrier, { ledger, clock, newReference });

function controlCenterOf(number: 0 | 2, config: CarriersConfig, ports: CarrierPorts) {
  const { secrets, timeout, dataOnlyPlans, reportingAccountName } = config;
  const credentials = number === 0 ? secrets.controlCenterAtt : secrets.controlCenterTelus;
  if (!credentials) return { carrier: carrierNotSetUp(number), customers: customersNotSetUp(number) };
  const { lease, log, clock = systemClock } = ports;
  const baseUrl = number === 0 ? config.controlCenterAttUrl : config.controlCenterTelusUrl;
  const account = { baseUrl, ...credentials, timeout };
  const call = controlCenterCall(number, account, { lease, clock, log });
  const dialable = dialableNumbers(number, account, { lease, clock, log });
  return {
    carrier: recorded(controlCenter(number, { dataOnlyPlans }, call, dialable), ports),
    customers: controlCenterCustomers(call, reportingAccountName),
  };
}

function thingSpaceOf(config: CarriersConfig, ports: CarrierPorts): Pick<Carriers, 1 | 'registerThingSpaceCallbacks'> {
  const { secrets, timeout, dataOnlyPlans } = config;
  const credentials = secrets.thingspace;
  if (!credentials) return { 1: carrierNotSetUp(1), registerThingSpaceCallbacks: unavailable(1) };
  const { log, clock = systemClock } = ports;
  const session = thingSpaceSession({ baseUrl: config.thingSpaceUrl, ...credentials, timeout }, { clock, log });
  return {
    1: recorded(thingSpace(session, { ...config.thingSpace, dataOnlyPlans }, clock), ports),
    registerThingSpaceCallbacks: (url) => registerCallbacks(session, { url, ...credentials }),
  };
}
