import type { SipHeaders, SipMessage } from './message.ts';

/** The longest start line with all headers, and the longest body, that are read. */
export const MAX_SIP_HEAD_BYTES = 8192;
export const MAX_SIP_BODY_BYTES = 4096;

/** What was received is no message of SIP, or too long. */
export class SipProblem extends Error {
  constructor(problem: string) {
    super(`The answer is not a message of SIP: ${problem}`);
  }
}

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';

/** RFC 3261, section 7.3.3. */
const COMPACT_NAMES: Readonly<Record<string, string>> = {
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  s: 'subject',
  t: 'to',
  v: 'via',
};

/**
 * The first message of a stream, and what follows it; undefined until the message is whole. Throws a SipProblem for bytes that no more bytes can
 * make a message.
 */
export function readSip(stream: Buffer): { message: SipMessage; rest: Buffer } | undefined {
  let start = 0;
  // Empty lines before a message keep the connection open (RFC 3261, section 7.5).
  while (stream.subarray(start, start + LINE_END.length).toString('latin1') === LINE_END) start += LINE_END.length;
  const bytes = stream.subarray(start);
  const headEnd = bytes.indexOf(HEAD_END);
  const headBytes = headEnd >= 0 ? headEnd : bytes.length - HEAD_END.length + 1;
  if (headBytes > MAX_SIP_HEAD_BYTES) throw new SipProblem('its headers are too long');
  if (headEnd < 0) return undefined;
  const [startLine = '', ...lines] = linesOf(bytes.subarray(0, headEnd).toString());
  const headers = headersOf(lines);
  const bodyStart = headEnd + HEAD_END.length;
  const bodyEnd = bodyStart + lengthOf(headers);
  const begun = startOf(startLine);
  if (bytes.length < bodyEnd) return undefined;
  const message = { ...begun, headers, body: bytes.subarray(bodyStart, bodyEnd) };
  return { message, rest: bytes.subarray(bodyEnd) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
const CONTROL_CHARACTER = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** A line that begins with white space continues the one before. A tab counts as a space, so that its header can be sent back. */
function linesOf(head: string): string[] {
  const lines = head
    .replace(/\r\n[ \t]+/g, ' ')
    .replaceAll('\t', ' ')
    .split(LINE_END);
  if (lines.some((line) => CONTROL_CHARACTER.test(line))) throw new SipProblem('it has control characters');
  return lines;
}

function startOf(
  line: string,
): { kind: 'response'; status: number } | { kind: 'request'; method: string; uri: string } {
  const response = /^SIP\/2\.0 ([1-6]\d\d)(?: .*)?$/i.exec(line);
  if (response) return { kind: 'response', status: Number(response[1]) };
  const [, method, uri] = /^([A-Z]+) (\S+) SIP\/2\.0$/.exec(line) ?? [];
  if (method === undefined || uri === undefined) throw new SipProblem('its first line is wrong');
  return { kind: 'request', method, uri };
}

function headersOf(lines: readonly string[]): SipHeaders {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [start, given] = /^([\w.!%*+`'~-]+)[ \t]*:/.exec(line) ?? [];
    if (start === undefined || given === undefined) throw new SipProblem('a header has no name');
    const name = COMPACT_NAMES[given.toLowerCase()] ?? given.toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(start.length).trim()]);
  }
  return headers;
}

/** On a stream nothing else says where the body ends (RFC 3261, section 18.3). */
function lengthOf(headers: SipHeaders): number {
  const [given = '', ...others] = headers.get('content-length') ?? [];
  if (others.length > 0 || !/^\d{1,10}$/.test(given)) throw new SipProblem('it does not say its length once');
  const length = Number(given);
  if (length > MAX_SIP_BODY_BYTES) throw new SipProblem('its body is too long');
  return length;
}
