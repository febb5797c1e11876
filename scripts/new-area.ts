import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as lucide from 'lucide-react';
import { ACCESS_FLAGS } from '#core/access.ts';
import { SECTIONS } from '#web/lib/page/sections.ts';
import type { NewArea } from './new-area/area.ts';
import { fieldsOf, USAGE } from './new-area/fields.ts';
import { namesOf } from './new-area/names.ts';
import { register } from './new-area/register.ts';
import { coreFiles } from './new-area/templates/core.ts';
import { docsFiles } from './new-area/templates/docs.ts';
import { serverFiles } from './new-area/templates/server.ts';
import { testFiles } from './new-area/templates/tests.ts';
import { webFiles } from './new-area/templates/web.ts';

const HELP = `npm run new:area -- AREA [options]
  Writes an area that works: types, contract, store with versions and audit entries, handler, page with add, edit and
  delete, seed, samples, tests and a page of docs. Names it in layers/core/index.ts and updates the generated files.
  AREA             small letters and hyphens: spare-parts
  --item NAME      one of its items, if that is not the area without its s
  --fields LIST    Name:text,Note:longtext? when omitted. Kinds, with a question mark if the field may be empty:
                   ${USAGE.join(' ')}
  --path PATH      path of its endpoints: /api/sparePart when omitted
  --page PATH      path of its page: /spareParts when omitted
  --icon NAME      icon in the navigation, from https://lucide.dev/icons: List when omitted
  --section NAME   section of the navigation: Administration when omitted. ${SECTIONS.join(', ')}
  --flags LIST     who may read and change: holders of one of these flags. ADMIN when omitted
  --of OWNER       dealer: each dealer has its own (when omitted). portal: one set for all dealers
  --into FOLDER    the checkout to write to: this one when omitted`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    item: { type: 'string' },
    fields: { type: 'string', default: 'Name:text,Note:longtext?' },
    path: { type: 'string' },
    page: { type: 'string' },
    icon: { type: 'string', default: 'List' },
    section: { type: 'string', default: 'Administration' },
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
  const { icon } = values;
  if (!(icon in lucide.icons)) throw new Error(`There is no icon "${icon}". Choose one of https://lucide.dev/icons`);
  return {
    names,
    fields: fieldsOf(values.fields),
    path: values.path ?? `/api/${names.item}`,
    page: values.page ?? `/${names.area}`,
    icon,
    section: oneOf(SECTIONS, values.section),
    flags: values.flags.split(',').map((flag) => oneOf(ACCESS_FLAGS, flag)),
    of: oneOf(['dealer', 'portal'], values.of),
  };
}

/** @throws naming the values that are allowed */
function oneOf<const Allowed extends string>(allowed: readonly Allowed[], given: string): Allowed {
  const found = allowed.find((one) => one === given);
  if (found === undefined) throw new Error(`"${given}" must be one of ${allowed.join(', ')}`);
  return found;
}

function write(area: NewArea, into: string): void {
  const files = Object.entries({
    ...coreFiles(area),
    ...serverFiles(area),
    ...webFiles(area),
    ...testFiles(area),
    ...docsFiles(area),
  });
  const present = files.map(([file]) => file).find((file) => existsSync(path.join(into, file)));
  if (present) throw new Error(`${present} exists already: nothing was written`);
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(into, file)), { recursive: true });
    writeFileSync(path.join(into, file), text);
    console.log(`wrote ${file}`);
  }
  const registered = register(area.names, into);
  console.log(`named it in ${registered}`);
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: into, stdio: 'pipe' });
  run('node_modules/.bin/biome', 'check', '--write', registered, ...files.map(([file]) => file));
  run(process.execPath, 'scripts/generate.ts');
  console.log(`updated the generated files

Next: write who may call its endpoints into tests/contract/who-may-call.ts, one line each
      npx vitest run --project integ tests/data/capacity -u
      npm run generate
      npm test -- --area ${area.names['area-folder']}`);
}
