import type { Carrier as CarrierNumber } from '#core/sims/carrier.ts';
import type { CarrierSim } from '#core/sims/carrier-sim.ts';
import type { SimState } from '#core/sims/sim-state.ts';

/** What became of a change: done at once, or taken on and confirmed later (Verizon: by a callback with this request ID). */
export type ChangeOutcome = { outcome: 'done' } | { outcome: 'accepted'; requestId?: string };

export interface ChangeOptions {
  /** Our own name of the change, so that its steps are found together in the ledger. */
  reference?: string;
  /** The unit's IMEI; Verizon binds a SIM to it on activation. Looked up at the carrier when absent. */
  imei?: string;
  /** Where the unit is used: Verizon chooses the number by it. */
  zipCode?: string;
}

/**
 * One carrier, as the portal needs it. Every method throws AppError: NOT_FOUND where the carrier does not know the SIM,
 * CONFLICT where it refuses the change, TOO_MANY where it is busy, UNAVAILABLE where it does not answer (for a change:
 * what became of it is unknown), INTERNAL where it refuses us.
 */
export interface Carrier {
  readonly number: CarrierNumber;
  simDetails(iccid: string): Promise<CarrierSim>;
  /** Asks for a state. States that the carrier does not have are INVALID. Asking again for what is so already is done. */
  changeState(iccid: string, target: SimState, options?: ChangeOptions): Promise<ChangeOutcome>;
  /** Sends a text to the unit's SIM; the answer names the message at the carrier. It says nothing of its delivery. */
  sendSms(iccid: string, text: string, options?: Pick<ChangeOptions, 'reference'>): Promise<{ messageId: string }>;
  editCommunicationPlan(
    iccid: string,
    plan: string,
    options?: Pick<ChangeOptions, 'reference'>,
  ): Promise<ChangeOutcome>;
}

/** Where the adapters tell what people should not have to read. Never given credentials or tokens. */
export interface Log {
  warn(message: string, facts: Record<string, unknown>): void;
  error(message: string, facts: Record<string, unknown>): void;
}

/** Time as the adapters see it. Milliseconds. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}
