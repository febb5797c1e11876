import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { routeKey } from '#core/contract.ts';
import { CONTRACT, type Named } from './endpoints.ts';

const ROOT = new URL('../../', import.meta.url);

const listed = [...readFileSync(new URL('docs/other-systems.md', ROOT), 'utf8').matchAll(/^\| `(.+?)` \|/gm)].map(
  ([, call]) => call!,
);

// Screens of reports read what their lists name.
const sources = globSync(['web/src/**/*.{ts,tsx}', 'layers/core/reports/lists.ts'], { cwd: ROOT }).map((file) =>
  readFileSync(new URL(file, ROOT), 'utf8'),
);

/** The name by which a file imports the contract of an area: `live as liveContract`. */
function nameOfContract(source: string, area: string): string | undefined {
  const imported = new RegExp(`import \\{([^}]*)\\} from '#core/${area}/contract\\.ts'`);
  const names = imported.exec(source)?.[1]?.split(',') ?? [];
  // A contract is a value that begins small. Types and constants begin with a capital.
  const [, name, alias] =
    names.map((one) => /^\s*([a-z]\w*)(?: as (\w+))?\s*$/.exec(one)).find((one) => one !== null) ?? [];
  return alias ?? name;
}

/** True if the file names the endpoint (`users.list`), its whole area (`endpoints={leadTimes}`), or chooses it by name (`dealerSwitch[by]`). */
function mayCall(source: string, { area, name }: Named): boolean {
  const contract = nameOfContract(source, area);
  if (contract === undefined) return false;
  const [, endpoint] = name.split('.');
  const uses = [
    `\\b${contract}\\.${endpoint}\\b(?!\\.access)`,
    `=\\{${contract}\\}`,
    `\\b${contract}\\[(?:by|list)\\]`,
  ];
  return uses.some((use) => new RegExp(use).test(source));
}

it('each call that no screen makes is listed, with who makes it', () => {
  const unused = CONTRACT.filter((named) => !sources.some((source) => mayCall(source, named)));
  expect(unused.map(({ endpoint }) => routeKey(endpoint)).sort()).toEqual(listed.toSorted());
});
