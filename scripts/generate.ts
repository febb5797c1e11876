import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { api } from '#core/index.ts';
import packageJson from '../package.json' with { type: 'json' };
import { accessMatrix } from './generate/access.ts';
import { measuredCapacity } from './generate/capacity.ts';
import { accessPatterns } from './generate/entities.ts';
import { openApi } from './generate/openapi.ts';
import { patterns } from './generate/patterns.ts';
import { ComponentSchemas, namedSchemas } from './generate/schemas.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const FOLDER = path.resolve(import.meta.dirname, '../docs/api');

// An entity reads the name of the table when it is loaded. Nothing here sends a request to it.
process.env.TABLE_NAME ??= 'watchkeep';

const documents: Record<string, string> = {
  'openapi.json': JSON.stringify(
    openApi(api, packageJson.version, new ComponentSchemas(await namedSchemas())),
    null,
    2,
  ),
  'access.md': accessMatrix(api),
  'patterns.md': patterns(await accessPatterns(), measuredCapacity(Object.keys(api))),
};

if (values.check) {
  const stale = Object.entries(documents).filter(([file, text]) => read(file) !== `${text}\n`);
  for (const [file] of stale) console.error(`docs/api/${file} is out of date. Run: npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, text] of Object.entries(documents)) writeFileSync(path.join(FOLDER, file), `${text}\n`);
  console.log(`Wrote ${Object.keys(documents).join(', ')} to docs/api`);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(path.join(FOLDER, file), 'utf8');
  } catch {
    return undefined;
  }
}
