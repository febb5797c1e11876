import { AppError } from '#core/errors.ts';
import { SIM_STATE, type SimState } from '#core/sims/sim-state.ts';

/** The request that brings a line from `state` to `target`; `none` if it is there or on its way. */
export type Step = 'activate' | 'deactivate' | 'restore' | 'none';

/** ThingSpace has two of our states: on and off. Non-Billing is a line that is off and that the portal marks. */
const ON: readonly SimState[] = [SIM_STATE.activated];
const OFF: readonly SimState[] = [SIM_STATE.deactivated, SIM_STATE.nonBilling];

/** `state` is ThingSpace's own, in lower case with blanks. Only "active" is documented. */
export function nextStep(target: SimState, state: string): Step {
  const on = ON.includes(target);
  if (!on && !OFF.includes(target)) throw new AppError('INVALID', 'Verizon cannot be asked for this state');
  const word = state.toLowerCase();
  if (word.startsWith('pending')) {
    const headedThere = on ? /\b(activat|restor|resum)/ : /\bdeactivat/;
    if (headedThere.test(word)) return 'none';
    throw new AppError('CONFLICT', 'Verizon still works on an earlier change of this SIM. Try again later');
  }
  if (on) return word === 'active' ? 'none' : word.startsWith('suspend') ? 'restore' : 'activate';
  return word.startsWith('deactive') || word.startsWith('pre') ? 'none' : 'deactivate';
}

export const isPending = (state: string) => state.toLowerCase().startsWith('pending');
