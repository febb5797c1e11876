import type { DownMessage } from '#core/unit-messages/session.ts';
import { countsBack } from '#core/unit-messages/unit-start.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { PROTOCOL_ERRORS } from '#protocol/errors.ts';
import type { Frame } from '#protocol/frames.ts';
import type { BridgeContext } from '../context.ts';
import { RETRY_AFTER_SECONDS } from '../limits/unit-rates.ts';
import { type Accepted, admit, type LoginSocket } from './admit.ts';
import type { ConnectedUnit } from './connected-unit.ts';
import { SequenceWindow } from './sequence-window.ts';

/** The load balancer drops a connection that is silent for 350 s. */
const MAX_HEARTBEAT_SECONDS = 300;

export interface LoginOutcome {
  readonly answer: DownMessage;
  /** Undefined: refused. */
  readonly unit: ConnectedUnit | undefined;
}

/** The answer to a login that is not decided now: the unit tries again later. */
export const busyAnswer = (utc: number): DownMessage => ({
  type: 'loginRefused',
  ...PROTOCOL_ERRORS.busy,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
  utc,
});

/**
 * Handles the first frame of a connection. It claims the unit for this bridge and stores the login before it accepts the unit. It refuses a unit
 * that got another secret meanwhile, so that the unit tries again. Returns undefined if the unit has a newer connection, and, without a claim,
 * if this one has closed: the unit may have a later one.
 */
export async function logIn(
  frame: Frame,
  socket: LoginSocket,
  openedAt: number,
  context: BridgeContext,
): Promise<LoginOutcome | undefined> {
  const decision = await admit(frame, socket, context);
  if (!decision.login) return { answer: decision.refusal, unit: undefined };
  if (socket.destroyed) return undefined;
  const { arrivals } = context.sessions;
  const arrival = arrivals.begin(decision.login.UnitSerNum);
  try {
    const outcome = await claimed(frame, decision, openedAt, context);
    return outcome?.unit && arrival.newestFence > outcome.unit.fence ? undefined : outcome;
  } finally {
    arrivals.end(arrival);
  }
}

async function claimed(
  frame: Frame,
  { login, admission, address }: Accepted,
  openedAt: number,
  context: BridgeContext,
): Promise<LoginOutcome | undefined> {
  const { ports, config, now } = context;
  const { UnitSerNum, imei, FirmVer, bootId } = login;
  const claim = await ports.claims.claim(UnitSerNum, config.bridgeId, login, openedAt, address);
  if (!claim) return undefined;
  const { fence, previousOwner, previousStart, elsewhereSince } = claim;
  if (elsewhereSince !== undefined) context.unitRates.cameFromElsewhere(UnitSerNum, elsewhereSince, now());
  // An older login of the unit may be under way here too.
  context.sessions.arrivals.taken(UnitSerNum, fence);
  const unit: ConnectedUnit = {
    UnitSerNum,
    UnitModel: login.UnitModel as UnitModel,
    imei,
    FirmVer,
    bootId,
    fence,
    heartbeatSeconds: Math.min(admission.heartbeatSeconds, MAX_HEARTBEAT_SECONDS),
    stored: context.sessions.storedOf(UnitSerNum, bootId) ?? new SequenceWindow(),
    capturesUntil: admission.capturesUntil ?? 0,
  };
  if (previousOwner && previousOwner.bridgeId !== config.bridgeId) context.sessions.takenFrom(previousOwner, unit);
  try {
    // A new secret ends the connections that it finds. This one may have been claimed after it, by a login that was decided before.
    if (!(await ports.units.isSecretOf(UnitSerNum, admission.secretSince))) {
      await ports.claims.release(UnitSerNum, fence);
      return { answer: busyAnswer(now()), unit: undefined };
    }
    const countedBackFrom = previousStart && countsBack(login, previousStart) ? previousStart : undefined;
    await ports.ingest.put([context.handovers.login(unit, login, frame, now(), countedBackFrom)]);
    const { heartbeatSeconds } = unit;
    return { answer: { type: 'loginAccepted', utc: now(), heartbeatSeconds }, unit };
  } catch (error) {
    await ports.claims.release(UnitSerNum, fence);
    throw error;
  }
}
