import { z } from 'zod';

/** What a SIM can be, by its code. */
export const SIM_STATE = {
  activated: 14,
  deactivated: 15,
  testReady: 18,
  inventory: 19,
  activationReady: 20,
  retired: 21,
  purged: 22,
  pendingActivation: 34,
  nonBilling: 35,
  provisioningVoice: 36,
} as const;

export const SimState = z.union([
  z.literal(14),
  z.literal(15),
  z.literal(18),
  z.literal(19),
  z.literal(20),
  z.literal(21),
  z.literal(22),
  z.literal(34),
  z.literal(35),
  z.literal(36),
]);
export type SimState = z.infer<typeof SimState>;

const IN_SERVICE: readonly (number | undefined)[] = [SIM_STATE.activated, SIM_STATE.provisioningVoice];

/** True for the state of a line that its carrier serves, and bills. */
export const isInService = (state: number | undefined): boolean => IN_SERVICE.includes(state);

const LABELS: Record<SimState, string> = {
  14: 'Activated',
  15: 'Deactivated',
  18: 'Test Ready',
  19: 'Inventory',
  20: 'Activation Ready',
  21: 'Retired',
  22: 'Purged',
  34: 'Pending Activation',
  35: 'Non-Billing',
  36: 'Provisioning Voice',
};

/** The viewer: `engineer` is the access flag ENGINEER, not the user type. */
export interface Viewer {
  engineer: boolean;
}

/** The state that the viewer may see: only engineers see Non-Billing, all others see a deactivated SIM. */
export const shownState = (state: SimState, { engineer }: Viewer): SimState =>
  state === SIM_STATE.nonBilling && !engineer ? SIM_STATE.deactivated : state;

/** The state's label, as the viewer may see it. */
export const simStateLabel = (state: SimState, viewer: Viewer) => LABELS[shownState(state, viewer)];
