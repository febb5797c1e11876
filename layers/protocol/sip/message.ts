/** The values of each header by its long name in small letters. */
export type SipHeaders = ReadonlyMap<string, readonly string[]>;

export interface SipRequest {
  kind: 'request';
  method: string;
  uri: string;
  headers: SipHeaders;
  body: Buffer;
}

export interface SipResponse {
  kind: 'response';
  status: number;
  headers: SipHeaders;
  body: Buffer;
}

/** A message of SIP (RFC 3261), as it was read. */
export type SipMessage = SipRequest | SipResponse;

/** The parts of a request MESSAGE (RFC 3428) outside of a dialog. */
export interface OutgoingMessage {
  /** The Request-URI. */
  uri: string;
  /** The URI of the receiver, without port and parameters. */
  to: string;
  from: string;
  tag: string;
  transport: 'TLS' | 'TCP';
  /** Begins with `z9hG4bK`, and is new in each request. */
  branch: string;
  callId: string;
  sequence: number;
  contentType: string;
  body: string;
  login?: { header: 'Authorization' | 'Proxy-Authorization'; value: string } | undefined;
}

export const MESSAGE = 'MESSAGE';
const MAX_FORWARDS = '70';
/** The sender takes no connections, so it has no address (RFC 3261, section 8.1.1.3 has the same name for the anonymous). */
const SENT_BY = 'watchkeep.invalid';

/** The bytes of a request MESSAGE. Throws if a part contains a control character: it could begin another header. */
export function encodeMessage(message: OutgoingMessage): Buffer {
  const { uri, to, from, tag, transport, branch, callId, sequence, contentType, body, login } = message;
  return encoded(
    `${MESSAGE} ${uri} SIP/2.0`,
    [
      // `alias` lets the receiver send its own requests over this connection (RFC 5923).
      ['Via', `SIP/2.0/${transport} ${SENT_BY};branch=${branch};alias`],
      ['Max-Forwards', MAX_FORWARDS],
      ['To', `<${to}>`],
      ['From', `<${from}>;tag=${tag}`],
      ['Call-ID', callId],
      ['CSeq', `${sequence} ${MESSAGE}`],
      ...(login ? [[login.header, login.value] as const] : []),
      ['Content-Type', contentType],
    ],
    body,
  );
}

interface Reply {
  status: number;
  reason: string;
  /** Of the party that answers. */
  tag: string;
  headers?: readonly (readonly [string, string])[];
  body?: string;
}

/** The bytes of the response to a request. It repeats the headers that RFC 3261, section 8.2.6.2 names. */
export function encodeResponse(
  request: Pick<SipRequest, 'headers'>,
  { status, reason, tag, headers = [], body = '' }: Reply,
): Buffer {
  const copied = (['Via', 'To', 'From', 'Call-ID', 'CSeq'] as const).flatMap((name) =>
    (request.headers.get(name.toLowerCase()) ?? []).map(
      (value) => [name, name === 'To' && !/;\s*tag=/i.test(value) ? `${value};tag=${tag}` : value] as const,
    ),
  );
  return encoded(`SIP/2.0 ${status} ${reason}`, [...copied, ...headers], body);
}

/** True if the response belongs to this request (RFC 3261, section 17.1.3). */
export function answersTo(
  { headers }: SipResponse,
  { branch, sequence, callId }: Pick<OutgoingMessage, 'branch' | 'sequence' | 'callId'>,
): boolean {
  const [via = ''] = headers.get('via') ?? [];
  const [cseq = ''] = headers.get('cseq') ?? [];
  const found = /^(\d{1,10})\s+(\S+)$/.exec(cseq);
  return (
    /;\s*branch\s*=\s*([^\s;,]+)/i.exec(via)?.[1] === branch &&
    Number(found?.[1]) === sequence &&
    found?.[2] === MESSAGE &&
    headers.get('call-id')?.[0] === callId
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

function encoded(startLine: string, headers: readonly (readonly [string, string])[], body: string): Buffer {
  const content = Buffer.from(body);
  const lines = [
    startLine,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${content.length}`,
  ];
  if (lines.some((line) => CONTROL_CHARACTER.test(line))) throw new Error('A header of SIP has a control character');
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}
