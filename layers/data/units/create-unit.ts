import { randomBytes } from 'node:crypto';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { carrierOf } from '#core/sims/carrier.ts';
import { instant } from '#core/time.ts';
import type { ImportedUnit } from '#core/units/import-file.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, refusedAs } from '../kit/change.ts';
import { nameWrite, turnEntities } from '../kit/turns.ts';
import { SECRET_BYTES } from './give-secret.ts';
import { placeEntities } from './place-writes.ts';
import { lookupsOf } from './unit-lookups.ts';
import { UnitSecretEntity } from './unit-secrets.ts';
import { UnitEntity } from './units.ts';

const entities = { unit: UnitEntity, secret: UnitSecretEntity, ...placeEntities, ...turnEntities };
const refused = {
  changed: 'The unit was brought in meanwhile',
  known: 'The portal has this serial number already',
  another: 'Somebody else brings in a unit with one of its numbers',
};
const NEW = 11;

/** A unit as it is before anybody has done anything with it. */
const newUnit = ({ UnitSerNum, UnitModel, IMEI, ICCID1, ICCID2, PCBSerNum }: ImportedUnit): UnitRecord => ({
  ...{ UnitSerNum, UnitModel, IMEI, UnitLineID: '', UnitID: '', UnitStatus: NEW, FirmVer: '' },
  ...{ DealerKey: ROOT_DEALER, dealerPath: `/${ROOT_DEALER}/`, AllowOTAUpdate: 1, Report: 0, BulkAction: 0 },
  ...{ Custom1: '', Custom2: '', tcpFail: 0, AllowSMSConnect: '1', RemoteLog: '0', activeSimSlot: 0 },
  ...{ ICCID1, ICCID1Carrier: carrierOf(ICCID1) },
  ...(ICCID2 !== undefined && { ICCID2, ICCID2Carrier: carrierOf(ICCID2) }),
  ...(PCBSerNum !== undefined && { PCBSerNum }),
});

/**
 * Brings a unit into the stock of the root dealer, on request with a secret, which it returns. Without one it must get one before it can log in.
 * CONFLICT if the portal has the serial number, or somebody else brings in a unit with one of its numbers.
 */
export async function createUnit(
  scope: Scope,
  imported: ImportedUnit,
  withSecret: boolean,
  now: number,
): Promise<Uint8Array | undefined> {
  const unit = newUnit(imported);
  const { UnitSerNum, UnitModel, DealerKey, dealerPath, IMEI, ICCID1, ICCID2, PCBSerNum } = unit;
  const secret = withSecret ? randomBytes(SECRET_BYTES) : undefined;
  const audit = auditEntry(
    scope,
    {
      ...{ objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey, action: 'bring in unit' },
      after: {
        ...{ UnitModel, IMEI, ICCID1 },
        ...(ICCID2 && { ICCID2 }),
        ...(PCBSerNum && { PCBSerNum }),
        ...(secret && { secretSince: instant(now) }),
      },
    },
    now,
  );
  await change({ entities, audit, by: scope, refused }, (to) => [
    refusedAs('known', to.unit.create(unit).commit()),
    // Two people may bring in units with the same number at once.
    ...[IMEI, ICCID1!, ...(ICCID2 === undefined ? [] : [ICCID2])].map((number) =>
      nameWrite(to, `number of a new unit ${number}`, now),
    ),
    ...lookupsOf(unit).map((lookup) => to.lookup.put(lookup).commit()),
    secret
      ? to.secret.create({ UnitSerNum, secret: secret.toString('base64url'), since: instant(now) }).commit()
      : to.mark.create({ UnitSerNum, UnitModel, dealerPath, trustedByLabel: false }).commit(),
    ...dealerKeysOf(dealerPath).map((key) =>
      to.count
        .upsert({ DealerKey: key, UnitModel })
        .add({ count: 1, withoutSecret: secret ? 0 : 1 })
        .commit(),
    ),
  ]);
  return secret;
}
