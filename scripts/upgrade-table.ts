import { parseArgs } from 'node:util';
import type { RenewedNames } from '#data/kit/renewed-names.ts';
import type { Upgraded } from '#data/kit/upgraded.ts';
import { chosenTable } from './chosen-table.ts';
import { joinLocalPortal, LOCAL_STATE } from './local-environment.ts';

const HELP = `npm run upgrade:table -- [options]
  Puts what was stored by an earlier version into the indexes and lists of this one: profiles into the index by firmware, orders into the
  lists of the dealers above and of those under way, rollouts into the index by state, bulk actions that are not over into that of those, units with failed updates into the list of them, and units for which commands wait into
  the notices that bridges read at a login instead of the commands. Removes the patients of vitals portals from units that were set free before
  this removed them, and the profiles that units kept of dealers that are no longer above them. Asks wearables that moved before a move did
  so to forget the home Wi-Fi of their former wearers. Reserves the names of dealers and profiles, and
  stores views of the unit list, by the characters that are compared now. Run it after the deployment. It says what is left, goes on with the rest, and
  ends with code 1 then. It can be repeated, and people can work meanwhile.
  --stage STAGE  which deployment (production)
  --table NAME   which table, where it is not that of the stage (TABLE_NAME, if no stage is given)
  --local        the portal that "npm start" runs on this machine, in the place of a deployed one
  --folder PATH  its state (${LOCAL_STATE})`;

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    table: { type: 'string' },
    local: { type: 'boolean', default: false },
    folder: { type: 'string', default: LOCAL_STATE },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else
  await run().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

async function run(): Promise<void> {
  if (values.local) joinLocalPortal(values.folder);
  // The stores read the table's name when they are loaded.
  process.env.TABLE_NAME = chosenTable(values.local ? { table: values.table } : values);
  const isDone = [];
  for (const step of await stepsOfUpgrade()) isDone.push(await done(step));
  if (isDone.includes(false)) process.exitCode = 1;
}

/** Each step is on its own: one that fails does not keep the next ones from their work. */
async function stepsOfUpgrade(): Promise<Step[]> {
  const { indexProfiles } = await import('#data/profiles/index-profiles.ts');
  const { listOrders } = await import('#data/orders/list-orders.ts');
  const { indexRollouts } = await import('#data/rollouts/index-rollouts.ts');
  const { indexOpenBulkActions } = await import('#data/bulk-actions/index-open.ts');
  const { storeMissingNotices } = await import('#data/consoles/store-missing-notices.ts');
  const { unlinkFreedUnits } = await import('#data/vitals/unlink-freed.ts');
  const { listFailedUpdates } = await import('#data/units/list-failed-updates.ts');
  const { leaveForeignProfiles } = await import('#data/units/leave-profiles.ts');
  const { forgetFormerHomes } = await import('#data/units/forget-homes.ts');
  const { renewDealerNames } = await import('#data/dealers/renew-dealer-names.ts');
  const { renewProfileNames } = await import('#data/profiles/renew-profile-names.ts');
  const { renewViews } = await import('#data/units/renew-views.ts');
  return [
    ['profiles are in the index', indexProfiles],
    ['orders are in the lists', listOrders],
    ['rollouts are in the index', indexRollouts],
    ['bulk actions that are not over are in the index', indexOpenBulkActions],
    ['units have commands that wait', storeMissingNotices],
    ['free units were unlinked from a patient', unlinkFreedUnits],
    ['units with failed updates are in the list', listFailedUpdates],
    ['units left a profile of a dealer that is not above them', leaveForeignProfiles],
    ['units are asked to forget the home of a former wearer', forgetFormerHomes],
    ['names of dealers are compared by their looks of this version', renewDealerNames],
    ['names of profiles are compared by their looks of this version', renewProfileNames],
    ['names of views are compared by their looks of this version', renewViews],
  ];
}

/** What the number of changed items says, and the step. */
type Step = readonly [says: string, run: (now: number) => Promise<Upgraded & Partial<RenewedNames>>];

/** Runs a step and prints at once what it did. Returns false if something is left. */
async function done([says, run]: Step): Promise<boolean> {
  try {
    const { count, left, alike = [] } = await run(Date.now());
    console.log(`${count} ${says}`);
    report('These are left. Run this again in some minutes:', left);
    report('These names look alike. Rename or delete one of each, then run this again:', alike);
    return left.length + alike.length === 0;
  } catch (error) {
    report(`The step did not end: ${says}. Run this again in some minutes:`, [(error as Error).message]);
    return false;
  }
}

function report(what: string, lines: readonly string[]): void {
  if (lines.length > 0) console.error(`${what}\n${lines.join('\n')}`);
}
