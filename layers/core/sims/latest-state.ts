import type { RequestAction, RequestStep } from './carrier-request.ts';
import { SETTLING_MS } from './settling.ts';

interface RequestedStep {
  reference: string;
  step: RequestStep;
  action: RequestAction;
  at: string;
}

/** The request for a state that was made last, by what is known of its outcome: at most one of these is present, and none if it was refused or given up. One that was withdrawn was never made. */
export interface LatestState<Step> {
  /** The carrier has not said what became of it. */
  open?: Step;
  /** The carrier has not answered at all. */
  unanswered?: Step;
  /** The step that says that a request was done: the last one, or one before it. */
  confirmed?: Step | undefined;
}

const OPEN: readonly RequestStep[] = ['asked', 'accepted'];
const ENDED: readonly RequestStep[] = ['refused', 'givenUp'];

/** The steps without those of requests that were withdrawn: their carriers were not asked. `steps`: the newest first. */
export function withoutWithdrawn<Step extends Pick<RequestedStep, 'reference' | 'step'>>(steps: readonly Step[]) {
  const withdrawn = new Set(steps.filter(({ step }) => step === 'withdrawn').map(({ reference }) => reference));
  return steps.filter(({ reference }) => !withdrawn.has(reference));
}

const ofStates = <Step extends RequestedStep>(steps: readonly Step[]) =>
  withoutWithdrawn(steps.filter(({ action }) => action === 'state'));

/** `steps` of one SIM, the newest first. The result of an earlier request can come after the latest one. */
export function latestStateOf<Step extends RequestedStep>(steps: readonly Step[]): LatestState<Step> {
  const states = ofStates(steps);
  const last = states.find(({ step }) => OPEN.includes(step));
  const own = states.filter(({ reference }) => reference === last?.reference);
  const ownConfirmed = own.find(({ step }) => step === 'confirmed');
  const confirmed = ownConfirmed ?? states.find(({ step }) => step === 'confirmed');
  if (ownConfirmed || !last || own.some(({ step }) => ENDED.includes(step))) return { confirmed };
  const request = own.find(({ step }) => step === 'accepted') ?? last;
  return own.every(({ step }) => OPEN.includes(step))
    ? { open: request, confirmed }
    : { unanswered: request, confirmed };
}

/** True if no step older than these changes the latest state: its request is whole, and an older confirmation has settled. */
export function isLatestStateWhole(steps: readonly RequestedStep[]): boolean {
  const states = ofStates(steps);
  const last = states.find(({ step }) => OPEN.includes(step));
  const asked = states.find(({ reference, step }) => step === 'asked' && reference === last?.reference);
  if (!asked) return false;
  return (
    states.some(({ step }) => step === 'confirmed') || Date.parse(steps.at(-1)!.at) < Date.parse(asked.at) - SETTLING_MS
  );
}
