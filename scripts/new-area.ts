import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { NewArea } from './new-area/area.ts';
import { fieldsOf } from './new-area/fields.ts';
import { namesOf } from './new-area/names.ts';
import { register } from './new-area/register.ts';
import { coreFiles } from './new-area/templates/core.ts';
import { serverFiles } from './new-area/templates/server.ts';
import { testFiles } from './new-area/templates/tests.ts';
import { webFiles } from './new-area/templates/web.ts';

const HELP = `npm run new:area -- AREA [options]
  Writes an area that works whole: types, contract, store with versions and audit, handler, page with add, edit and
  delete, seed, samples and tests; names it in layers/core/index.ts; and brings the generated files up to date.
  AREA             small letters and hyphens: spare-parts
  --item NAME      one of its things, where that is not the area without its s
  --fields LIST    Name:text,Note:text?,Days:number,Active:flag   (Name:text,Note:text? when omitted)
  --path PATH      of its endpoints (/api/sparePart when omitted)
  --page PATH      of its page (/spareParts when omitted)
  --flags LIST     who may read and change: holders of one of these flags (ADMIN when omitted)
  --of WHOM        dealer: each dealer has its own (when omitted). portal: one set for all
  --into FOLDER    write there instead of into this checkout`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    item: { type: 'string' },
    fields: { type: 'string', default: 'Name:text,Note:text?' },
    path: { type: 'string' },
    page: { type: 'string' },
    flags: { type: 'string', default: 'ADMIN' },
    of: { type: 'string', default: 'dealer' },
    into: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
    help: { type: 'boolean' },
  },
});
const [area] = positionals;

try {
  if (values.help || area === undefined) console.log(HELP);
  else write(newArea(area), values.into);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function newArea(folder: string): NewArea {
  const names = namesOf(folder, values.item);
  const { of } = values;
  if (of !== 'dealer' && of !== 'portal') throw new Error(`"${of}" must be dealer or portal`);
  return {
    names,
    fields: fieldsOf(values.fields),
    path: values.path ?? `/api/${names.item}`,
    page: values.page ?? `/${names.area}`,
    flags: values.flags.split(','),
    of,
  };
}

function write(area: NewArea, into: string): void {
  const files = Object.entries({ ...coreFiles(area), ...serverFiles(area), ...webFiles(area), ...testFiles(area) });
  const there = files.map(([file]) => file).find((file) => existsSync(path.join(into, file)));
  if (there) throw new Error(`${there} is there already: nothing was written`);
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(into, file)), { recursive: true });
    writeFileSync(path.join(into, file), text);
    console.log(`wrote ${file}`);
  }
  const registered = register(area.names, into);
  console.log(`named it in ${registered}`);
  const run = (command: string, args: string[]) => execFileSync(command, args, { cwd: into, stdio: 'ignore' });
  run('biome', ['check', '--write', registered, ...files.map(([file]) => file)]);
  run(process.execPath, ['scripts/generate.ts']);
  console.log(`brought the generated files up to date

Next: npx vitest run --project integ tests/data/capacity -u
      npm run generate
      npm test -- --area ${area.names['area-folder']}`);
}
