import { createHash } from 'node:crypto';

export interface Login {
  /** Without quotation marks and backslashes. */
  userName: string;
  password: string;
}

interface Asked {
  method: string;
  /** The Request-URI. */
  uri: string;
  /** Random, new in each answer. */
  clientNonce: string;
}

/** The algorithms of RFC 8760 that are supported, with their names in node:crypto. */
const HASHES: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', MD5: 'md5' };
/** Each nonce is used once. */
const NONCE_COUNT = '00000001';

/**
 * The credentials that answer the first supported challenge, as RFC 8760 orders: SHA-256 or MD5, with `qop=auth`. Undefined if none is supported.
 */
export function answerChallenge(
  challenges: readonly string[],
  { userName, password }: Login,
  { method, uri, clientNonce }: Asked,
): string | undefined {
  for (const challenge of challenges.map(parametersOf)) {
    const { realm, nonce, opaque, algorithm, qop } = Object.fromEntries(challenge ?? []);
    const hash = HASHES[(algorithm ?? 'MD5').toUpperCase()];
    if (hash === undefined || realm === undefined || nonce === undefined || !offersAuth(qop)) continue;
    const digest = (text: string) => createHash(hash).update(text).digest('hex');
    const secret = digest(`${userName}:${realm}:${password}`);
    const response = digest(`${secret}:${nonce}:${NONCE_COUNT}:${clientNonce}:auth:${digest(`${method}:${uri}`)}`);
    return [
      `Digest username="${userName}"`,
      `realm="${realm}"`,
      `nonce="${nonce}"`,
      `uri="${uri}"`,
      `response="${response}"`,
      ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
      `cnonce="${clientNonce}"`,
      ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
      'qop=auth',
      `nc=${NONCE_COUNT}`,
    ].join(', ');
  }
  return undefined;
}

const offersAuth = (qop = '') =>
  qop
    .toLowerCase()
    .split(',')
    .some((one) => one.trim() === 'auth');

/** The parameters of a Digest challenge by their names in small letters. Quoted values keep their backslashes: they are hashed and repeated so. Undefined for any other text. */
export function parametersOf(text: string): Map<string, string> | undefined {
  const scheme = /^Digest[ \t]+/i.exec(text);
  if (!scheme) return undefined;
  const parameter = /[ \t]*([\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",;\\]+))[ \t]*(?:,|$)/y;
  parameter.lastIndex = scheme[0].length;
  const found = new Map<string, string>();
  while (parameter.lastIndex < text.length) {
    const [, name, quoted, token] = parameter.exec(text) ?? [];
    if (name === undefined || found.has(name.toLowerCase())) return undefined;
    found.set(name.toLowerCase(), quoted ?? token ?? '');
  }
  return found;
}
