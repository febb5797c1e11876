import { parseArgs } from 'node:util';

const HELP = `npm run restore -- STEP --table NAME [options]
  A step of docs/restore.md. A step that was interrupted can be repeated.
  table  prepares a restored table for the deployment, and prints the settings of that deployment. Only before that
         deployment: on a table in use it ends the connections of all units
  lost   lists the changes by people since --since; --table is the old table
  work   starts the work again that queues and schedules have lost
  --table NAME     the table
  --stage STAGE    which deployment (production)
  --since TIME     the time to which the table was restored: 2026-11-22T10:00:00Z
  --reactions URL  ReactionQueueUrl, an output of the data stack`;

/** A wrong call of the program. */
class Usage extends Error {}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    table: { type: 'string', default: '' },
    stage: { type: 'string', default: 'production' },
    since: { type: 'string', default: '' },
    reactions: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

/** The stores read the table's name when they are loaded, so each step loads its own. */
const STEPS: Readonly<Record<string, () => Promise<void>>> = {
  async table() {
    const { prepareTable } = await import('./restore/prepare-table.ts');
    const { raiseFences } = await import('./restore/raise-fences.ts');
    const { pauseRollouts } = await import('./restore/pause-rollouts.ts');
    const { stream } = await prepareTable(values.table, values.stage);
    console.log(`${await raiseFences()} units will have new connections.`);
    for (const name of await pauseRollouts(Date.now())) console.log(`Paused: the rollout ${name}.`);
    console.log(`Deploy with: -c tableName=${values.table} -c tableStream=${stream}`);
  },
  async lost() {
    const since = new Date(values.since);
    if (Number.isNaN(since.getTime())) throw new Usage('--since is not a time');
    const { lostChanges } = await import('./restore/lost-changes.ts');
    const changes = await lostChanges(since);
    for (const change of changes) console.log(change);
    console.log(`${changes.length} changes by people since ${since.toISOString()}.`);
  },
  async work() {
    if (!URL.canParse(values.reactions)) throw new Usage('--reactions is not the URL of a queue');
    const { restartWork } = await import('./restore/restart-work.ts');
    const { reminders, moves } = await restartWork(values.reactions);
    console.log(`Started again: ${reminders} reminders, ${moves} dealer moves.`);
  },
};

async function main(): Promise<void> {
  const step = positionals.length === 1 ? STEPS[positionals[0]!] : undefined;
  if (!step || !values.table) throw new Usage('A step and --table are needed');
  process.env.TABLE_NAME = values.table;
  await step();
}

if (values.help) console.log(HELP);
else
  await main().catch((error: Error) => {
    console.error(error.message);
    if (error instanceof Usage) console.error(HELP);
    process.exitCode = error instanceof Usage ? 2 : 1;
  });
