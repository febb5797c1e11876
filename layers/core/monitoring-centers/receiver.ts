import { z } from 'zod';
import { AppError } from '../errors.ts';
import { Instant } from '../time.ts';
import { MonitoringCenter } from './center.ts';

/** How a centre's receiver takes alarms. */
export const RECEIVER_KINDS = {
  dc09: 'SIA DC-09, encrypted, over TCP',
  scaip: 'SCAIP over HTTPS',
  webhook: 'Signed HTTPS webhook',
} as const;
export const ReceiverKind = z.enum(['dc09', 'scaip', 'webhook'], 'Choose how the receiver takes alarms');
export type ReceiverKind = z.infer<typeof ReceiverKind>;

/** Which of a receiver's two addresses. */
export const ReceiverPlace = z.enum(['main', 'second']);
export type ReceiverPlace = z.infer<typeof ReceiverPlace>;

const MAX_ADDRESS = 200;
const address = z.string().trim().max(MAX_ADDRESS, `At most ${MAX_ADDRESS} characters`);

/** The settings of a receiver that people may read. */
const ReceiverSettings = z.object({
  kind: ReceiverKind,
  main: address.min(1, 'The address is missing'),
  /** Empty if the receiver has one address. */
  second: address.default(''),
  /** Comes before the account of each unit. */
  accountPrefix: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[0-9A-F]{0,6}$/, 'At most 6 digits or letters from A to F')
    .default(''),
});
export type ReceiverSettings = z.output<typeof ReceiverSettings>;

/** The key of the encryption, or of the signature. Write-only: absent, the receiver keeps the one that it has. */
export const ReceiverInput = ReceiverSettings.extend({
  secret: z.string().trim().max(200, 'At most 200 characters').default(''),
});
export type ReceiverInput = z.output<typeof ReceiverInput>;

/** How the last test of a receiver's address ended. */
const ReceiverTest = z.object({ at: Instant, ok: z.boolean(), detail: z.string() });
export type ReceiverTest = z.output<typeof ReceiverTest>;

export const Receiver = ReceiverSettings.extend({
  mcKey: MonitoringCenter.shape.mcKey,
  version: MonitoringCenter.shape.version,
  /** When the secret was entered. */
  secretSince: Instant,
  /** By address. Absent until the first test. */
  tests: z.partialRecord(ReceiverPlace, ReceiverTest),
});
export type Receiver = z.output<typeof Receiver>;

/** The receivers in the order in which they are tested: those without a test first, then the one whose test is the longest ago. */
export const longestUntested = <Tested extends Pick<Receiver, 'tests'>>(receivers: readonly Tested[]): Tested[] =>
  receivers.toSorted(({ tests: one }, { tests: other }) => (one.main?.at ?? '').localeCompare(other.main?.at ?? ''));

type Addresses = Pick<ReceiverSettings, 'main' | 'second'>;

/** The addresses in the order in which an alarm tries them. */
export const addressesOf = ({ main, second }: Addresses): readonly { place: ReceiverPlace; address: string }[] => [
  { place: 'main', address: main },
  ...(second === '' ? [] : [{ place: 'second' as const, address: second }]),
];

/** The host and the port of `host:port`; undefined for another text. */
export function hostAndPort(text: string): { host: string; port: number } | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(text);
  const port = Number(found?.[3]);
  const host = found?.[1] ?? found?.[2];
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}

const invalid = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);

const HEX_KEY = /^(?:[0-9a-f]{32}|[0-9a-f]{48}|[0-9a-f]{64})$/i;
const MIN_SECRET = 32;

/**
 * Throws INVALID if the addresses do not fit the kind, or the secret does not. An address without TLS is allowed only on one machine. `was` is the
 * receiver before.
 */
export function requireReceiver(
  { kind, main, second, secret }: ReceiverInput,
  { was, onOneMachine }: { was: ReceiverSettings | undefined; onOneMachine: boolean },
): void {
  for (const { place, address: given } of addressesOf({ main, second })) {
    if (kind === 'dc09' && !hostAndPort(given))
      throw invalid(place, 'Enter host and port, such as receiver.example.net:12000');
    if (kind !== 'dc09' && !isWebAddress(given, onOneMachine))
      throw invalid(place, 'Enter an address that begins with https://, without user name and fragment');
  }
  if (second !== '' && second === main) throw invalid('second', 'The second address must differ from the first');
  if (secret === '') {
    // A key of another kind would be used in another way than its owner meant.
    if (was?.kind !== kind) throw invalid('secret', 'The key is missing');
    if (kind === 'scaip' && !isSentOnlyWhereItWas({ main, second }, was)) throw invalid('secret', KEY_FOR_OTHERS);
    return;
  }
  if (kind === 'dc09' && !HEX_KEY.test(secret))
    throw invalid('secret', 'The key of DC-09 has 32, 48 or 64 hexadecimal digits');
  if (kind !== 'dc09' && secret.length < MIN_SECRET)
    throw invalid('secret', `The key has at least ${MIN_SECRET} characters`);
  if (kind === 'scaip' && !/^[\w.~+/=-]+$/.test(secret))
    throw invalid('secret', 'The key of SCAIP has letters, digits and -._~+/= only');
}

const KEY_FOR_OTHERS = 'Enter the key again: it was entered for another server';

/** A request of SCAIP contains the key. Who may change the address cannot read it, so it goes only to servers for which it was entered. */
const isSentOnlyWhereItWas = (next: Addresses, was: Addresses): boolean => {
  const known = addressesOf(was).map(({ address }) => originOf(address));
  return addressesOf(next).every(({ address }) => known.includes(originOf(address)));
};
/** Scheme, host and port. */
const originOf = (address: string) => /^https?:\/\/[^/?]+/i.exec(address)?.[0].toLowerCase();

/** No user name: browsers and proxies log addresses. */
const WEB_ADDRESS = /^https?:\/\/[a-z0-9.:[\]-]+(?:[/?][^\s#]*)?$/i;

const isWebAddress = (text: string, onOneMachine: boolean): boolean =>
  WEB_ADDRESS.test(text) && (onOneMachine || text.toLowerCase().startsWith('https:'));
