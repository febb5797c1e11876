import type { DownMessage, Login } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { PROTOCOL_ERRORS, type RefusalName } from '#protocol/errors.ts';
import { type Frame, PROTOCOL_VERSION } from '#protocol/frames.ts';
import { session as sessionCodec } from '#protocol/models.ts';
import type { BridgeContext } from '../context.ts';
import { type ConnectedUnit, hexOfFrame } from './connected-unit.ts';
import { SequenceWindow } from './sequence-window.ts';

/** The load balancer drops a connection that is silent for 350 s. */
const MAX_HEARTBEAT_SECONDS = 300;

export interface LoginOutcome {
  readonly answer: DownMessage;
  /** Undefined: refused. */
  readonly unit: ConnectedUnit | undefined;
}

interface Refused {
  readonly refusal: RefusalName;
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

/** Decides about the first frame of a connection. A unit is accepted only once it is claimed for this bridge and its login is stored. */
export async function logIn(frame: Frame, remoteAddress: string, context: BridgeContext): Promise<LoginOutcome> {
  const { ports, config, now } = context;
  const login = readLogin(frame);
  if ('refusal' in login) return refuse(login, undefined);

  const admission = await ports.units.authenticate(login);
  if (!admission.accepted) {
    const { refusal, retryAfterSeconds } = admission;
    const detail = `${login.UnitModel} ${login.UnitSerNum}, IMEI ${login.imei}`;
    return refuse({ refusal, detail, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }, login);
  }

  const { UnitSerNum, imei, FirmVer, bootId } = login;
  const { fence, previousOwner } = await ports.claims.claim(UnitSerNum, config.bridgeId, login);
  const unit: ConnectedUnit = {
    UnitSerNum,
    UnitModel: login.UnitModel as UnitModel,
    imei,
    FirmVer,
    bootId,
    fence,
    heartbeatSeconds: Math.min(admission.heartbeatSeconds, MAX_HEARTBEAT_SECONDS),
    stored: context.sessions.storedOf(UnitSerNum, bootId) ?? new SequenceWindow(),
  };
  if (previousOwner && previousOwner.bridgeId !== config.bridgeId) context.sessions.takenFrom(previousOwner, unit);
  try {
    await ports.ingest.put([context.handovers.login(unit, login, frame, now())]);
    const { heartbeatSeconds } = unit;
    return { answer: { type: 'loginAccepted', utc: now(), heartbeatSeconds }, unit };
  } catch (error) {
    await ports.claims.release(UnitSerNum, fence);
    throw error;
  }

  function refuse({ refusal, detail, retryAfterSeconds }: Refused, from: Login | undefined): LoginOutcome {
    context.invalidLog.add({
      receivedAt: now(),
      ...(from && { UnitSerNum: from.UnitSerNum, imei: from.imei }),
      error: refusal,
      detail,
      raw: from?.proof ? '' : hexOfFrame(frame),
      remoteAddress,
    });
    const answer: DownMessage = {
      type: 'loginRefused',
      ...PROTOCOL_ERRORS[refusal],
      utc: now(),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
    return { answer, unit: undefined };
  }
}

function readLogin(frame: Frame): Login | Refused {
  if (frame.version !== PROTOCOL_VERSION) return { refusal: 'unsupportedVersion', detail: `Version ${frame.version}` };
  const decoded = sessionCodec.decode(frame);
  if (!decoded.ok) return { refusal: 'notLoggedIn', detail: decoded.detail };
  const { message } = decoded;
  if (message.type !== 'login') return { refusal: 'notLoggedIn', detail: `Began with ${message.type}` };
  if (message.protocolVersion !== PROTOCOL_VERSION) {
    return { refusal: 'unsupportedVersion', detail: `Version ${message.protocolVersion}` };
  }
  if (!(UNIT_MODELS as readonly string[]).includes(message.UnitModel)) {
    return { refusal: 'modelMismatch', detail: `Model ${message.UnitModel}` };
  }
  return message;
}
