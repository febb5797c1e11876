import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Names } from './names.ts';

/** Adds the area to the portal's list of areas, the one shared file that a new area changes. */
export function register({ area, 'area-folder': folder }: Names, root: string): string {
  const file = 'layers/core/index.ts';
  const place = path.join(root, file);
  const key = folder === area ? area : `'${folder}': ${area}`;
  const text = readFileSync(place, 'utf8');
  writeFileSync(
    place,
    `import { ${area} } from './${folder}/contract.ts';\n${text.replace('\n} as const;', `\n  ${key},\n} as const;`)}`,
  );
  return file;
}
