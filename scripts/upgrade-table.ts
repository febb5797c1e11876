import { parseArgs } from 'node:util';
import { joinLocalPortal, LOCAL_STATE } from './local-environment.ts';

const HELP = `npm run upgrade:table -- [options]
  Puts what was stored by an earlier version into the indexes and lists of this one: profiles into the index by firmware, orders into the
  lists of the dealers above. It also stores the notices of waiting commands, which bridges read at a login instead of the commands. Run it after the
  deployment. It can be repeated, and people can work meanwhile.
  --stage STAGE  which deployment (production)
  --table NAME   which table, where it is not that of the stage (or TABLE_NAME)
  --local        the portal that "npm start" runs on this machine, in the place of a deployed one
  --folder PATH  its state (${LOCAL_STATE})`;

const { values } = parseArgs({
  options: {
    stage: { type: 'string', default: 'production' },
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
  if (values.table) process.env.TABLE_NAME = values.table;
  process.env.TABLE_NAME ||= `watchkeep-${values.stage}`;
  const { indexProfiles } = await import('#data/profiles/index-profiles.ts');
  console.log(`${await indexProfiles()} profiles are in the index`);
  const { listOrders } = await import('#data/orders/list-orders.ts');
  console.log(`${await listOrders()} orders are in the lists`);
  const { storeMissingNotices } = await import('#data/consoles/store-missing-notices.ts');
  console.log(`${await storeMissingNotices(Date.now())} units have commands that wait`);
}
