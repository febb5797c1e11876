import type { SignOutAddress } from '#core/auth/sign-out-address.ts';

const PARAMETER = 'next';

/** The login address with the route that the visitor wanted, parameters included: `/login?next=%2Funits%3Fq%3D4`. */
export const loginPathFor = (
  wanted: { pathname: string; search: string; hash: string },
  login: SignOutAddress = '/login',
): string => loginPathTo(`${wanted.pathname}${wanted.search}${wanted.hash}`, login);

/** The same for a route as text; without one, the start page. */
export const loginPathTo = (route: string | undefined, login: SignOutAddress = '/login'): string =>
  route === undefined || route === '/' ? login : `${login}?${new URLSearchParams({ [PARAMETER]: route })}`;

/** The unchecked route in a login address: pass it on, never follow it. */
export const routeParameter = (search: string): string | undefined =>
  new URLSearchParams(search).get(PARAMETER) ?? undefined;

/**
 * The route in a login address if it leads to a screen of ours. Another site, another scheme, an API path and the login
 * itself do not.
 */
export function wantedRoute(search: string, origin: string): string | undefined {
  const wanted = routeParameter(search);
  if (!wanted?.startsWith('/') || /^\/[/\\]/.test(wanted) || hasControlCharacter(wanted)) return undefined;
  const url = URL.parse(wanted, origin);
  if (!url || url.origin !== origin) return undefined;
  // Parsing resolves dots: `/..//evil.example` becomes `//evil.example`, which is another site.
  if (/^\/[/\\]/.test(url.pathname)) return undefined;
  if (/^\/(login|telus|resetPassword|confirmEmail|preAuth|linkToLogin|convert|api|auth)(\/|$)/i.test(url.pathname))
    return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Browsers drop tabs and line breaks inside an address, so that `/<tab>/evil.example` would become another site. */
const hasControlCharacter = (text: string) => [...text].some((sign) => sign.charCodeAt(0) < 0x20);

interface AtLogin {
  /** The route in the login address, if any. */
  wanted: string | undefined;
  /** The screen that was open last in this tab. */
  previous: string | undefined;
  /** True if the login was opened with a session. */
  wasSignedIn: boolean;
}

/** The route after the login: the wanted route; otherwise the previous screen, or the start after a new sign-in. */
export const routeFromLogin = ({ wanted, previous, wasSignedIn }: AtLogin): string =>
  wanted ?? (wasSignedIn ? previous : undefined) ?? '/';
