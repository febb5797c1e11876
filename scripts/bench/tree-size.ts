import { dealers } from '#core/dealers/contract.ts';
import { users } from '#core/users/contract.ts';
import { DealerLookupEntity, dealerLookupsOf } from '#data/dealers/dealer-lookups.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { tableName } from '#data/kit/table.ts';
import { UserEntity, UserNameEntity } from '#data/users/user-entities.ts';
import { findable, UserLookupEntity } from '#data/users/user-lookups.ts';
import { handler as dealersHandler } from '#functions/dealers/handler.ts';
import { handler as usersHandler } from '#functions/users/handler.ts';
import { seed } from '#scripts/seed/seed.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { callEndpoint, signIn } from './caller.ts';
import { flatness } from './flatness.ts';
import { DEALER, DEALER_USER, newTable } from './fleet.ts';
import type { Finding, Measure } from './measure.ts';

interface Tree {
  table: string;
  dealers: number;
  users: number;
  /** Each dealer has this many directly below it, on three levels in both trees, because a longer path makes items larger. */
  belowEach: number;
}

const SMALL: Tree = { table: 'tree-small', dealers: 50, users: 1_000, belowEach: 4 };
const LARGE: Tree = { table: 'tree-large', dealers: 5_000, users: 100_000, belowEach: 17 };
const PAGE = 25;
const FIRST_KEY = 100_000;

/**
 * Checks whether the cost of a page of dealers or users, listed or searched, depends on their number below the dealer: 50 dealers with
 * 1,000 users, compared with 5,000 with 100,000, each with its own table, in turn.
 */
export const measure: Measure = async () => {
  for (const tree of [SMALL, LARGE]) await plant(tree);
  await newTable();
  await within(SMALL, async () => undefined);
  const { token } = await signIn(DEALER_USER);
  const listDealers = (input: object) =>
    callEndpoint(dealersHandler, dealers.list, { pageSize: PAGE, ...input }, token);
  const listUsers = (input: object) =>
    callEndpoint(usersHandler, users.list, { dealerOrFlag: 'all', pageSize: PAGE, ...input }, token);

  const findings: Finding[] = [];
  for (const [what, list] of [
    ['dealers', listDealers],
    ['users', listUsers],
  ] as const) {
    const middle = new Map<Tree, string>();
    for (const tree of [SMALL, LARGE]) middle.set(tree, await within(tree, () => middleOf(list, tree[what])));
    const questions: [string, (tree: Tree) => Promise<string>][] = [
      [`first page of ${what}`, () => list({})],
      [`page of ${what} in the middle`, (tree) => list({ cursor: middle.get(tree) })],
      // A name near the end of the order, and one that many have.
      [`${what} found by a rare name`, () => list({ searchText: 'branch 7' })],
      [`${what} found by a name of all`, () => list({ searchText: 'branch' })],
    ];
    for (const [question, ask] of questions) {
      const sizes = [SMALL, LARGE].map((tree) => ({
        name: `${tree[what].toLocaleString('en-US')} ${what}`,
        ask: () => within(tree, async () => requireRows(await ask(tree), question)),
      }));
      findings.push(...(await flatness(question, sizes, 8_000)));
    }
  }
  return findings;
};

/** Fills a new table with the seeded people, and with that many dealers and users below the measured dealer. */
async function plant(tree: Tree): Promise<void> {
  const usual = tableName();
  process.env.TABLE_NAME = tree.table;
  try {
    await newTable();
    await seed({ count: 0, now: Date.now() }, () => {});
    await writeAll(itemsOf(tree), () => {});
  } finally {
    process.env.TABLE_NAME = usual;
  }
}

function* itemsOf(tree: Tree) {
  const paths: string[] = [];
  for (let index = 0; index < tree.dealers; index++) {
    const parent = index < tree.belowEach ? DEALER.dealerPath : paths[Math.floor(index / tree.belowEach) - 1]!;
    const dealer = {
      DealerKey: FIRST_KEY + index,
      DealerName: named(index),
      dealerPath: `${parent}${FIRST_KEY + index}/`,
    };
    paths.push(dealer.dealerPath);
    const DealerParent = Number(parent.split('/').at(-2));
    yield itemOf(DealerEntity, { ...dealer, DealerParent, DealerStatus: 3, tree: 'all' });
    for (const lookup of dealerLookupsOf(dealer)) yield itemOf(DealerLookupEntity, lookup);
  }
  for (let index = 0; index < tree.users; index++) {
    const at = index % tree.dealers;
    const UserKey = `branch-${index}`;
    const UserName = `${named(index)}@branch.example`;
    yield itemOf(UserEntity, {
      UserKey,
      UserName,
      UserEmail: UserName,
      UserFirstName: 'Bea',
      UserLastName: named(index),
      UserStatus: 1,
      UserTypeKey: 3,
      DealerKey: FIRST_KEY + at,
      dealerPath: paths[at]!,
      flags: ['UNIT'],
      tree: 'all',
    });
    // Of a user's lookups, only those that the measured dealer's search reads.
    yield itemOf(UserLookupEntity, { DealerKey: DEALER.DealerKey, value: findable(UserName), UserKey });
  }
}

/** Thirty names start with `branch 7` in both trees: more than a page. */
const named = (index: number) => `branch ${index < 30 ? `7${String(index).padStart(2, '0')}` : `a${index}`}`;

/** Runs with the stores on the tree's table; sessions stay in the common one. */
async function within<Result>({ table }: Tree, work: () => Promise<Result>): Promise<Result> {
  for (const entity of [DealerEntity, DealerLookupEntity, UserEntity, UserNameEntity, UserLookupEntity])
    entity.setTableName(table);
  return work();
}

/** The cursor of the second half of the list. */
async function middleOf(list: (input: object) => Promise<string>, rows: number): Promise<string> {
  let cursor: string | undefined;
  for (let left = Math.floor(rows / 2); left > 0; left -= 1000) {
    const page = JSON.parse(await list({ pageSize: Math.min(left, 1000), cursor })) as { cursor: string | null };
    cursor = page.cursor ?? undefined;
  }
  if (cursor === undefined) throw new Error('The list has no middle');
  return cursor;
}

function requireRows(body: string, question: string): void {
  const { items } = JSON.parse(body) as { items: object[] };
  if (items.length !== PAGE) throw new Error(`${question}: ${items.length} rows instead of ${PAGE}`);
}
