import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { tableUnits } from '#bridge/adapters/units.ts';
import type { Login } from '#core/unit-messages/session.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { UnitSecretEntity, UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { proofOf } from '#protocol/proof.ts';
import { measure, measured } from '#support/capacity.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { requireProof } from '#support/require-proof.ts';

beforeAll(async () => {
  await someDealers();
  await requireProof(49, 1);
});

const SECRET = randomBytes(32);
const HOUR_AGO = Date.now() - 3_600_000;

const PROOFS: Readonly<Record<string, (login: Login) => Uint8Array | undefined>> = {
  'no proof': () => undefined,
  'a right proof': (login) => proofOf(SECRET, login, Date.now()),
  'an old proof': (login) => proofOf(SECRET, login, HOUR_AGO),
  'a wrong proof': (login) => proofOf(randomBytes(32), login, Date.now()),
};

const loginOf = ({ UnitSerNum, UnitModel, IMEI: imei, FirmVer }: UnitRecord) => ({
  type: 'login' as const,
  protocolVersion: 1,
  UnitSerNum,
  UnitModel,
  imei,
  FirmVer,
  bootId: 1,
  lastSequence: 0,
});

const authenticate = (login: Login, proof = 'no proof') => {
  const given = PROOFS[proof]!(login);
  return tableUnits.authenticate({ ...login, ...(given && { proof: given }) });
};

const giveSecret = async ({ UnitSerNum }: UnitRecord) => {
  await UnitSecretEntity.put({
    UnitSerNum,
    secret: SECRET.toString('base64url'),
    since: SINCE,
  }).go();
  await UnitWithoutSecretEntity.delete({ UnitSerNum }).go();
};

const unproven = { accepted: true, proven: false, heartbeatSeconds: 60 };
const SINCE = '2026-11-01T00:00:00.000Z';
const proven = { accepted: true, proven: true, secretSince: SINCE, heartbeatSeconds: 60 };
const refused = (reason: string) => ({ accepted: false, reason });

describe.each([
  ['a unit that is trusted by its label', 22, { trustedByLabel: true }, unproven],
  [
    'a unit that is trusted by its label, of a dealer that requires a proof',
    49,
    { trustedByLabel: true },
    refused('noProof'),
  ],
  ['a new unit', 22, { trustedByLabel: false }, refused('noProof')],
  ['a new unit, of a dealer that requires a proof', 49, { trustedByLabel: false }, refused('noProof')],
])('%s', (_, dealer, options, expected) => {
  it.each(Object.keys(PROOFS))('with %s', async (proof) => {
    const unit = await aUnit({ dealer, UnitStatus: 9, ...options });
    expect(await authenticate(loginOf(unit), proof)).toEqual(expected);
  });
});

describe.each([22, 49])('a unit with a secret, of dealer %i', (dealer) => {
  it.each([
    ['no proof', refused('missingProof')],
    ['a wrong proof', refused('badProof')],
    ['an old proof', refused('staleProof')],
    ['a right proof', proven],
  ])('with %s', async (proof, expected) => {
    const unit = await aUnit({ dealer, UnitStatus: 9 });
    await giveSecret(unit);
    expect(await authenticate(loginOf(unit), proof)).toEqual(expected);
  });
});

it('a unit of a dealer below one that requires a proof must prove itself, and none of the dealer above that', async () => {
  const [below, beside] = [await aUnit({ dealer: 2201, UnitStatus: 9 }), await aUnit({ dealer: 22, UnitStatus: 9 })];
  await requireProof(220, 1);
  expect(await authenticate(loginOf(below))).toEqual(refused('noProof'));
  expect(await authenticate(loginOf(beside))).toEqual(unproven);
  await requireProof(220, 0);
  expect(await authenticate(loginOf(below))).toEqual(unproven);
});

it('a unit without a secret and without a mark is refused', async () => {
  const unit = await aUnit({ UnitStatus: 9 });
  await UnitWithoutSecretEntity.delete({ UnitSerNum: unit.UnitSerNum }).go();
  expect(await authenticate(loginOf(unit))).toEqual(refused('noProof'));
});

it('a unit that still has a mark beside its secret must prove itself', async () => {
  const unit = await aUnit({ UnitStatus: 9 });
  await giveSecret(unit);
  const { UnitSerNum, UnitModel, dealerPath } = unit;
  await UnitWithoutSecretEntity.put({ UnitSerNum, UnitModel, dealerPath, trustedByLabel: true }).go();
  expect(await authenticate(loginOf(unit))).toEqual(refused('missingProof'));
});

it('a login counts only with the secret, or none, that the unit had when it was decided', async () => {
  const { UnitSerNum } = await aUnit({ UnitStatus: 9 });
  expect(await tableUnits.isSecretOf(UnitSerNum, undefined)).toBe(true);
  await UnitSecretEntity.put({ UnitSerNum, secret: SECRET.toString('base64url'), since: SINCE }).go();
  expect(await tableUnits.isSecretOf(UnitSerNum, undefined)).toBe(false);
  expect(await tableUnits.isSecretOf(UnitSerNum, SINCE)).toBe(true);
  expect(await tableUnits.isSecretOf(UnitSerNum, '2026-10-01T00:00:00.000Z')).toBe(false);
});

it('a unit whose place has a malformed part is decided by the other parts', async () => {
  const unit = await aUnit({ UnitStatus: 9 });
  await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ dealerPath: '/1/x/' }).go();
  expect(await authenticate(loginOf(unit))).toEqual(unproven);
  await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ dealerPath: '/1/x/49/' }).go();
  expect(await authenticate(loginOf(unit))).toEqual(refused('noProof'));
});

it('a unit of a dealer whose settings are malformed is still trusted by its label', async () => {
  const unit = await aUnit({ dealer: 2201, UnitStatus: 9 });
  const { DealerListsEntity } = await import('#data/dealer-settings/dealer-settings.ts');
  await DealerListsEntity.put({ DealerKey: 2201, lists: 'broken', version: 1 }).go();
  expect(await authenticate(loginOf(unit))).toEqual(unproven);
  await DealerListsEntity.delete({ DealerKey: 2201 }).go();
});

it('every login does the same work, so that its time does not show what is known of the unit', async () => {
  const known = await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9 });
  const fresh = await aUnit({ UnitStatus: 9, trustedByLabel: false });
  const secret = await aUnit({ UnitStatus: 9 });
  await giveSecret(secret);
  const destroyed = await aUnit({ UnitStatus: 8 });
  const ofRequiring = await aUnit({ dealer: 49, UnitStatus: 9 });
  const logins = [
    loginOf(known),
    loginOf(fresh),
    loginOf(secret),
    loginOf(destroyed),
    loginOf(ofRequiring),
    { ...loginOf(known), imei: '111111111111111' },
    { ...loginOf(known), UnitModel: 'myConnect' as const },
    { ...loginOf(known), UnitSerNum: 'ZZZZZZ' },
  ];
  expect((await UnitEntity.get({ UnitSerNum: 'ZZZZZZ' }).go()).data).toBeNull();
  measure((entity, index) => `${entity} ${index}`);
  measured();
  const work: string[][] = [];
  for (const login of logins) {
    await authenticate(login);
    work.push(measured().requests);
  }
  for (const requests of work) expect(requests).toEqual(work[0]);
  expect(work[0]).toEqual(['batch-get dealerLists ', 'batch-get unit  unitSecret  unitWithoutSecret ']);
});
