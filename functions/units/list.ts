import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { covers, type Scope } from '#core/scope.ts';
import { units } from '#core/units/contract.ts';
import { facetsOf, isMatch } from '#core/units/facets.ts';
import { countsByFacet, filtersOf, matchingOf, ofEachModel, versionsOf } from '#core/units/list-filters.ts';
import { hasRange } from '#core/units/list-query.ts';
import { fieldsFor, MAX_FOUND, type SearchField, TOO_MANY_FOUND } from '#core/units/search.ts';
import { silentSince } from '#core/units/silence.ts';
import { ASSIGNED, SerialNumber, UNIT_MODELS, UNIT_STATUS, type Unit } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore, scopeOfDealer } from '#data/dealers/dealers.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { unitFacetStore } from '#data/units/facet-list.ts';
import { hearingStore, withOutages } from '#data/units/hearing.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitSecretStore } from '#data/units/unit-secrets.ts';
import { unitStore } from '#data/units/units.ts';
import { reportLeftOut } from '#platform/http/output.ts';

type Input = z.output<typeof units.list.input>;
type Search = Input & { param: 'all' | SearchField };

/** One page of a model's units: by dealer and serial number, or the worst first if it is filtered or asked for so. */
export async function listUnits(scope: Scope, input: Input) {
  const { UnitModel } = input;
  const within = await scopeOfDealer(scope, input.DealerKey);
  const leaveOut = reportLeftOut(units.list);
  const counting = unitFacetStore.counts(within, leaveOut);
  const now = Date.now();
  const filters = filtersOf(input, scope, hasRange(input) ? versionsOf(await counting, UnitModel) : [], now);
  const isByDealer = Object.keys(filters).length === 0 && input.order === 'dealer';
  const [counts, totals, { items, cursor }] = await Promise.all([
    counting,
    unitStore.totals(within),
    isByDealer ? unitStore.list(within, UnitModel, input) : filtered(),
  ]);
  return {
    ...(await reply(scope, items, cursor, totals)),
    facets: countsByFacet(counts, scope),
    matching: matchingOf(filters, counts, totals),
  };

  async function filtered() {
    const found = await unitFacetStore.list(within, UnitModel, filters, await counting, input, leaveOut);
    return { ...found, items: await unitStore.getMany(within, found.items) };
  }
}

/** One page of a model's units without a secret. */
export async function listWithoutSecret(scope: Scope, input: Input) {
  const { items, cursor } = await unitSecretStore.withoutSecret(scope, input.UnitModel, input);
  const [found, totals] = await Promise.all([
    unitStore.getMany(scope, items),
    unitStore.totals(scope, 'withoutSecret'),
  ]);
  return reply(scope, found, cursor, totals);
}

/** The units of all models that a search or an uploaded list finds. More than 1,000 are refused with 'Too many'. */
export async function findUnits(scope: Scope, input: Search) {
  const within = await scopeOfDealer(scope, input.DealerKey);
  const asked = input.BulkSearch ? listed(input.BulkSearch) : await matches(within, input);
  const [found, totals] = await Promise.all([
    unitStore.getMany(scope, asked.filter(isSerialNumber)),
    unitStore.totals(scope),
  ]);
  const now = Date.now();
  const hearing = await hearingStore.get();
  const heard = found.map((unit) => ({ unit, heard: withOutages(unit, hearing, now) }));
  const facets = heard.map(({ heard: one }) => facetsOf(one, now));
  const filters = filtersOf(
    input,
    scope,
    facets.flatMap(({ FirmVer }) => FirmVer ?? []),
    now,
  );
  const { silentBefore } = filters;
  const answer = await reply(
    scope,
    heard.flatMap(({ unit, heard: one }, index) => {
      const since = silentSince(one, now);
      const fits =
        silentBefore === undefined || (unit.UnitStatus === ASSIGNED && since !== '0' && since < silentBefore);
      return fits && covers(within, unit.dealerPath) && isMatch(facets[index]!, filters) ? [unit] : [];
    }),
    null,
    totals,
  );
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

async function matches(
  scope: Pick<Scope, 'dealerKey' | 'dealerPath'>,
  { param, searchText = '' }: Search,
): Promise<string[]> {
  const fields = param === 'all' ? fieldsFor(searchText) : [param];
  const results = await Promise.all(fields.map((field) => unitLookupStore.find(scope, field, searchText, MAX_FOUND)));
  const serialNumbers = [...new Set(results.flatMap((result) => result.serialNumbers))];
  if (serialNumbers.length > MAX_FOUND || results.some(({ more }) => more))
    throw new AppError('TOO_LARGE', TOO_MANY_FOUND);
  return serialNumbers;
}

async function reply(
  scope: Scope,
  stored: UnitRecord[],
  cursor: string | null,
  totals: Readonly<Record<string, number>>,
) {
  const now = Date.now();
  const [shown, dealer, NewestFirmware] = await Promise.all([
    shownUnits(scope, stored, now),
    dealerStore.get(scope, scope.dealerKey),
    firmwareStore.newest(now),
  ]);
  return {
    lists: Object.fromEntries(
      UNIT_MODELS.map((model) => [model, shown.filter((unit) => unit.UnitModel === model)]),
    ) as Record<Unit['UnitModel'], Unit[]>,
    cursor,
    totals: ofEachModel(totals),
    States: Object.fromEntries(Object.entries(UNIT_STATUS)),
    DealerSettings: {
      CustomLabel1: dealer.CustomLabel1 ?? 'Custom 1',
      CustomLabel2: dealer.CustomLabel2 ?? 'Custom 2',
    },
    NewestFirmware,
  };
}
