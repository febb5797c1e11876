import { profiles } from '#core/profiles/contract.ts';
import type { ProfileRecord } from '#core/profiles/profile.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { DEFAULT_UNIT_MODEL, shownFirmware } from '#core/units/unit.ts';
import { tableName } from '#data/kit/table.ts';
import { ProfileEntity, ProfileVersionEntity } from '#data/profiles/profiles.ts';
import { handler as profilesHandler } from '#functions/profiles/handler.ts';
import { handler as configurationHandler } from '#functions/unit-configuration/handler.ts';
import { seedProfiles } from '#scripts/seed/profiles.ts';
import { seed } from '#scripts/seed/seed.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { callEndpoint, signIn } from './caller.ts';
import { flatness } from './flatness.ts';
import { DEALER, DEALER_USER, newTable } from './fleet.ts';
import type { Finding, Measure } from './measure.ts';

interface Shelf {
  table: string;
  count: number;
}

/** What is offered to a unit are up to 200 profiles of a dealer, so both have more. */
const FEW: Shelf = { table: 'profiles-few', count: 1_000 };
const MANY: Shelf = { table: 'profiles-many', count: 5_000 };
const PAGE = 25;
const FIRST_KEY = 500_000;
const SEED = { count: 20, now: Date.now(), dealerKey: DEALER.DealerKey };
const unit = [...seedUnits(SEED)].find(({ UnitModel }) => UnitModel === DEFAULT_UNIT_MODEL)!;
const { content } = seedProfiles(SEED.now).find(({ profile }) => profile.UnitModel === DEFAULT_UNIT_MODEL)!;

/**
 * Checks whether the cost of a page of profiles, of one profile, and of the profiles that a unit is offered depends on the number of profiles of the dealer: 1,000
 * compared with 5,000, each in its own table, in turn.
 */
export const measure: Measure = async () => {
  for (const shelf of [FEW, MANY]) await fill(shelf);
  await newTable();
  await seed(SEED, () => {});
  const { token } = await signIn(DEALER_USER);
  const list = (input: object) =>
    callEndpoint(profilesHandler, profiles.list, { flag: 'own', pageSize: PAGE, ...input }, token);
  const offered = (input: object) =>
    callEndpoint(
      configurationHandler,
      unitConfiguration.unitProfiles,
      { UnitSerNum: unit.UnitSerNum, ...input },
      token,
    );
  const middle = new Map<Shelf, string>();
  for (const shelf of [FEW, MANY]) middle.set(shelf, await within(shelf, () => middleOf(list, shelf.count)));
  const questions: [string, (shelf: Shelf) => Promise<string>][] = [
    ['first page of profiles', async () => requireRows(await list({}))],
    ['page of profiles in the middle', async (shelf) => requireRows(await list({ cursor: middle.get(shelf) }))],
    [
      'a profile',
      ({ count }) => callEndpoint(profilesHandler, profiles.get, { ProfileKey: FIRST_KEY + count / 2 }, token),
    ],
    ['profiles that a unit is offered', async () => requireOffers(await offered({}))],
    ['profiles that a unit is offered by their names', async () => requireOffers(await offered({ search: 'homes 7' }))],
  ];
  const findings: Finding[] = [];
  for (const [question, ask] of questions) {
    const sizes = [FEW, MANY].map((shelf) => ({
      name: `${shelf.count.toLocaleString('en-US')} profiles`,
      ask: () => within(shelf, () => ask(shelf)),
    }));
    findings.push(...(await flatness(question, sizes, 8_000)));
  }
  return findings;
};

async function fill({ table, count }: Shelf): Promise<void> {
  const usual = tableName();
  process.env.TABLE_NAME = table;
  try {
    await newTable();
    await writeAll(itemsOf(count), () => {});
  } finally {
    process.env.TABLE_NAME = usual;
  }
}

function* itemsOf(count: number) {
  const [savedAt, savedBy] = ['2026-11-01T00:00:00.000Z', 'Bea'];
  for (let index = 0; index < count; index++) {
    const ProfileKey = FIRST_KEY + index;
    const profile: ProfileRecord = {
      ...{ ProfileKey, ProfileName: `Homes ${index}`, UnitModel: DEFAULT_UNIT_MODEL },
      ...{ UnitFirmVer: shownFirmware(unit.FirmVer), PTStatus: 16, version: 1, savedAt, savedBy },
      ...{ LineID: '', Label: 'Default', SimOptions: 2, UnitIDOptions: 'Default', UIDLength: 4 },
      ...{ DealerKey: DEALER.DealerKey, dealerPath: DEALER.dealerPath },
    };
    yield itemOf(ProfileEntity, profile);
    yield itemOf(ProfileVersionEntity, { ...content, ProfileKey, version: 1, changes: [], savedAt, savedBy });
  }
}

/** Runs with the stores of profiles on the table; everything else stays in the common one. */
async function within<Result>({ table }: Shelf, work: () => Promise<Result>): Promise<Result> {
  for (const entity of [ProfileEntity, ProfileVersionEntity]) entity.setTableName(table);
  return work();
}

async function middleOf(list: (input: object) => Promise<string>, rows: number): Promise<string> {
  let cursor: string | undefined;
  for (let left = rows / 2; left > 0; left -= 100) {
    const page = JSON.parse(await list({ pageSize: Math.min(left, 100), cursor })) as { cursor: string | null };
    cursor = page.cursor ?? undefined;
  }
  if (cursor === undefined) throw new Error('The list has no middle');
  return cursor;
}

function requireRows(body: string): string {
  const { items } = JSON.parse(body) as { items: object[] };
  if (items.length !== PAGE) throw new Error(`${items.length} profiles instead of ${PAGE}`);
  return body;
}

function requireOffers(body: string): string {
  const { currentVersionOptions } = JSON.parse(body) as { currentVersionOptions: object[] };
  if (currentVersionOptions.length < PAGE) throw new Error(`${currentVersionOptions.length} profiles are offered`);
  return body;
}
