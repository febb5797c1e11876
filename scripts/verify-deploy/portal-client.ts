import { request } from 'node:http';
import type { z } from 'zod';
import { type Endpoint, pathParameters } from '#core/contract.ts';
import type { Deployed } from './deployment.ts';
import type { Emulator } from './emulator.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Calls a host name that only the emulator resolves. */
export function ask(
  { url }: Emulator,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, headers: { ...headers, host } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The host name by which the emulator knows the HTTP API. */
export const apiHost = ({ apiId }: Deployed) => `${apiId}.execute-api.localhost`;

/** Calls the deployed HTTP API as in the contract. */
export class PortalClient {
  readonly #emulator: Emulator;
  readonly #host: string;
  token: string | undefined;

  constructor(emulator: Emulator, deployed: Deployed) {
    this.#emulator = emulator;
    this.#host = apiHost(deployed);
  }

  /** The answer, unparsed. */
  async answer(
    { method, path }: Endpoint,
    input: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const inPath = pathParameters(path);
    const filled = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
    const rest = Object.entries(input).filter(([name]) => !inPath.includes(name));
    const asQuery = method === 'GET' || method === 'DELETE';
    const query = asQuery
      ? `?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)] as [string, string]))}`
      : '';
    return ask(this.#emulator, this.#host, `${filled}${query}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(this.token && { authorization: `Bearer ${this.token}` }),
      },
      ...(!asQuery && { body: JSON.stringify(Object.fromEntries(rest)) }),
    });
  }

  /**
   * The output of the endpoint, parsed with the contract.
   * @throws if the status is not 200
   */
  async call<E extends Endpoint>(endpoint: E, input: z.input<E['input']>): Promise<z.output<E['output']>> {
    const { status, body } = await this.answer(endpoint, input as Record<string, unknown>);
    if (status !== 200) throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${body}`);
    return endpoint.output.parse(JSON.parse(body)) as z.output<E['output']>;
  }
}
