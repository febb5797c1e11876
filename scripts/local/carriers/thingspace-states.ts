import type { Sim } from './sim.ts';
import type { Change } from './thingspace-jobs.ts';

/** A line's state during a change. */
export const PENDING: Partial<Record<Change['action'], string>> = {
  activate: 'pending activation',
  deactivate: 'pending deactivation',
  suspend: 'pending suspend',
  restore: 'pending resume',
};

/** A line's state after a pending change has failed. */
export const SETTLED: Record<string, string> = {
  'pending activation': 'deactive',
  'pending deactivation': 'active',
  'pending suspend': 'active',
  'pending resume': 'suspend',
};

/** The member of a callback's body with the outcome of each change. */
export const RESPONSES: Record<Change['action'], string> = {
  activate: 'activateResponse',
  deactivate: 'deactivateResponse',
  suspend: 'suspendResponse',
  restore: 'restoreResponse',
  plan: 'changeServicePlanResponse',
};

/** A line's new data after a change. */
export function outcomeOf({ action, servicePlan }: Change): Partial<Sim> {
  const plan = servicePlan ? { plan: servicePlan } : {};
  switch (action) {
    case 'activate':
      return { status: 'active', ...plan };
    case 'restore':
      return { status: 'active' };
    case 'deactivate':
      return { status: 'deactive', msisdn: undefined };
    case 'suspend':
      return { status: 'suspend' };
    case 'plan':
      return plan;
  }
}

/** The code of the reason why the change is impossible (states and rules, integration-facts 2.4). */
export function conflictOf({ status }: Sim, { action }: Pick<Change, 'action'>): string | undefined {
  const settled = status === PENDING[action] ? SETTLED[status] : status;
  if (action === 'activate') {
    return settled === 'active' ? 'REQUEST_FAILED.DeviceAlreadyActive' : allowed(settled, 'deactive', 'preactive');
  }
  if (action === 'restore') return allowed(settled, 'suspend');
  return allowed(settled, 'active');
}

const allowed = (status: string | undefined, ...from: string[]) =>
  status !== undefined && from.includes(status) ? undefined : 'INPUT_INVALID.DeviceState.Invalid';
