import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Registry {
  /** The generated file. */
  file: string;
  /** The folder of the folders that register. */
  folder: string;
  /** The file that registers a folder. */
  entry: string;
  exported: string;
  /** A further import. */
  type?: string;
  body(names: readonly string[]): string;
}

const record = (names: readonly string[], line: (name: string) => string) =>
  `{\n${names.map((name) => `  ${line(name)},\n`).join('')}}`;
const keyed = (name: string) => (camelCase(name) === name ? name : `'${name}': ${camelCase(name)}`);

const REGISTRIES: readonly Registry[] = [
  {
    file: 'layers/data/areas.ts',
    folder: 'layers/data',
    entry: 'index.ts',
    exported: 'area',
    type: "import type { AreaData } from './kit/area.ts';",
    body: (names) => `export const AREAS: Readonly<Record<string, AreaData>> = ${record(names, keyed)};`,
  },
  {
    // Apart from the areas, so that the functions of the live connections do not contain every reaction.
    file: 'layers/data/topics.ts',
    folder: 'layers/data',
    entry: 'topics.ts',
    exported: 'topics',
    type: "import type { TopicRight } from './kit/area.ts';",
    body: (names) =>
      `export const TOPICS: Readonly<Record<string, TopicRight>> = ${record(names, (name) => `...${camelCase(name)}`)};`,
  },
  {
    // Apart from the areas, so that the function of bulk actions does not contain every reaction.
    file: 'layers/data/bulk-work.ts',
    folder: 'layers/data',
    entry: 'bulk-work.ts',
    exported: 'bulkWork',
    type: "import type { BulkWork } from './kit/area.ts';",
    body: (names) =>
      `export const BULK_WORK: Readonly<Record<string, BulkWork>> = ${record(names, (name) => `...${camelCase(name)}`)};`,
  },
  {
    // Apart from the areas, so that only the function of dealer moves contains what follows a dealer.
    file: 'layers/data/dealer-followers.ts',
    folder: 'layers/data',
    entry: 'dealer-follower.ts',
    exported: 'dealerFollowers',
    type: "import type { DealerFollower } from './dealers/move/follower.ts';",
    body: (names) =>
      `/** What follows a moved dealer, in the order in which it follows. */\nexport const DEALER_FOLLOWERS: readonly DealerFollower[] = [\n${names.map((name) => `  ...${camelCase(name)},\n`).join('')}].sort((one, other) => one.order - other.order);`,
  },
  {
    file: 'layers/core/audit/kinds.ts',
    folder: 'layers/core',
    entry: 'audit.ts',
    exported: 'AUDITED',
    body: (names) =>
      [
        `export const KINDS = ${record(names, (name) => `...${camelCase(name)}.kinds`)};`,
        `export const ACTIONS = ${record(names, (name) => `...${camelCase(name)}.actions`)};`,
        'export type ObjectKind = keyof typeof KINDS;',
        'export type AuditAction = keyof typeof ACTIONS;',
      ].join('\n\n'),
  },
  {
    file: 'infra/functions.ts',
    folder: 'functions',
    entry: 'wiring.ts',
    exported: 'wiring',
    body: (names) => `export const FUNCTIONS = ${record(names, keyed)};`,
  },
];

/** The generated lists by their file. Each list contains every folder that has the entry file. */
export const registries = (): Record<string, string> =>
  Object.fromEntries(REGISTRIES.map((registry) => [registry.file, textOf(registry)]));

function textOf({ file, folder, entry, exported, type, body }: Registry): string {
  const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((found) => path.basename(found) === entry && path.dirname(found).split(path.sep).length === 1)
    .map((found) => path.dirname(found))
    .filter((name) => name !== '.')
    .sort();
  const to = path.relative(path.dirname(path.join(ROOT, file)), path.join(ROOT, folder)) || '.';
  const imports = names.map((name) => `import { ${exported} as ${camelCase(name)} } from '${to}/${name}/${entry}';`);
  const lines = [...imports, ...(type ? [type] : [])].toSorted((one, other) =>
    sourceOf(one) < sourceOf(other) ? -1 : 1,
  );
  return `// Written by \`npm run generate\`: every folder of ${folder} that has ${entry}.\n${lines.join('\n')}\n\n${body(names)}`;
}

const sourceOf = (line: string) => line.split("'")[1]!;
const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
