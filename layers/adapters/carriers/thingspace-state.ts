import { AppError } from '#core/errors.ts';
import { SIM_STATE, type SimState } from '#core/sims/sim-state.ts';

/** What has to be asked of ThingSpace so that a line in `state` becomes `target`; `none` where it is so or on its way. */
export type Step = 'activate' | 'deactivate' | 'restore' | 'none';

/** The states that ThingSpace has for us: on and off. Non-Billing is a mark of ours on a line that is off. */
const ON: readonly SimState[] = [SIM_STATE.activated];
const OFF: readonly SimState[] = [SIM_STATE.deactivated, SIM_STATE.nonBilling];

/** `state` is ThingSpace's word, of which only "active" is documented: spelled in lower case, with blanks. */
export function stepTo(target: SimState, state: string): Step {
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
