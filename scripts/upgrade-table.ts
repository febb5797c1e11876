import { parseArgs } from 'node:util';
import { chosenTable } from './chosen-table.ts';
import { joinLocalPortal, LOCAL_STATE } from './local-environment.ts';

const HELP = `npm run upgrade:table -- [options]
  Puts what was stored by an earlier version into the indexes and lists of this one: profiles into the index by firmware, orders into the
  lists of the dealers above and of those under way, units with failed updates into the list of them, and units for which commands wait into
  the notices that bridges read at a login instead of the commands. Removes the patients of vitals portals from units that were set free before
  this removed them, and the profiles that units kept of dealers that are no longer above them. Reserves the names of dealers and profiles, and
  stores views of the unit list, by the characters that are compared now. Run it after the deployment. It can be repeated, and people can work
  meanwhile.
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
  const { indexProfiles } = await import('#data/profiles/index-profiles.ts');
  console.log(`${await indexProfiles()} profiles are in the index`);
  const { listOrders } = await import('#data/orders/list-orders.ts');
  console.log(`${await listOrders()} orders are in the lists`);
  const { storeMissingNotices } = await import('#data/consoles/store-missing-notices.ts');
  console.log(`${await storeMissingNotices(Date.now())} units have commands that wait`);
  const { unlinkFreedUnits } = await import('#data/vitals/unlink-freed.ts');
  const unlinked = await unlinkFreedUnits(Date.now());
  console.log(`${unlinked.count} free units were unlinked from a patient`);
  const { listFailedUpdates } = await import('#data/units/list-failed-updates.ts');
  console.log(`${await listFailedUpdates(Date.now())} units with failed updates are in the list`);
  const { leaveForeignProfiles } = await import('#data/units/leave-profiles.ts');
  const profiles = await leaveForeignProfiles(Date.now());
  console.log(`${profiles.count} units left a profile of a dealer that is not above them`);
  reportLeft([...unlinked.left, ...profiles.left]);
  const { renewDealerNames } = await import('#data/dealers/renew-dealer-names.ts');
  const { renewProfileNames } = await import('#data/profiles/renew-profile-names.ts');
  const { renewViews } = await import('#data/units/renew-views.ts');
  const names = [await renewDealerNames(), await renewProfileNames(), await renewViews()];
  console.log(`${names.reduce((sum, { count }) => sum + count, 0)} names are compared by their looks of this version`);
  reportAlike(names.flatMap(({ left }) => left));
}

function reportLeft(units: readonly string[]): void {
  if (units.length === 0) return;
  console.error(`These units are left. Run this again in some minutes:\n${units.join('\n')}`);
  process.exitCode = 1;
}

function reportAlike(names: readonly string[]): void {
  if (names.length === 0) return;
  console.error(`These names look alike. Rename or delete one of each, then run this again:\n${names.join('\n')}`);
  process.exitCode = 1;
}
