import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Carrier as CarrierNumber } from '#core/sims/carrier.ts';
import type { Carrier, Clock, Log } from './carrier.ts';
import type { CarriersConfig } from './config.ts';
import { controlCenter } from './control-center.ts';
import { controlCenterCall } from './control-center-call.ts';
import { controlCenterCustomers, type ReportingCustomers } from './control-center-customers.ts';
import { type Ledger, ledgered } from './ledger.ts';
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
  /** Has ThingSpace post the results of requests to `url`; true where that was not so already. */
  registerThingSpaceCallbacks(url: string): Promise<boolean>;
  /** The external reporting system: the customers of AT&T's and of Telus's Control Center. */
  customers: Readonly<Record<0 | 2, ReportingCustomers>>;
};

const systemClock: Clock = { now: Date.now, sleep: (milliseconds) => sleep(milliseconds) };

/** The carriers by their number, every change written to the ledger. Made once per process: tokens are kept in it. */
export function carriersFor(config: CarriersConfig, ports: CarrierPorts): Carriers {
  const { lease, ledger, log, clock = systemClock, newReference = randomUUID } = ports;
  const { secrets, timeout, dataOnlyPlans } = config;
  const recorded = (carrier: Carrier) => ledgered(carrier, { ledger, clock, newReference });

  const callPorts = { lease, clock, log };
  const att = controlCenterCall(
    0,
    { baseUrl: config.controlCenterAttUrl, ...secrets.controlCenterAtt, timeout },
    callPorts,
  );
  const telus = controlCenterCall(
    2,
    { baseUrl: config.controlCenterTelusUrl, ...secrets.controlCenterTelus, timeout },
    callPorts,
  );
  const session = thingSpaceSession({ baseUrl: config.thingSpaceUrl, ...secrets.thingspace, timeout }, { clock, log });
  return {
    0: recorded(controlCenter(0, { dataOnlyPlans }, att)),
    1: recorded(thingSpace(session, { ...config.thingSpace, dataOnlyPlans }, clock)),
    2: recorded(controlCenter(2, { dataOnlyPlans }, telus)),
    customers: {
      0: controlCenterCustomers(att, config.reportingAccountName),
      2: controlCenterCustomers(telus, config.reportingAccountName),
    },
    registerThingSpaceCallbacks: (url) => registerCallbacks(session, { url, ...secrets.thingspace }),
  };
}
