import type { SipAddress } from '#core/monitoring-centers/receiver-address.ts';
import { encodeScaip, parseScaip, SCAIP_TYPE } from '#protocol/scaip/message.ts';
import { answerChallenge, type Login } from '#protocol/sip/digest.ts';
import {
  answersTo,
  encodeMessage,
  encodeResponse,
  MESSAGE,
  type OutgoingMessage,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '#protocol/sip/message.ts';
import type { Answer } from './outgoing.ts';
import { type ScaipTags, scaipAnswer } from './scaip.ts';

/** What follows a message of the receiver: bytes to send, and the end of the try. */
interface Step {
  send?: Buffer;
  answer?: Answer;
}

interface Options {
  address: SipAddress;
  login: Login;
  tags: ScaipTags;
  /** Letters and digits, new with each call. */
  random(): string;
}

const CHALLENGES: Readonly<
  Record<number, { challenge: string; header: NonNullable<OutgoingMessage['login']>['header'] }>
> = {
  401: { challenge: 'www-authenticate', header: 'Authorization' },
  407: { challenge: 'proxy-authenticate', header: 'Proxy-Authorization' },
};

const failed = (detail: string): Step => ({ answer: { ok: false, detail } });

/**
 * One request of SCAIP as a MESSAGE of SIP: the request, once more with the digest if the receiver asks for a login, and the acknowledgement. That is the body of
 * the response, or, if the body is empty, a MESSAGE of the receiver over the same connection.
 */
export function sipConversation({ address, login, tags, random }: Options) {
  const newBranch = () => `z9hG4bK${random()}`;
  let request: OutgoingMessage = {
    ...{ uri: address.uri, to: address.identity, from: address.identityOf(login.userName), tag: random() },
    ...{ transport: address.transport, branch: newBranch(), callId: random(), sequence: 1 },
    ...{ contentType: SCAIP_TYPE, body: encodeScaip({ root: 'mrq', tags }) },
  };
  let accepted: number | undefined;
  let isRefused = false;
  let isRedialled = false;

  function takeResponse(response: SipResponse): Step {
    const { status, headers, body } = response;
    if (!answersTo(response, request) || status < 200) return {};
    const asked = CHALLENGES[status];
    if (asked) return logIn(headers.get(asked.challenge) ?? [], asked.header);
    if (status >= 300) return failed(`The receiver answered ${status}`);
    if (body.length > 0) return { answer: scaipAnswer(tags, body.toString()) };
    accepted = status;
    return {};
  }

  function logIn(challenges: readonly string[], header: NonNullable<OutgoingMessage['login']>['header']): Step {
    // Another connection can ask with another challenge.
    if (request.login && (isRefused || !isRedialled)) return failed('The receiver refused user name and password');
    isRefused = request.login !== undefined;
    const asked = { method: MESSAGE, uri: request.uri, clientNonce: random() };
    const value = answerChallenge(challenges, login, asked);
    if (value === undefined) return failed('The receiver asks for a login that the portal does not support');
    request = { ...request, branch: newBranch(), sequence: request.sequence + 1, login: { header, value } };
    return { send: encodeMessage(request) };
  }

  function takeRequest(from: SipRequest): Step {
    const reply = (status: number, reason: string, headers: readonly [string, string][] = []) =>
      encodeResponse(from, { status, reason, tag: random(), headers });
    // ACK is never answered.
    if (from.method === 'ACK') return {};
    if (from.method !== MESSAGE) return { send: reply(405, 'Method Not Allowed', [['Allow', MESSAGE]]) };
    const text = from.body.toString();
    if (parseScaip(text)?.tags.ref !== tags.ref) return { send: reply(404, 'Not Found') };
    return { send: reply(200, 'OK'), answer: scaipAnswer(tags, text) };
  }

  return {
    first: encodeMessage(request),
    take: (message: SipMessage): Step => (message.kind === 'request' ? takeRequest(message) : takeResponse(message)),
    /**
     * What to send over another connection when the receiver has closed this one: the request with its login, once. Some receivers close after they have
     * asked for a login. Undefined for others.
     */
    redial: (): Buffer | undefined => {
      if (!request.login || isRedialled || accepted !== undefined) return undefined;
      isRedialled = true;
      request = { ...request, branch: newBranch() };
      return encodeMessage(request);
    },
    /** Why there is no answer, when the time is over or the connection is closed. */
    without: (end: 'inTime' | 'closed'): string => {
      if (accepted !== undefined) return `The receiver answered ${accepted}, but did not acknowledge the message`;
      return end === 'inTime' ? 'No answer in time' : 'The receiver closed the connection without an answer';
    },
  };
}
