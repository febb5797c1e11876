import { type Context, Provider } from 'oidc-provider';
import type { SigningKeys } from './keys.ts';
import { errorPage } from './login-page.ts';
import { memoryAdapter } from './memory.ts';
import type { Directory } from './people.ts';

/** A confidential client of the provider: the portal. */
export interface IdentityClient {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  postLogoutRedirectUris?: string[];
  /** How the client authenticates at the token endpoint; `client_secret_post` if absent, like openid-client. */
  authentication?: 'client_secret_post' | 'client_secret_basic';
  /** The algorithm that signs its ID tokens; RS256 if absent. */
  signing?: 'RS256' | 'ES256';
}

interface Options {
  issuer: string;
  clients: readonly IdentityClient[];
  people: Directory;
  keys: SigningKeys;
}

const HOUR = 3600;
const FORTNIGHT = 14 * 24 * HOUR;

/** OpenID Connect with the authorization code flow only, PKCE S256 for all clients, and without consent pages. */
export function createProvider({ issuer, clients, people, keys }: Options): Provider {
  return new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: clients.map((client) => ({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      redirect_uris: client.redirectUris,
      post_logout_redirect_uris: client.postLogoutRedirectUris ?? [],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: client.authentication ?? 'client_secret_post',
      id_token_signed_response_alg: client.signing ?? 'RS256',
    })),
    jwks: { keys: keys.keys },
    cookies: { keys: [keys.cookieKey] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // The claims are in the ID token itself, so that the portal needs no second call.
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: HOUR,
      IdToken: HOUR,
      AuthorizationCode: 60,
      Interaction: HOUR,
      RefreshToken: FORTNIGHT,
      Session: FORTNIGHT,
      Grant: FORTNIGHT,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, sub: string) => {
      const person = people.find(sub);
      return (
        person && {
          accountId: sub,
          claims: () => ({ sub, email: person.email, email_verified: true, name: person.name }),
        }
      );
    },
    loadExistingGrant,
    renderError(context: Context, out: { error: string; error_description?: string }) {
      context.type = 'html';
      context.body = errorPage(out.error, out.error_description ?? '');
    },
  });
}

/** Grants every scope without asking, because people and portal belong to one company. */
async function loadExistingGrant({ oidc }: Context) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope(oidc.params.scope);
  await grant.save();
  return grant;
}
