import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import type { units } from '#core/units/contract.ts';
import type { ImportedUnit, ImportOutcome } from '#core/units/import-file.ts';
import type { SearchField } from '#core/units/search.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { createUnit } from '#data/units/create-unit.ts';
import { giveSecret } from '#data/units/give-secret.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitSecretStore } from '#data/units/unit-secrets.ts';
import { unitStore } from '#data/units/units.ts';

/** A call has answered after this time, or its answer is lost. */
const ANSWERED_MS = 30 * SECOND;
const JUST_GIVEN =
  'The unit got a secret a moment ago. Wait 30 seconds, then bring it in again if you do not have the secret';

/**
 * Brings units in, one after the other. The same call again changes nothing, except that a unit which has not logged in yet gets another secret: the answer
 * with the first one may be lost. It gets none while a call that runs at the same time may still tell one.
 */
export async function importUnits(
  scope: Scope,
  { units: given, withSecrets, dryRun }: z.output<typeof units.importUnits.input>,
): Promise<{ outcomes: ImportOutcome[] }> {
  const stored = await unitStore.getMany(
    scope,
    given.map(({ UnitSerNum }) => UnitSerNum),
  );
  const known = new Map(stored.map((unit) => [unit.UnitSerNum, unit]));
  const outcomes: ImportOutcome[] = [];
  for (const unit of given)
    outcomes.push(await importOne(scope, unit, known.get(unit.UnitSerNum), withSecrets, dryRun));
  return { outcomes };
}

async function importOne(
  scope: Scope,
  unit: ImportedUnit,
  known: UnitRecord | undefined,
  withSecret: boolean,
  dryRun: boolean,
): Promise<ImportOutcome> {
  const { UnitSerNum } = unit;
  const refused = (reason: string) => ({ UnitSerNum, outcome: 'refused', reason }) as const;
  try {
    if (known) {
      if (!isSame(known, unit)) return refused('The portal has this serial number with other numbers');
      if (hasLoggedIn(known)) return { UnitSerNum, outcome: 'same' };
      const since = await unitSecretStore.since(UnitSerNum);
      if (dryRun || !withSecret)
        return { UnitSerNum, outcome: 'same', ...(since !== undefined && { hasUnusedSecret: true }) };
      const now = Date.now();
      if (since !== undefined && now - Date.parse(since) < ANSWERED_MS) return refused(JUST_GIVEN);
      const { secret } = await giveSecret(scope, known, since, now);
      return { UnitSerNum, outcome: 'same', secret: hexOf(secret) };
    }
    const holder = await holderOfNumber(scope, unit);
    if (holder !== undefined) return refused(holder);
    if (dryRun) return { UnitSerNum, outcome: 'new' };
    const secret = await createUnit(scope, unit, withSecret, Date.now());
    return { UnitSerNum, outcome: 'created', ...(secret && { secret: hexOf(secret) }) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return refused(error.message);
    throw error;
  }
}

const hexOf = (secret: Uint8Array) => Buffer.from(secret).toString('hex');
const hasLoggedIn = ({ loginFence, lastPing }: UnitRecord) => loginFence !== undefined || lastPing !== undefined;

const isSame = (known: UnitRecord, { UnitModel, IMEI, ICCID1, ICCID2, PCBSerNum }: ImportedUnit) =>
  known.UnitModel === UnitModel &&
  known.IMEI === IMEI &&
  known.ICCID1 === ICCID1 &&
  known.ICCID2 === ICCID2 &&
  (PCBSerNum === undefined || known.PCBSerNum === PCBSerNum);

/** Why a number of the unit is taken; undefined if no unit has one of them. */
async function holderOfNumber(scope: Scope, { IMEI, ICCID1, ICCID2 }: ImportedUnit): Promise<string | undefined> {
  const numbers: [SearchField, string][] = [
    ['IMEI', IMEI],
    ['ICCID', ICCID1],
    ...(ICCID2 === undefined ? [] : [['ICCID', ICCID2] as [SearchField, string]]),
  ];
  for (const [field, number] of numbers) {
    const [holder] = await unitLookupStore.withExactly(scope, field, number);
    if (holder !== undefined) return `The unit ${holder} has the ${field} ${number}`;
  }
  return undefined;
}
