import type { SignOutAddress } from '#core/auth/sign-out-address.ts';

const PARAMETER = 'next';

/** The login address that remembers where the visitor wanted to go, parameters included: `/login?next=%2Funits%3Fq%3D4`. */
export const loginPathFor = (
  wanted: { pathname: string; search: string; hash: string },
  login: SignOutAddress = '/login',
): string => loginPathTo(`${wanted.pathname}${wanted.search}${wanted.hash}`, login);

/** The same for a route as text; none is the start. */
export const loginPathTo = (route: string | undefined, login: SignOutAddress = '/login'): string =>
  route === undefined || route === '/' ? login : `${login}?${new URLSearchParams({ [PARAMETER]: route })}`;

/** What a login address remembers, as it stands there: to be handed on, not to be followed. */
export const rememberedIn = (search: string): string | undefined =>
  new URLSearchParams(search).get(PARAMETER) ?? undefined;

/**
 * The remembered route in a login address, if it leads to a screen of ours: another site, another scheme, an API path or
 * the login screen itself is not one.
 */
export function wantedRoute(search: string, origin: string): string | undefined {
  const wanted = rememberedIn(search);
  if (!wanted?.startsWith('/') || /^\/[/\\]/.test(wanted) || hasControlCharacter(wanted)) return undefined;
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== origin) return undefined;
  // Dots are resolved by parsing: `/..//evil.example` has become `//evil.example`, which is another site.
  if (/^\/[/\\]/.test(url.pathname)) return undefined;
  if (/^\/(login|telus|resetPassword|confirmEmail|preAuth|linkToLogin|convert|api|auth)(\/|$)/i.test(url.pathname))
    return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Browsers drop tabs and line breaks inside an address, so that `/<tab>/evil.example` would become another site. */
const hasControlCharacter = (text: string) => [...text].some((sign) => sign.charCodeAt(0) < 0x20);

interface AtLogin {
  /** The remembered route, if the login address holds one. */
  wanted: string | undefined;
  /** The screen that was open last in this tab. */
  previous: string | undefined;
  /** Whether the login was opened by somebody who had a session already. */
  wasSignedIn: boolean;
}

/** Where the login leads somebody who is signed in: to the wanted route; else back, or for who has just signed in to the start. */
export const routeFromLogin = ({ wanted, previous, wasSignedIn }: AtLogin): string =>
  wanted ?? (wasSignedIn ? previous : undefined) ?? '/';
