import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import type { Measure } from './measure.ts';

const WEB = path.resolve(import.meta.dirname, '../../web');
/** The route of the first screen, from the web folder. */
const LOGIN = 'src/features/auth/login-page.tsx';

/** The JavaScript, gzipped, that a browser loads for the login: the scripts of index.html and of the login's route. */
export const measure: Measure = async () => {
  process.env.NODE_ENV = 'production';
  const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-web-'));
  try {
    await build({
      root: WEB,
      configFile: path.join(WEB, 'vite.config.ts'),
      logLevel: 'silent',
      build: { outDir: folder, emptyOutDir: true, manifest: true },
    });
    const files = [...firstScripts(folder)];
    const bytes = files.map((file) => gzipSync(readFileSync(path.join(folder, file))).length);
    return [
      {
        name: 'JavaScript of the first screen, gzipped',
        value: bytes.reduce((sum, size) => sum + size, 0) / 1024,
        unit: 'KB',
        target: { atMost: 300 },
        samples: 1,
        detail: `${files.length} files`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

function firstScripts(folder: string): Set<string> {
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1]!);
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const entry = Object.keys(manifest).find((name) => manifest[name]!.isEntry);
  if (named.length === 0 || !entry) throw new Error('The build has no entry script');
  const modules = new Set<string>();
  add(entry);
  // If the login is not part of the entry, it loads directly after it.
  if (manifest[LOGIN]) add(LOGIN);
  return new Set([...named, ...[...modules].map((name) => manifest[name]!.file)]);

  function add(name: string) {
    if (modules.has(name)) return;
    modules.add(name);
    for (const imported of manifest[name]!.imports ?? []) add(imported);
  }
}
