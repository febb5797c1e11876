/**
 * The headers of every response of the web origin. Both the distribution in the cloud and the local web server use them.
 */

/** The other origins that a page may use. They are plain strings, so values that are known only at deployment work too. */
export interface AllowedOrigins {
  /** The origins of the live connections: `wss://abc.execute-api.us-east-1.amazonaws.com`. */
  live: readonly string[];
  /** The servers of map tiles, their styles and their fonts. */
  tiles: readonly string[];
  /** The buckets that browsers upload to and play voice files from. */
  storage?: readonly string[];
  /** The servers of the monitoring centre's telephone system. */
  stations?: readonly string[];
}

export const STRICT_TRANSPORT_SECURITY = { maxAgeSeconds: 2 * 365 * 24 * 60 * 60, includeSubDomains: true } as const;

/** Tile servers require a referrer. The token in the path of a reset link must not leave the origin. */
export const REFERRER_POLICY = 'strict-origin-when-cross-origin';

/** Headers for which CloudFront has no field of its own. */
export const FURTHER_HEADERS: Readonly<Record<string, string>> = {
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
  'cross-origin-opener-policy': 'same-origin',
};

/** What a page may load, and from where. Nobody may frame it. */
export function contentSecurityPolicy({ live, tiles, storage = [], stations = [] }: AllowedOrigins): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    // Emotion adds style elements at run time, and a static page has no nonce for them.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...tiles],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:', ...storage],
    'connect-src': ["'self'", ...live, ...tiles, ...storage, ...stations],
    // MapLibre starts its worker from a blob.
    'worker-src': ["'self'", 'blob:'],
    'frame-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}

/** All security headers, by lower-case name. */
export function securityHeaders(origins: AllowedOrigins): Record<string, string> {
  const { maxAgeSeconds, includeSubDomains } = STRICT_TRANSPORT_SECURITY;
  return {
    'content-security-policy': contentSecurityPolicy(origins),
    'strict-transport-security': `max-age=${maxAgeSeconds}${includeSubDomains ? '; includeSubDomains' : ''}`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': REFERRER_POLICY,
    ...FURTHER_HEADERS,
  };
}
