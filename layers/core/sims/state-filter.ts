import { SimState, shownState, type Viewer } from './sim-state.ts';

const LISTED: readonly SimState[] = SimState.options.map((option) => option.value);
const LISTED_FOR_ALL: readonly SimState[] = [14, 15, 34, 36];

/** The states that a list or filter offers: all of them to engineers, the everyday ones to others [P2-A05, P2-A06]. */
export const simStatesFor = ({ engineer }: Viewer) => (engineer ? LISTED : LISTED_FOR_ALL);

/** The stored states behind the state that a viewer picks in a filter. */
export const storedStatesOf = (picked: SimState, viewer: Viewer): SimState[] =>
  LISTED.filter((state) => shownState(state, viewer) === picked);
