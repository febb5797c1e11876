import type { DownMessage, Login } from '#core/unit-messages/session.ts';
import { countsBack } from '#core/unit-messages/unit-start.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { addressSubject } from '#platform/http/address-subject.ts';
import { PROTOCOL_ERRORS, type ProtocolErrorName, type RefusalReason } from '#protocol/errors.ts';
import { type Frame, PROTOCOL_VERSION } from '#protocol/frames.ts';
import { session as sessionCodec } from '#protocol/models.ts';
import type { BridgeContext } from '../context.ts';
import type { RefusalSubject } from '../ports.ts';
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
  readonly answer: 'loginRefused' | 'notLoggedIn' | 'unsupportedVersion';
  /** For the log of invalid messages. */
  readonly error: RefusalReason | ProtocolErrorName;
  readonly detail: string;
}

/** Decides about the first frame of a connection. A unit is accepted only once it is claimed for this bridge and its login is stored. */
export async function logIn(frame: Frame, remoteAddress: string, context: BridgeContext): Promise<LoginOutcome> {
  const { ports, config, refusals, now } = context;
  const login = readLogin(frame);
  if ('error' in login) return refuse(login, undefined);
  const subjects = subjectsOf(login, remoteAddress);
  const suspicion = await refusals.before(subjects, now());
  if (suspicion.blocked && !login.proof) return refuseGuess(login);

  const admission = await ports.units.authenticate(login);
  if (!admission.accepted) {
    await refusals.refused(subjects, suspicion, now());
    return suspicion.blocked ? refuseGuess(login) : refuseUnit(login, admission.reason);
  }
  // Nobody else can lock out a unit that proves itself.
  if (suspicion.blocked && !admission.proven) return refuseGuess(login);
  await refusals.accepted(suspicion);

  const { UnitSerNum, imei, FirmVer, bootId } = login;
  const { fence, previousOwner, previousStart } = await ports.claims.claim(UnitSerNum, config.bridgeId, login);
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
    const countedBackFrom = previousStart && countsBack(login, previousStart) ? previousStart : undefined;
    await ports.ingest.put([context.handovers.login(unit, login, frame, now(), countedBackFrom)]);
    const { heartbeatSeconds } = unit;
    return { answer: { type: 'loginAccepted', utc: now(), heartbeatSeconds }, unit };
  } catch (error) {
    await ports.claims.release(UnitSerNum, fence);
    throw error;
  }

  function refuseGuess(from: Login): LoginOutcome {
    const isNoted = refusals.isNoted(addressSubject(remoteAddress), now());
    return isNoted ? refuseUnit(from, 'tooManyRefusals') : { answer: refusal('loginRefused'), unit: undefined };
  }

  function refuseUnit(from: Login, reason: RefusalReason): LoginOutcome {
    const detail = `${from.UnitModel} ${from.UnitSerNum}, IMEI ${from.imei}`;
    return refuse({ answer: 'loginRefused', error: reason, detail }, from);
  }

  function refusal(name: Refused['answer']): DownMessage {
    return { type: 'loginRefused', ...PROTOCOL_ERRORS[name], utc: now() };
  }

  function refuse({ answer, error, detail }: Refused, from: Login | undefined): LoginOutcome {
    context.invalidLog.add({
      receivedAt: now(),
      ...(from && { UnitSerNum: from.UnitSerNum, imei: from.imei }),
      error,
      detail,
      raw: from?.proof ? '' : hexOfFrame(frame),
      remoteAddress,
    });
    return { answer: refusal(answer), unit: undefined };
  }
}

/** A key of the table is short; a longer serial number belongs to no unit. */
const MAX_SERIAL_NUMBER = 12;

const subjectsOf = ({ UnitSerNum }: Login, remoteAddress: string): RefusalSubject[] => [
  { kind: 'address', value: addressSubject(remoteAddress) },
  { kind: 'unit', value: UnitSerNum.slice(0, MAX_SERIAL_NUMBER) },
];

function readLogin(frame: Frame): Login | Refused {
  const unsupported = (version: number): Refused => ({
    answer: 'unsupportedVersion',
    error: 'unsupportedVersion',
    detail: `Version ${version}`,
  });
  const notLoggedIn = (detail: string): Refused => ({ answer: 'notLoggedIn', error: 'notLoggedIn', detail });
  if (frame.version !== PROTOCOL_VERSION) return unsupported(frame.version);
  const decoded = sessionCodec.decode(frame);
  if (!decoded.ok) return notLoggedIn(decoded.detail);
  const { message } = decoded;
  if (message.type !== 'login') return notLoggedIn(`Began with ${message.type}`);
  if (message.protocolVersion !== PROTOCOL_VERSION) return unsupported(message.protocolVersion);
  if (!(UNIT_MODELS as readonly string[]).includes(message.UnitModel)) {
    return { answer: 'loginRefused', error: 'modelMismatch', detail: `Model ${message.UnitModel}` };
  }
  return message;
}
