/**
 * The headers that every answer of the web origin carries. One place for both: the distribution in the cloud and its
 * stand-in on one machine.
 */

/** Where a page may reach to beyond its own origin. Plain strings, so that values known only at deployment will do. */
export interface AllowedOrigins {
  /** Where browsers dial for live topics: `wss://abc.execute-api.us-east-1.amazonaws.com`. */
  live: string;
  /** The servers of map tiles, their styles and their fonts. */
  tiles: readonly string[];
  /** The buckets that browsers upload to and play voice files from. */
  storage?: readonly string[];
}

export const STRICT_TRANSPORT_SECURITY = { maxAgeSeconds: 2 * 365 * 24 * 60 * 60, includeSubDomains: true } as const;

/** Tile servers ask for a referrer; reset links hold a token in their path, which must not leave the origin. */
export const REFERRER_POLICY = 'strict-origin-when-cross-origin';

/** Headers that CloudFront has no field of its own for. */
export const FURTHER_HEADERS: Readonly<Record<string, string>> = {
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
  'cross-origin-opener-policy': 'same-origin',
};

/** What a page may load, and from where. Nobody may frame it. */
export function contentSecurityPolicy({ live, tiles, storage = [] }: AllowedOrigins): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    // Emotion writes its style elements while the page runs, and a static page has no nonce to give them.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...tiles],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:', ...storage],
    'connect-src': ["'self'", live, ...tiles, ...storage],
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

/** All of them, by lower-case name. */
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
