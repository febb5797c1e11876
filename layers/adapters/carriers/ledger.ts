import { AppError } from '#core/errors.ts';
import type { Carrier as CarrierNumber } from '#core/sims/carrier.ts';
import type { RequestAction, RequestOrigin, RequestStep } from '#core/sims/carrier-request.ts';
import type { SimState } from '#core/sims/sim-state.ts';
import { instant } from '#core/time.ts';
import type { Carrier, ChangeOutcome, Clock, RequestOptions } from './carrier.ts';
import { wasNotAsked } from './wanted.ts';

export interface LedgerEntry {
  /** The same for all steps of one change. */
  reference: string;
  step: RequestStep;
  at: string;
  carrier: CarrierNumber;
  iccid: string;
  action: RequestAction;
  /** The state asked for. */
  target?: SimState;
  plan?: string;
  /** The carrier's ID of the change, which its callback carries. */
  requestId?: string;
  /** Why it was refused. */
  reason?: string;
  /** Who asked, and why. */
  origin?: RequestOrigin;
}

/** Stores the requests to carriers. A request that cannot be recorded is not sent. */
export interface Ledger {
  record(entry: LedgerEntry): Promise<void>;
}

interface Ports {
  ledger: Ledger;
  clock: Pick<Clock, 'now'>;
  newReference: () => string;
}

/** The carrier, with every change recorded before and after. */
export function withLedger(carrier: Carrier, { ledger, clock, newReference }: Ports): Carrier {
  type Ask = Omit<LedgerEntry, 'step' | 'at' | 'carrier' | 'reference' | 'origin'>;

  async function recorded<T>(
    ask: Ask,
    { reference, origin }: RequestOptions = {},
    act: () => Promise<T>,
    after: (result: T) => Pick<LedgerEntry, 'step' | 'requestId'>,
  ): Promise<T> {
    const entry = {
      ...ask,
      carrier: carrier.number,
      reference: reference ?? newReference(),
      ...(origin && { origin }),
    };
    const record = (step: Pick<LedgerEntry, 'step' | 'requestId' | 'reason'>) =>
      ledger.record({ ...entry, at: instant(clock.now()), ...step });

    await record({ step: 'asked' });
    const result = await act().catch(async (error: unknown) => {
      await record({ step: stepAfter(error), reason: (error as Error).message });
      throw error;
    });
    await record(after(result));
    return result;
  }

  const changed = (result: ChangeOutcome) =>
    result.outcome === 'done'
      ? { step: 'confirmed' as const }
      : { step: 'accepted' as const, ...(result.requestId && { requestId: result.requestId }) };

  return {
    number: carrier.number,
    simDetails: (iccid) => carrier.simDetails(iccid),
    simState: (iccid) => carrier.simState(iccid),
    usage: (iccid, span) => carrier.usage(iccid, span),
    changeState: (iccid, target, options) =>
      recorded({ action: 'state', iccid, target }, options, () => carrier.changeState(iccid, target, options), changed),
    editCommunicationPlan: (iccid, plan, options) =>
      recorded(
        { action: 'plan', iccid, plan },
        options,
        () => carrier.editCommunicationPlan(iccid, plan, options),
        changed,
      ),
    requestDialableNumber: (iccid, zipCode, options) =>
      recorded(
        { action: 'number', iccid },
        options,
        () => carrier.requestDialableNumber(iccid, zipCode, options),
        changed,
      ),
    sendSms: (iccid, text, options) =>
      recorded(
        { action: 'sms', iccid },
        options,
        () => carrier.sendSms(iccid, text, options),
        ({ messageId }) => ({ step: 'accepted', requestId: messageId }),
      ),
  };
}

/** What is known of a request after an error. `unknown`: the carrier may have taken it. */
export function stepAfter(error: unknown): RequestStep {
  if (wasNotAsked(error)) return 'withdrawn';
  return error instanceof AppError && error.code !== 'UNAVAILABLE' ? 'refused' : 'unknown';
}
