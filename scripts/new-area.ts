import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { filesOf } from './new-area/files.ts';
import { namesOf } from './new-area/names.ts';

const HELP = `npm run new:area -- AREA [ITEM]
  Writes the files of a new area: contract, store, handler, page, test and sample events.
  AREA  its name, small letters and hyphens: spare-parts
  ITEM  what one of its things is called, where that is not the area without its s
  --into FOLDER  write there instead of into this checkout`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { into: { type: 'string', default: path.resolve(import.meta.dirname, '..') }, help: { type: 'boolean' } },
});
const [area, item] = positionals;

try {
  if (values.help || area === undefined) console.log(HELP);
  else write(area, item, values.into);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function write(area: string, item: string | undefined, into: string): void {
  const names = namesOf(area, item);
  const files = Object.entries(filesOf(names)).map(([place, text]) => [path.join(into, place), text] as const);
  const there = files.map(([file]) => file).find((file) => existsSync(file));
  if (there) throw new Error(`${path.relative(into, there)} is there already: nothing was written`);
  for (const [file, text] of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${path.relative(into, file)}`);
  }
  const { area: variable, Area, 'area-folder': folder, 'Area words': title } = names;
  console.log(`
Register it in two places:
  layers/core/index.ts   import { ${variable} } from './${folder}/contract.ts';   and '${folder}': ${variable}, in api
  web/src/app/routes.ts  { path: '/${variable}', title: '${title}', access: ${variable}.list.access,
                           load: () => import('#web/features/${folder}/${folder}-page.tsx') },   (${Area}Page)

Then npm run format, npm run generate, and npx vitest run tests/${folder} tests/contract.
What must be known of a change later belongs into the audit: see layers/data/audit/audit.ts and a store that writes there.`);
}
