import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import type { units } from '#core/units/contract.ts';
import { fieldsFor, MAX_FOUND, type SearchField, TOO_MANY_FOUND } from '#core/units/search.ts';
import { SerialNumber, UNIT_MODELS, UNIT_STATUS, type Unit } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { firmwareStore } from '#data/firmware/firmware.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitSecretStore } from '#data/units/unit-secrets.ts';
import { unitStore } from '#data/units/units.ts';

type Input = z.output<typeof units.list.input>;
type Search = Input & { param: 'all' | SearchField };

/** One page of a model's units. */
export async function listUnits(scope: Scope, input: Input) {
  const { items, cursor } = await unitStore.list(scope, input.UnitModel, input);
  return reply(scope, items, cursor);
}

/** One page of a model's units without a secret. */
export async function listWithoutSecret(scope: Scope, input: Input) {
  const { items, cursor } = await unitSecretStore.withoutSecret(scope, input.UnitModel, input);
  return reply(scope, await unitStore.getMany(scope, items), cursor, 'withoutSecret');
}

/** The units of all models that a search or an uploaded list finds. More than 1,000 are refused with 'Too many'. */
export async function findUnits(scope: Scope, input: Search) {
  const asked = input.BulkSearch ? listed(input.BulkSearch) : await matches(scope, input);
  const found = await unitStore.getMany(scope, asked.filter(isSerialNumber));
  const answer = await reply(scope, found, null);
  if (!input.BulkSearch) return answer;
  const serialNumbers = found.map(({ UnitSerNum }) => UnitSerNum);
  const missing = asked.filter((one) => !serialNumbers.includes(one));
  return { ...answer, BulkSearchResults: { found: serialNumbers, missing } };
}

function listed(text: string): string[] {
  const asked = [...new Set(text.split(',').map((one) => one.trim().toUpperCase()))].filter(Boolean);
  if (asked.length > MAX_FOUND) throw new AppError('TOO_LARGE', TOO_MANY_FOUND);
  return asked;
}

const isSerialNumber = (text: string) => SerialNumber.safeParse(text).success;

async function matches(scope: Scope, { param, searchText = '' }: Search): Promise<string[]> {
  const fields = param === 'all' ? fieldsFor(searchText) : [param];
  const results = await Promise.all(fields.map((field) => unitLookupStore.find(scope, field, searchText, MAX_FOUND)));
  const serialNumbers = [...new Set(results.flatMap((result) => result.serialNumbers))];
  if (serialNumbers.length > MAX_FOUND || results.some(({ more }) => more))
    throw new AppError('TOO_LARGE', TOO_MANY_FOUND);
  return serialNumbers;
}

async function reply(scope: Scope, stored: UnitRecord[], cursor: string | null, counted?: 'withoutSecret') {
  const now = Date.now();
  const [shown, totals, dealer, NewestFirmware] = await Promise.all([
    shownUnits(stored, now),
    unitStore.totals(scope, counted),
    dealerStore.get(scope, scope.dealerKey),
    firmwareStore.newest(now),
  ]);
  return {
    lists: Object.fromEntries(
      UNIT_MODELS.map((model) => [model, shown.filter((unit) => unit.UnitModel === model)]),
    ) as Record<Unit['UnitModel'], Unit[]>,
    cursor,
    totals: Object.fromEntries(UNIT_MODELS.map((model) => [model, totals[model] ?? 0])) as Record<
      Unit['UnitModel'],
      number
    >,
    States: Object.fromEntries(Object.entries(UNIT_STATUS)),
    DealerSettings: {
      CustomLabel1: dealer.CustomLabel1 ?? 'Custom 1',
      CustomLabel2: dealer.CustomLabel2 ?? 'Custom 2',
    },
    NewestFirmware,
  };
}
