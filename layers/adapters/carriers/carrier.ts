import type { ToldUsage } from '#core/billing/sim-usage.ts';
import type { Carrier as CarrierNumber } from '#core/sims/carrier.ts';
import type { RequestOrigin } from '#core/sims/carrier-request.ts';
import type { CarrierSim, CarrierState } from '#core/sims/carrier-sim.ts';
import type { SimState } from '#core/sims/sim-state.ts';

/** The outcome of a change: done at once, or accepted and confirmed later (Verizon: by a callback with this request ID). */
export type ChangeOutcome = { outcome: 'done' } | { outcome: 'accepted'; requestId?: string };

export interface RequestOptions {
  /** Our own ID of the change, which joins its steps in the ledger. */
  reference?: string;
  /** Who asks, and why, for the ledger. */
  origin?: RequestOrigin;
  /** Read in the turn of each attempt at a change, right before it. False: the carrier is not asked, and NotWanted is thrown. */
  isWanted?: () => Promise<boolean>;
}

export interface ChangeOptions extends RequestOptions {
  /** The unit's IMEI; Verizon binds a SIM to it on activation. Looked up at the carrier when absent. */
  imei?: string;
  /** Where the unit is used: Verizon chooses the number by it. */
  zipCode?: string;
}

/**
 * One carrier. Every method throws AppError: NOT_FOUND if the carrier does not know the SIM, CONFLICT if it refuses the change,
 * TOO_MANY if it is busy, UNAVAILABLE if it does not answer (the outcome of a change is then unknown), INTERNAL if it refuses
 * our credentials.
 */
export interface Carrier {
  readonly number: CarrierNumber;
  simDetails(iccid: string): Promise<CarrierSim>;
  /** The same without sessions and usage, with as few calls as possible. */
  simState(iccid: string): Promise<CarrierState>;
  /**
   * What the SIM used between two moments (milliseconds), or since the carrier's billing cycle began if it says nothing else. Undefined if the carrier
   * answers without saying it.
   */
  usage(iccid: string, span: { earliest: number; latest: number }): Promise<ToldUsage | undefined>;
  /** Requests a state. A state that the carrier does not have is INVALID; the present one is done at once. */
  changeState(iccid: string, target: SimState, options?: ChangeOptions): Promise<ChangeOutcome>;
  /** Sends a text to the unit's SIM and returns the carrier's ID of it. The text may not have been delivered yet. */
  sendSms(iccid: string, text: string, options?: RequestOptions): Promise<{ messageId: string }>;
  /**
   * Requests a number that people can dial, in the area of a ZIP code. The carrier confirms it later. INVALID at a carrier that gives such
   * numbers with the activation.
   */
  requestDialableNumber(iccid: string, zipCode: string, options?: RequestOptions): Promise<ChangeOutcome>;
  editCommunicationPlan(iccid: string, plan: string, options?: RequestOptions): Promise<ChangeOutcome>;
}

/** The adapters' log. It never gets credentials or tokens. */
export interface Log {
  warn(message: string, facts: Record<string, unknown>): void;
  error(message: string, facts: Record<string, unknown>): void;
}

/** Time for the adapters, in milliseconds. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}
