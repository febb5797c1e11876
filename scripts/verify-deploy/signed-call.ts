import { createHash, createHmac } from 'node:crypto';
import { type Emulator, REGION, ROOT_CREDENTIALS } from './emulator.ts';

interface Call {
  service: 'cloudformation' | 'ec2' | 'iam' | 'lambda' | 'logs' | 'sns';
  /** The path with its query. */
  path: string;
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string;
  /** Absent: those of the root user. */
  credentials?: Credentials;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

const ROOT: Credentials = {
  accessKeyId: ROOT_CREDENTIALS.AWS_ACCESS_KEY_ID,
  secretAccessKey: ROOT_CREDENTIALS.AWS_SECRET_ACCESS_KEY,
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Calls an API of the emulator that the portal has no client for (Signature Version 4). */
export function signedCall({ url }: Emulator, call: Call) {
  const { service, path, method = 'GET', headers = {}, body = '', credentials = ROOT } = call;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const { host, pathname, searchParams } = new URL(path, url);
  const at = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${at.slice(0, 8)}/${REGION}/${service}/aws4_request`;
  const named: Record<string, string> = {
    ...headers,
    host,
    'x-amz-date': at,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(named).sort();
  searchParams.sort();
  const canonical = [
    method,
    pathname,
    String(searchParams),
    ...names.map((name) => `${name}:${named[name]}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex');
  const credential = `${accessKeyId}/${scope}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  const { host: _, ...sent } = named;
  return fetch(new URL(path, url), { method, headers: { ...sent, authorization }, ...(body && { body }) });
}

/** Calls an action of one of the older APIs, which take forms. */
export const formCall = (
  emulator: Emulator,
  service: 'cloudformation' | 'ec2' | 'iam' | 'sns',
  form: Record<string, string>,
  credentials?: Credentials,
) =>
  signedCall(emulator, {
    service,
    path: '/',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(form)),
    ...(credentials && { credentials }),
  });
