import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Names } from './names.ts';

/** Names the area in the portal's table of contents: the one shared file that a new area touches. */
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
