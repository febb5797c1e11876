import type { Socket } from 'node:net';
import type { DownMessage, Login } from '#core/unit-messages/session.ts';
import { BOOT_COUNT_LOST } from '#core/unit-messages/unit-start.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { addressSubject } from '#platform/http/address-subject.ts';
import { PROTOCOL_ERRORS, type ProtocolErrorName, type RefusalReason } from '#protocol/errors.ts';
import { type Frame, PROTOCOL_VERSION } from '#protocol/frames.ts';
import { session as sessionCodec } from '#protocol/models.ts';
import type { BridgeContext } from '../context.ts';
import type { Suspicion } from '../limits/refusals.ts';
import { RETRY_AFTER_SECONDS } from '../limits/unit-rates.ts';
import type { Admission } from '../ports.ts';
import { rawOf } from './connected-unit.ts';

/** A key of the table is short; a longer serial number belongs to no unit. */
const MAX_SERIAL_NUMBER = 12;

export interface Accepted {
  readonly login: Login;
  /** The subject that its connection counts for. */
  readonly address: string;
  readonly admission: Extract<Admission, { accepted: true }>;
}
export type Decision = Accepted | { readonly login?: never; readonly refusal: DownMessage };

interface Refused {
  readonly answer: 'loginRefused' | 'notLoggedIn' | 'unsupportedVersion';
  /** For the log of invalid messages. */
  readonly error: RefusalReason | ProtocolErrorName;
  readonly detail: string;
}

/** The connection that a login came over. */
export type LoginSocket = Pick<Socket, 'remoteAddress' | 'destroyed'>;

/** Decides whether the first frame of a connection is the login of a unit that is served. */
export async function admit(frame: Frame, socket: LoginSocket, context: BridgeContext): Promise<Decision> {
  const { ports, refusals, lastAddresses, unitRates, now } = context;
  const { remoteAddress = '' } = socket;
  const address = addressSubject(remoteAddress);
  const login = readLogin(frame);
  if ('error' in login) return refuse(login, undefined);
  const { isBlocked, admission } = await authenticate(login);
  // Nobody else can lock out a unit that proves itself.
  if (!admission || (isBlocked && !(admission.accepted && admission.proven))) return refuseGuess(login);
  if (!admission.accepted) return refuseUnit(login, admission.reason);
  if (unitRates.admitsLogin(login.UnitSerNum, now())) return { login, admission, address };
  if (unitRates.isNoted(login.UnitSerNum, now())) note('tooManyLogins', detailOf(login), login);
  return { refusal: { ...answerOf('busy'), retryAfterSeconds: RETRY_AFTER_SECONDS } };

  async function authenticate(from: Login) {
    const suspicion = await suspicionOf(from);
    let admission: Admission | undefined;
    try {
      if (suspicion.blockedBy.length === 0 || from.proof) admission = await ports.units.authenticate(from);
    } finally {
      await refusals.after(suspicion, admission, now());
    }
    return { isBlocked: suspicion.blockedBy.length > 0, admission };
  }

  /**
   * Guesses from elsewhere, and those of strangers at its address, do not lock out a unit where it was last accepted: there it has a count of its own.
   * An address makes few connections a second, so these reads are few too.
   */
  async function suspicionOf({ UnitSerNum }: Login): Promise<Suspicion> {
    const here = { kind: 'address', value: address } as const;
    const unit = UnitSerNum.slice(0, MAX_SERIAL_NUMBER);
    const suspicion = await refusals.before([here, { kind: 'unit', value: unit }], now());
    const isBlocked = suspicion.blockedBy.length > 0;
    if (!isBlocked || (await lastAddresses.of(unit, now())) !== address) return suspicion;
    await refusals.after(suspicion, undefined, now());
    return refusals.before([{ kind: 'unitAtAddress', value: `${unit} ${address}` }], now());
  }

  function refuseGuess(from: Login): Decision {
    const isNoted = refusals.isNoted(address, now());
    return isNoted ? refuseUnit(from, 'tooManyRefusals') : { refusal: answerOf('loginRefused') };
  }

  function refuseUnit(from: Login, reason: RefusalReason): Decision {
    return refuse({ answer: 'loginRefused', error: reason, detail: detailOf(from) }, from);
  }

  function refuse({ answer, error, detail }: Refused, from: Login | undefined): Decision {
    note(error, detail, from);
    return { refusal: answerOf(answer) };
  }

  function answerOf(name: Refused['answer'] | 'busy') {
    return { type: 'loginRefused', ...PROTOCOL_ERRORS[name], utc: now() } as const;
  }

  function note(error: Refused['error'], detail: string, from: Login | undefined): void {
    context.invalidLog.add(
      {
        receivedAt: now(),
        ...(from && { UnitSerNum: from.UnitSerNum, imei: from.imei }),
        error,
        detail,
        raw: rawOf(frame),
        remoteAddress,
      },
      address,
    );
  }
}

const detailOf = ({ UnitModel, UnitSerNum, imei }: Login) => `${UnitModel} ${UnitSerNum}, IMEI ${imei}`;

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
  // Refused whoever it is, so that the unit learns the time and nobody learns more.
  if (message.bootId === BOOT_COUNT_LOST) {
    return { answer: 'loginRefused', error: 'bootCountLost', detail: detailOf(message) };
  }
  return message;
}
