import type { Carrier } from '#adapters/carriers/carrier.ts';
import { AppError } from '#core/errors.ts';
import { CarrierNumber, carrierOf } from '#core/sims/carrier.ts';
import type { CarrierSim, CarrierState } from '#core/sims/carrier-sim.ts';
import { comparedState, liveState, simSlot } from '#core/sims/live-state.ts';
import { isLagging } from '#core/sims/settling.ts';
import { SIM_STATE, SimState, shownState, type Viewer } from '#core/sims/sim-state.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { SimNow } from '#data/kit/area.ts';
import { carrierChangeStore, type OpenChange } from '#data/sims/carriers.ts';
import { carriers } from '../aws/carriers.ts';

type Slot = 1 | 2;

export type StoredSim = NonNullable<ReturnType<typeof storedSlot>>;

/** The stored SIM of a slot; undefined if the slot is empty. */
export function storedSlot(unit: UnitRecord, slot: Slot) {
  const iccid = unit[`ICCID${slot}`];
  if (!iccid) return undefined;
  const carrier = carrierOf(iccid) ?? CarrierNumber.safeParse(unit[`ICCID${slot}Carrier`]).data;
  if (carrier === undefined) throw new AppError('NOT_FOUND', 'The carrier of the SIM is not known');
  const state = SimState.catch(SIM_STATE.deactivated).parse(unit[`ICCID${slot}State`]);
  return { iccid, carrier, state };
}

async function ask<Sim extends CarrierState>(
  unit: UnitRecord,
  stored: StoredSim,
  read: (carrier: Carrier, iccid: string) => Promise<Sim>,
  how: { consistent?: true } = {},
) {
  const { iccid, carrier } = stored;
  const [told, latest] = await Promise.all([
    carriers().then((all) => read(all[carrier], iccid)),
    carrierChangeStore.latestState(iccid, how),
  ]);
  // A person wins over the carrier, which does not report voice as ready.
  const ready = unit.voiceReadyICCID === iccid && { voiceNotReady: false, pendingActivation: false };
  const sim = { ...told, ...ready };
  const { open, confirmed } = latest;
  const asked = open && SimState.parse(open.target);
  // Until the carrier's list has settled, a reading that shows what was asked next can be one of the state before both changes.
  const lags =
    confirmed !== undefined &&
    isLagging(sim, { target: SimState.parse(confirmed.target), at: confirmed.at }, Date.now());
  return { sim, asked, latest, lags, live: lags ? stored.state : liveState(sim, stored.state, asked) };
}

const inDetail = (carrier: Carrier, iccid: string): Promise<CarrierSim> => carrier.simDetails(iccid);

/** The slot with the carrier's data. If the carrier does not answer: the stored data, and the reason. */
export async function readSlot(unit: UnitRecord, slot: Slot, viewer: Viewer) {
  const stored = storedSlot(unit, slot);
  if (!stored) return null;
  const { iccid, carrier } = stored;
  const storedState = shownState(stored.state, viewer);
  try {
    const { sim, live } = await ask(unit, stored, inDetail);
    const told = simSlot(sim, stored.state, live);
    const state = shownState(told.deviceDetails.state, viewer);
    return { ...told, storedState, deviceDetails: { ...told.deviceDetails, state } };
  } catch (error) {
    if (error instanceof AppError) return { carrier, iccid, storedState, failure: error.message };
    throw error;
  }
}

interface PresentState {
  stored: SimState;
  /** The stored state while the carrier's records may lag behind a change that it has confirmed. */
  live: SimState;
  /** As the comparison with the carrier takes it: null for a state that has no name in the portal. */
  told: SimState | null;
  sim: CarrierSim;
  /** True if the reading contradicts what the carrier has just confirmed. */
  lags: boolean;
  /** The request for a state that was made last, if its outcome is not known. `open`: the live state takes it into account. */
  open: OpenChange | undefined;
  unanswered: OpenChange | undefined;
}

/** The stored and the live state of the SIM in a slot. NOT_FOUND if the slot is empty. */
export async function slotState(unit: UnitRecord, slot: Slot): Promise<PresentState> {
  const stored = storedSlot(unit, slot);
  if (!stored) throw new AppError('NOT_FOUND', `There is no SIM in slot ${slot}`);
  const { sim, asked, live, lags, latest } = await ask(unit, stored, inDetail);
  const { open, unanswered } = latest;
  return { stored: stored.state, live, told: comparedState(sim, stored.state, asked), sim, lags, open, unanswered };
}

/**
 * The live state of the SIM in a slot with as few calls as possible, and the request for a state that was made last, even a moment ago. NOT_FOUND if the
 * slot is empty.
 */
export async function liveSim(unit: UnitRecord, slot: Slot): Promise<SimNow> {
  const stored = storedSlot(unit, slot);
  if (!stored) throw new AppError('NOT_FOUND', `There is no SIM in slot ${slot}`);
  const read = (carrier: Carrier, iccid: string) => carrier.simState(iccid);
  const { live, lags, latest } = await ask(unit, stored, read, { consistent: true });
  return { live, lags, latest };
}

/**
 * The state of a stored SIM as its carrier says, with as few calls as possible, and the carrier's own name of it. `told` is null if the carrier does not
 * know the SIM, which has no `status` then, or if its state has no name in the portal. `lags`: the reading contradicts what the carrier has just confirmed.
 */
export async function toldState(
  unit: UnitRecord,
  stored: StoredSim,
): Promise<{ told: SimState | null; status: string; lags: boolean }> {
  try {
    const { sim, asked, lags } = await ask(unit, stored, (carrier, iccid) => carrier.simState(iccid));
    return { told: comparedState(sim, stored.state, asked), status: sim.deviceDetails.status, lags };
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return { told: null, status: '', lags: false };
    throw error;
  }
}
