import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Provider } from 'oidc-provider';
import { createFaults } from '../faults.ts';
import { listen, type Running } from '../http.ts';
import { signingKeys } from './keys.ts';
import { loginPage, PAGE_HEADERS } from './login-page.ts';
import { type Directory, directory, type Person } from './people.ts';
import { createProvider, type IdentityClient } from './provider.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
  clients: readonly IdentityClient[];
  people: readonly Person[];
  /** The folder of the signing keys across restarts; new keys if absent. */
  stateFolder?: string;
}

export interface RunningIdentity extends Running {
  /** Must equal the `iss` of tokens exactly; the same as the URL. */
  issuer: string;
}

/** Stands in for a company's OpenID Connect provider, with a sign-in page. Its sessions do not survive a restart. */
export async function startIdentity({ port, clients, people, stateFolder }: Options): Promise<RunningIdentity> {
  const keys = await signingKeys(stateFolder);
  const faults = createFaults();
  const known = directory(people);
  let provider: Provider | undefined;
  let answer: ReturnType<Provider['callback']> | undefined;

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse) {
    if (await faults.answer(request, response)) return;
    if (request.url?.startsWith('/interaction/')) await signIn(provider!, known, request, response);
    else await answer!(request, response);
  }

  // The issuer contains the port, which is known only after binding.
  const running = await listen(server, port);
  provider = createProvider({ issuer: running.url, clients, people: known, keys });
  answer = provider.callback();
  return { ...running, issuer: running.url };
}

async function signIn(provider: Provider, people: Directory, request: IncomingMessage, response: ServerResponse) {
  const finish = (result: Parameters<Provider['interactionFinished']>[2]) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  const show = (status: number, problem = '') =>
    response.writeHead(status, PAGE_HEADERS).end(loginPage(people.all(), problem));

  try {
    await provider.interactionDetails(request, response);
  } catch {
    response.writeHead(400, PAGE_HEADERS).end(loginPage([], 'This sign-in has expired. Start again at the portal.'));
    return;
  }
  if (request.method !== 'POST') {
    show(200);
    return;
  }
  const form = new URLSearchParams(await text(request));
  if (form.has('cancel')) {
    await finish({ error: 'access_denied', error_description: 'The sign-in was cancelled' });
    return;
  }
  const person = people.signIn(form.get('person') ?? '');
  if (person) await finish({ login: { accountId: person.sub } });
  else show(422, 'Please choose somebody or type an e-mail address.');
}
