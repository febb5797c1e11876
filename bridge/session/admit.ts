import type { Socket } from 'node:net';
import type { DownMessage, Login } from '#core/unit-messages/session.ts';
import { BOOT_COUNT_LOST } from '#core/unit-messages/unit-start.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { addressSubject } from '#platform/http/address-subject.ts';
import { PROTOCOL_ERRORS, type ProtocolErrorName, type RefusalReason } from '#protocol/errors.ts';
import { type Frame, PROTOCOL_VERSION } from '#protocol/frames.ts';
import { session as sessionCodec } from '#protocol/models.ts';
import type { BridgeContext } from '../context.ts';
import { RETRY_AFTER_SECONDS } from '../limits/unit-rates.ts';
import type { Admission, RefusalSubject } from '../ports.ts';
import { rawOf } from './connected-unit.ts';

/** A key of the table is short; a longer serial number belongs to no unit. */
const MAX_SERIAL_NUMBER = 12;

export interface Accepted {
  readonly login: Login;
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
  const { ports, refusals, unitRates, now } = context;
  const { remoteAddress = '' } = socket;
  const address = addressSubject(remoteAddress);
  const login = readLogin(frame);
  if ('error' in login) return refuse(login, undefined);
  const { isBlocked, admission } = await authenticate(login);
  // Nobody else can lock out a unit that proves itself.
  if (!admission || (isBlocked && !(admission.accepted && admission.proven))) return refuseGuess(login);
  if (!admission.accepted) return refuseUnit(login, admission.reason);
  if (unitRates.admitsLogin(login.UnitSerNum, now())) return { login, admission };
  if (unitRates.isNoted(login.UnitSerNum, now())) note('tooManyLogins', detailOf(login), login);
  return { refusal: { ...answerOf('busy'), retryAfterSeconds: RETRY_AFTER_SECONDS } };

  async function authenticate(from: Login) {
    const suspicion = await refusals.before(subjectsOf(from, address), now());
    let admission: Admission | undefined;
    try {
      if (!suspicion.blocked || from.proof) admission = await ports.units.authenticate(from);
    } finally {
      await refusals.after(suspicion, admission, now());
    }
    return { isBlocked: suspicion.blocked, admission };
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

const subjectsOf = ({ UnitSerNum }: Login, address: string): RefusalSubject[] => [
  { kind: 'address', value: address },
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
  // Refused whoever it is, so that the unit learns the time and nobody learns more.
  if (message.bootId === BOOT_COUNT_LOST) {
    return { answer: 'loginRefused', error: 'bootCountLost', detail: detailOf(message) };
  }
  return message;
}
