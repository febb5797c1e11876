import { readFileSync } from 'node:fs';
import { fill, type Names } from './names.ts';

/** Where each template goes. */
const PLACES: Readonly<Record<string, string>> = {
  'item.ts.txt': 'layers/core/{{area-folder}}/{{item-file}}.ts',
  'contract.ts.txt': 'layers/core/{{area-folder}}/contract.ts',
  'store.ts.txt': 'layers/data/{{area-folder}}/{{area-folder}}.ts',
  'handler.ts.txt': 'functions/{{area-folder}}/handler.ts',
  'page.tsx.txt': 'web/src/features/{{area-folder}}/{{area-folder}}-page.tsx',
  'test.ts.txt': 'tests/{{area-folder}}/{{area-folder}}.integ.test.ts',
  'list.json.txt': 'events/{{area-folder}}/list.json',
  'add.json.txt': 'events/{{area-folder}}/add.json',
};

/** The files of a new area, by their paths in the project. */
export const filesOf = (names: Names): Record<string, string> =>
  Object.fromEntries(
    Object.entries(PLACES).map(([template, place]) => [
      fill(place, names),
      fill(readFileSync(new URL(`./templates/${template}`, import.meta.url), 'utf8'), names),
    ]),
  );
