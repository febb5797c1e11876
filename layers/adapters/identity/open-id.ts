import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import { HOUR } from '#core/time.ts';

export const IdentityProviderConfig = z.object({
  issuer: z.url(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
});
export type IdentityProviderConfig = z.infer<typeof IdentityProviderConfig>;

/** The data that is stored between the two halves of a sign-on. */
export interface Asked {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The parameters with which the provider sends the browser back. */
export interface RedirectParameters {
  code: string;
  state: string;
  iss?: string | undefined;
}

/** A person at the provider. The address is present only if the provider has verified it. */
export interface Identity {
  subject: string;
  email?: string;
}

/** The provider refused the sign-on, or its answer cannot be trusted. */
export class NotIdentified extends Error {
  override name = 'NotIdentified';
}

const REQUEST_TIMEOUT_SECONDS = 5;
/** How long the provider's addresses and keys are cached. An unknown key is fetched at once. */
const DISCOVERY_CACHE_MS = HOUR;

/** An identity provider: OpenID Connect, authorization code flow with PKCE, state and nonce. */
export class IdentityProvider {
  readonly #config: IdentityProviderConfig;
  #discovered: { configuration: Promise<Configuration>; until: number } | undefined;

  constructor(config: IdentityProviderConfig) {
    this.#config = config;
  }

  /** The address to send a browser to, and the data to store until it comes back to `redirectUri`. */
  async begin(redirectUri: string): Promise<{ url: string; asked: Asked }> {
    const asked = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: asked.state,
      nonce: asked.nonce,
      code_challenge: await calculatePKCECodeChallenge(asked.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, asked };
  }

  /**
   * The person who came back.
   * @throws NotIdentified if code, state, nonce, signature or issuer are wrong; the network's error if the provider is down
   */
  async identify({ code, state, iss }: RedirectParameters, asked: Asked, redirectUri: string): Promise<Identity> {
    const configuration = await this.#configuration();
    const cameBack = new URL(redirectUri);
    cameBack.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
    const checks = {
      pkceCodeVerifier: asked.codeVerifier,
      expectedState: asked.state,
      expectedNonce: asked.nonce,
      idTokenExpected: true,
    };
    const tokens = await authorizationCodeGrant(configuration, cameBack, checks).catch((error: unknown) => {
      throw isOutage(error) ? error : new NotIdentified('The sign-on was refused', { cause: error });
    });
    const { sub, email, email_verified } = tokens.claims()!;
    return { subject: sub, ...(typeof email === 'string' && email_verified === true && { email }) };
  }

  #configuration(): Promise<Configuration> {
    if (!this.#discovered || this.#discovered.until < Date.now()) {
      const configuration = discover(this.#config);
      this.#discovered = { configuration, until: Date.now() + DISCOVERY_CACHE_MS };
      configuration.catch(() => {
        this.#discovered = undefined;
      });
    }
    return this.#discovered.configuration;
  }
}

const discover = ({ issuer, clientId, clientSecret }: IdentityProviderConfig) =>
  discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: REQUEST_TIMEOUT_SECONDS,
    execute: [enableNonRepudiationChecks, ...(isThisMachine(issuer) ? [allowInsecureRequests] : [])],
  });

/** Plain HTTP is allowed on this machine only. */
const isThisMachine = (issuer: string) => {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
};

/** True if the provider did not answer, as opposed to refusing. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  const { code, status, cause } = error as Error & { code?: string; status?: number };
  const failed = [status, cause instanceof Response ? cause.status : undefined].some((one) => (one ?? 0) >= 500);
  return failed || code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && code === undefined);
}
