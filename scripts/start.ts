import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MissingRequirement, requireDisk } from '#local/machine.ts';
import { databaseKeyOf, firmwareKeyFile } from '#local/portal/credentials.ts';
import { startPortal } from '#local/portal/portal.ts';
import { seedDatabase } from '#local/portal/seed-database.ts';
import { databaseFolder } from '#local/portal/stand-ins.ts';
import { buildWeb } from '#local/portal/web-build.ts';
import { portTable } from '#local/ports.ts';
import { makePrivate } from '#local/private-folder.ts';
import { PEOPLE, SEED_PASSWORD } from './seed/people.ts';

const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    units: { type: 'string', default: '2000' },
    simulated: { type: 'string', default: '50' },
    folder: { type: 'string', default: '.local/state' },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `npm start -- [options]
  --fresh           begin anew, without what earlier starts have left
  --units N         size of the seeded fleet (2000), on the first start or with --fresh
  --simulated N     how many units dial in (50)
  --folder PATH     where the state is kept (.local/state)`;

const ONE_CTRL_C = 1_000;

const began = Date.now();
const seconds = () => ((Date.now() - began) / 1000).toFixed(1).padStart(6);
const say = (step: string) => console.log(`${seconds()} s  ${step}`);

if (values.help) console.log(HELP);
else
  await start().catch((error: unknown) => {
    // A missing requirement needs only its message. Any other error is a bug and needs its stack.
    console.error(
      `\n${error instanceof MissingRequirement ? error.message : error instanceof Error ? error.stack : error}`,
    );
    process.exit(1);
  });

async function start(): Promise<void> {
  const folder = path.resolve(values.folder);
  if (values.fresh) rmSync(folder, { recursive: true, force: true });
  makePrivate(folder);
  const units = wholeNumber('units', values.units);
  requireDisk(folder, units);
  const database = {
    folder: databaseFolder(folder),
    accessKey: databaseKeyOf(folder),
    firmwareKeyFile: firmwareKeyFile(folder),
  };
  await Promise.all([buildWeb(say), seedDatabase({ ...database, units, onStep: say })]);
  const portal = await startPortal({
    ports: portTable(),
    folder,
    simulated: wholeNumber('simulated', values.simulated),
    onStep: say,
  });
  say(`Ready: ${portal.url}\n`);
  console.log(welcome(portal.url));

  let stoppingSince: number | undefined;
  const stop = async () => {
    // One Ctrl-C can come twice: from the terminal and from the process that started this one.
    if (stoppingSince !== undefined && Date.now() - stoppingSince < ONE_CTRL_C) return;
    if (stoppingSince !== undefined) process.exit(1);
    stoppingSince = Date.now();
    console.log('\nStopping ...');
    await portal.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function welcome(url: string): string {
  const width = Math.max(...PEOPLE.map(({ userName }) => userName.length));
  const logins = PEOPLE.map(({ userName, kind }) => `  ${userName.padEnd(width)}  ${kind}`);
  const mail = `http://localhost:${portTable().mail}`;
  return [
    `Open ${url} and sign in as one of`,
    ...logins,
    `Password of each: ${SEED_PASSWORD}`,
    `Mail that the portal sends: ${mail}`,
    'Ctrl-C stops everything.',
  ].join('\n');
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new MissingRequirement(`--${name} wants a whole number, not '${text}'`);
  return Number(text);
}
