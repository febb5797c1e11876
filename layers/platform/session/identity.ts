import { z } from 'zod';
import { IdentityProvider, IdentityProviderConfig } from '#adapters/identity/open-id.ts';
import { env } from '../aws/env.ts';
import { secret } from '../aws/secret.ts';

/** The providers by name. One with empty values is not set up yet. */
const Providers = z.record(z.string(), IdentityProviderConfig.or(z.unknown().transform(() => undefined)));

const made = new Map<string, IdentityProvider>();

/** The identity provider of this name, made once per instance; undefined if it is not set up. */
export async function identityProvider(id: string): Promise<IdentityProvider | undefined> {
  const known = made.get(id);
  if (known) return known;
  const providers = Providers.parse(await secret('IDENTITY_SECRET'));
  const config = Object.hasOwn(providers, id) ? providers[id] : undefined;
  if (!config) return undefined;
  const provider = new IdentityProvider(config);
  made.set(id, provider);
  return provider;
}

/** The address to which the provider sends browsers back. */
export const redirectUriOf = (id: string) => `${env('WEB_ORIGIN')}/login/OAuth/cb/${id}`;
