/** What a raw message says, as a mail program would show it. */
export interface ParsedMail {
  headers: Map<string, string>;
  text?: string;
  html?: string;
  attachments: ParsedAttachment[];
}

export interface ParsedAttachment {
  name: string;
  type: string;
  content: Buffer;
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

/** How deep parts may nest before the rest is left unread. */
const DEEPEST = 10;

/** Reads a message in the Internet Message Format with MIME parts (RFC 5322, 2045 to 2047). */
export function parseMail(raw: Uint8Array): ParsedMail {
  // Latin-1 keeps each byte, so that every part can be decoded by its own character set later.
  const whole = splitPart(Buffer.from(raw).toString('latin1'));
  const mail: ParsedMail = { headers: whole.headers, attachments: [] };
  collect(whole, mail, 0);
  return mail;
}

function collect(part: Part, mail: ParsedMail, depth: number): void {
  const type = headerValue(part.headers.get('content-type') ?? 'text/plain');
  const disposition = headerValue(part.headers.get('content-disposition') ?? '');
  if (type.value.startsWith('multipart/') && depth < DEEPEST) {
    for (const child of childrenOf(part.body, type.parameters.boundary ?? '')) collect(child, mail, depth + 1);
    return;
  }
  const content = decodeBody(part);
  const named = disposition.parameters.filename ?? type.parameters.name;
  if (disposition.value === 'attachment' || named !== undefined || !type.value.startsWith('text/')) {
    mail.attachments.push({ name: decodeWords(named ?? 'attachment'), type: type.value, content });
  } else if (type.value === 'text/html') {
    mail.html ??= decodeCharset(content, type.parameters.charset);
  } else {
    mail.text ??= decodeCharset(content, type.parameters.charset);
  }
}

function splitPart(source: string): Part {
  const end = /\r?\n\r?\n/.exec(source);
  const head = end ? source.slice(0, end.index) : source;
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, utf8(line.slice(colon + 1).trim()));
  }
  return { headers, body: end ? source.slice(end.index + end[0].length) : '' };
}

function childrenOf(body: string, boundary: string): Part[] {
  if (boundary === '') return [];
  return `\n${body}`
    .split(`\n--${boundary}`)
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => splitPart(piece.replace(/^[^\n]*\n/, '').replace(/\r$/, '')));
}

function decodeBody({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return unquote(body.replace(/=[ \t]*\r?\n/g, ''));
  return Buffer.from(body, 'latin1');
}

/** `type/subtype; name="value"` in its parts; names in lower case. */
function headerValue(header: string): { value: string; parameters: Record<string, string> } {
  const [value = '', ...rest] = header.split(';');
  const parameters: Record<string, string> = {};
  for (const [, name, quoted, bare] of rest.join(';').matchAll(/([\w-]+)\*?=(?:"([^"]*)"|([^;\s]*))/g)) {
    parameters[name!.toLowerCase()] = quoted ?? bare ?? '';
  }
  return { value: value.trim().toLowerCase(), parameters };
}

/** Header texts such as `=?utf-8?B?w5xiZXI=?=` (RFC 2047). */
export function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([^?]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, encoding: string, word: string) =>
      decodeCharset(
        encoding.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : unquote(word.replaceAll('_', ' ')),
        charset,
      ),
    );
}

const unquote = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

function decodeCharset(content: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(content);
  } catch {
    return content.toString('utf8');
  }
}

const utf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8');
