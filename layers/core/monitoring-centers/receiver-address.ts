/** The host and the port of `host:port`; undefined for another text. */
export function hostAndPort(text: string): { host: string; port: number } | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(text);
  const port = Number(found?.[3]);
  const host = found?.[1] ?? found?.[2];
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}

/** No user name: browsers and proxies log addresses. */
const WEB_ADDRESS = /^https?:\/\/[a-z0-9.:[\]-]+(?:[/?][^\s#]*)?$/i;

/** True for an address over HTTPS, and on one machine also over HTTP. */
export const isWebAddress = (text: string, onOneMachine: boolean): boolean =>
  WEB_ADDRESS.test(text) && (onOneMachine || text.toLowerCase().startsWith('https:'));

export interface SipAddress {
  host: string;
  port: number;
  transport: 'TLS' | 'TCP';
  /** The URI of a request, with port and transport. */
  uri: string;
  /** The URI of the receiver itself. */
  identity: string;
  /** The URI of a user at the receiver's host. */
  identityOf(userName: string): string;
}

/** RFC 3261, section 19.1.2. */
const STANDARD_PORTS = { TLS: '5061', TCP: '5060' } as const;
const SIP_ADDRESS = /^(?:(sips)|sip):([\w.~+-]{1,64})@(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?(;transport=tcp)?$/i;

/** Reads `sips:name@host:port` or `sip:name@host:port;transport=tcp`. The port may be absent. Undefined for another text. */
export function sipAddress(text: string): SipAddress | undefined {
  const [, secure, name, hostText = '', portText, overTcp] = SIP_ADDRESS.exec(text) ?? [];
  // Exactly one of both: without TLS the address has to say so.
  if (name === undefined || (secure === undefined) === (overTcp === undefined)) return undefined;
  const transport = secure === undefined ? 'TCP' : 'TLS';
  const place = hostAndPort(`${hostText}:${portText ?? STANDARD_PORTS[transport]}`);
  if (!place) return undefined;
  const identityOf = (userName: string) => `${secure === undefined ? 'sip' : 'sips'}:${userName}@${hostText}`;
  const identity = identityOf(name);
  const uri = `${identity}:${place.port}${secure === undefined ? ';transport=tcp' : ''}`;
  return { ...place, transport, uri, identity, identityOf };
}

/** True for an address over TLS, and on one machine also over TCP. */
export const isSipAddress = (text: string, onOneMachine: boolean): boolean => {
  const address = sipAddress(text);
  return address !== undefined && (onOneMachine || address.transport === 'TLS');
};

/** Reads `name:password`; undefined for another text. The centre chooses both, so the password may be short. The name is also in the sender's URI. */
export function sipLogin(text: string): { userName: string; password: string } | undefined {
  const [, userName, password] = /^([\w.~+-]{1,64}):([\x21-\x7e]+)$/.exec(text) ?? [];
  return userName !== undefined && password !== undefined ? { userName, password } : undefined;
}

/** The server of an address: scheme or transport, host and port. Undefined for an address that has none. */
export function serverOf(text: string): string | undefined {
  const sip = sipAddress(text);
  if (sip) return `${sip.transport}:${sip.host}:${sip.port}`.toLowerCase();
  return /^https?:\/\/[^/?]+/i.exec(text)?.[0].toLowerCase();
}
