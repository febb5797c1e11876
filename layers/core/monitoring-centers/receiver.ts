import { z } from 'zod';
import { AppError } from '../errors.ts';
import { Instant } from '../time.ts';
import { MonitoringCenter } from './center.ts';
import { hostAndPort, isSipAddress, isWebAddress, serverOf, sipLogin } from './receiver-address.ts';

/** How a centre's receiver takes alarms. */
export const RECEIVER_KINDS = {
  dc09: 'SIA DC-09, encrypted, over TCP',
  scaip: 'SCAIP over HTTPS',
  sip: 'SCAIP over SIP',
  webhook: 'Signed HTTPS webhook',
} as const;
export const ReceiverKind = z.enum(['dc09', 'scaip', 'sip', 'webhook'], 'Choose how the receiver takes alarms');
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

/** The key of the encryption or of the signature, or user name and password. Write-only: absent, the receiver keeps what it has. */
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

const invalid = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);

const HEX_KEY = /^(?:[0-9a-f]{32}|[0-9a-f]{48}|[0-9a-f]{64})$/i;
const MIN_SECRET = 32;

const WEB_ADDRESS = {
  fits: isWebAddress,
  otherwise: 'Enter an address that begins with https://, without user name and fragment',
};
const ADDRESSES: Readonly<
  Record<ReceiverKind, { fits: (address: string, onOneMachine: boolean) => boolean; otherwise: string }>
> = {
  dc09: {
    fits: (address) => hostAndPort(address) !== undefined,
    otherwise: 'Enter host and port, such as receiver.example.net:12000',
  },
  scaip: WEB_ADDRESS,
  sip: { fits: isSipAddress, otherwise: 'Enter an address such as sips:alarms@receiver.example.net:5061' },
  webhook: WEB_ADDRESS,
};

/**
 * Throws INVALID if the addresses do not fit the kind, or the secret does not. An address without TLS is allowed only on one machine. `was` is the
 * receiver before.
 */
export function requireReceiver(
  { kind, main, second, secret }: ReceiverInput,
  { was, onOneMachine }: { was: ReceiverSettings | undefined; onOneMachine: boolean },
): void {
  const { fits, otherwise } = ADDRESSES[kind];
  for (const { place, address: given } of addressesOf({ main, second }))
    if (!fits(given, onOneMachine)) throw invalid(place, otherwise);
  if (second !== '' && second === main) throw invalid('second', 'The second address must differ from the first');
  if (secret === '') {
    // A key of another kind would be used in another way than its owner meant.
    if (was?.kind !== kind) throw invalid('secret', 'The key is missing');
    if (SENDS_KEY[kind] && !isSentOnlyWhereItWas({ main, second }, was)) throw invalid('secret', KEY_FOR_OTHERS);
    return;
  }
  const problem = problemOfSecret(kind, secret);
  if (problem !== undefined) throw invalid('secret', problem);
}

function problemOfSecret(kind: ReceiverKind, secret: string): string | undefined {
  if (kind === 'dc09') return HEX_KEY.test(secret) ? undefined : 'The key of DC-09 has 32, 48 or 64 hexadecimal digits';
  if (kind === 'sip') return sipLogin(secret) ? undefined : LOGIN_OF_SIP;
  if (secret.length < MIN_SECRET) return `The key has at least ${MIN_SECRET} characters`;
  if (kind === 'scaip' && !/^[\w.~+/=-]+$/.test(secret)) return 'The key of SCAIP has letters, digits and -._~+/= only';
  return undefined;
}

const LOGIN_OF_SIP = 'Enter name:password. The password has letters, digits and signs, without spaces';
const KEY_FOR_OTHERS = 'Enter the key again: it was entered for another server';

/**
 * A request of SCAIP over HTTPS contains the key. One over SIP has a digest that another server can try passwords on, or use for a request of its own.
 */
const SENDS_KEY: Readonly<Record<ReceiverKind, boolean>> = { dc09: false, scaip: true, sip: true, webhook: false };

/** Who may change the address cannot read the key, so it goes only to servers for which it was entered. */
const isSentOnlyWhereItWas = (next: Addresses, was: Addresses): boolean => {
  const known = addressesOf(was).map(({ address }) => serverOf(address));
  return addressesOf(next).every(({ address }) => known.includes(serverOf(address)));
};
