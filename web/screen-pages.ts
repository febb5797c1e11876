import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Code behind the login that every screen needs. */
const OF_EVERY_SCREEN = ['app/signed-in.tsx', 'app/prepare-screen.ts'];

/**
 * Writes a page for each screen: index.html, which also names the code of that screen. So the browser requests it together with the code of
 * the login, not after it. The distribution sends it for the screen's path (infra/viewer-request.ts).
 */
export function screenPages(source: string): Plugin {
  return {
    name: 'screen-pages',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const html = readFileSync(path.join(dir!, 'index.html'), 'utf8');
      for (const screen of screensIn(source)) {
        const modules = [...OF_EVERY_SCREEN.map((module) => path.join(source, module)), screen.module];
        const files = [...filesOf(modules, bundle)].filter((file) => !html.includes(`"/${file}"`));
        const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
        const page = path.join(dir!, 'screens', `${screen.path.toLowerCase().slice(1) || 'index'}.html`);
        mkdirSync(path.dirname(page), { recursive: true });
        writeFileSync(page, html.replace('</head>', `${links.join('\n')}\n</head>`));
      }
    },
  };
}

/** The paths and modules of all screens, from the text of the features: their code runs in a browser. */
function screensIn(source: string): { path: string; module: string }[] {
  return globSync(path.join(source, 'features/*/screens.ts')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/path: '([^']+)'[\s\S]*?load: \(\) => import\('([^']+)'\)/g)].map(
      ([, screen, module]) => ({ path: screen!, module: path.join(path.dirname(file), module!) }),
    ),
  );
}

/** The files of the modules and of their static imports. */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const needed of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) add(needed);
  };
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
    if (!chunk) throw new Error(`${module} has no file of its own`);
    add(chunk.fileName);
  }
  return found;
}
