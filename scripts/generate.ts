import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { api } from '#core/index.ts';
import packageJson from '../package.json' with { type: 'json' };
import { accessMatrix } from './generate/access.ts';
import { measuredCapacity } from './generate/capacity.ts';
import { accessPatterns } from './generate/entities.ts';
import { openApi } from './generate/openapi.ts';
import { patterns } from './generate/patterns.ts';
import { registries } from './generate/registries.ts';
import { ComponentSchemas, namedSchemas } from './generate/schemas.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const ROOT = path.resolve(import.meta.dirname, '..');
const stale: string[] = [];

// An entity reads the name of the table when it is loaded. Nothing here sends a request to it.
process.env.TABLE_NAME ??= 'watchkeep';

// The registries come first, because the sources of the documents import them.
keep(registries());
keep({
  'docs/api/openapi.json': JSON.stringify(
    openApi(api, packageJson.version, new ComponentSchemas(await namedSchemas())),
    null,
    2,
  ),
  'docs/api/access.md': accessMatrix(api),
  'docs/api/patterns.md': patterns(await accessPatterns(), measuredCapacity(Object.keys(api))),
});
for (const file of stale)
  if (values.check) console.error(`${file} is out of date. Run: npm run generate`);
  else console.log(`Wrote ${file}`);
if (values.check && stale.length > 0) process.exitCode = 1;

/** Writes the files that are out of date. With --check it only lists them. */
function keep(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    if (read(file) === `${text}\n`) continue;
    stale.push(file);
    if (!values.check) writeFileSync(path.join(ROOT, file), `${text}\n`);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(path.join(ROOT, file), 'utf8');
  } catch {
    return undefined;
  }
}
