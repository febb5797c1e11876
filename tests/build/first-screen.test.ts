import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { library } from '#web/theme/library.ts';

const BUDGET = 300 * 1024;
/** The additional limit for the frame and the dashboard, which load during the login. */
const DASHBOARD_BUDGET = 100 * 1024;
let folder: string;
let html: string;

beforeAll(async () => {
  // Vitest sets `test`, which would measure React's development build.
  vi.stubEnv('NODE_ENV', 'production');
  folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-web-'));
  const web = path.resolve(import.meta.dirname, '../../web');
  await build({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir: folder, manifest: true },
  });
  html = readFileSync(path.join(folder, 'index.html'), 'utf8');
}, 120_000);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const attributes = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1]!);
const scripts = () => attributes(/<script[^>]* src="([^"]+)"/g);
const preloaded = () => attributes(/<link rel="modulepreload"[^>]* href="([^"]+)"/g);

const weightOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0);

/** The files of a module and of its static imports. */
function filesOf(module: string, found = new Set<string>()): Set<string> {
  const text = readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, { file: string; imports?: string[] }>;
  const add = (name: string) => {
    const { file, imports = [] } = manifest[name]!;
    if (found.has(file)) return;
    found.add(file);
    for (const needed of imports) add(needed);
  };
  add(module);
  return found;
}

describe('the first screen, the login', () => {
  it('needs at most 300 KB of gzipped JavaScript', () => {
    const files = [...scripts(), ...preloaded()];
    expect(files.length).toBeGreaterThan(2);
    expect(weightOf(files)).toBeLessThan(BUDGET);
  });

  it('is followed by a dashboard with at most 100 KB more', () => {
    const login = filesOf('index.html');
    const both = new Set(login);
    for (const module of ['src/app/signed-in.tsx', 'src/features/dashboard/dashboard-page.tsx']) filesOf(module, both);
    expect(both.size).toBeGreaterThan(login.size);
    expect(weightOf([...both].filter((file) => !login.has(file)))).toBeLessThan(DASHBOARD_BUDGET);
  });

  it('contains the recipe of every library component that any screen shows', () => {
    const scripts = readdirSync(path.join(folder, 'assets')).filter((file) => file.endsWith('.js'));
    const all = scripts.map((file) => readFileSync(path.join(folder, 'assets', file), 'utf8')).join('\n');
    const shown = new Set([...all.matchAll(/\(\{key:[`"'](\w+)[`"']/g)].map(([, key]) => key!));
    expect(shown).toContain('button');
    const known = { ...library.theme!.recipes, ...library.theme!.slotRecipes };
    // These have no recipe: a cache of styles, a state store, and text.
    const others = ['css', 'middleware', 'text'];
    expect([...shown].filter((key) => !(key in known) && !others.includes(key))).toEqual([]);
  });

  it('has no inline script, as the content security policy requires', () => {
    expect(html).not.toMatch(/<script(?![^>]* src=)/);
    expect(html).not.toMatch(/ on\w+="/);
    expect(html).not.toContain('<style');
  });

  it('runs the bootstrap before anything else', () => {
    expect(scripts()[0]).toMatch(/bootstrap/);
    expect(html.indexOf(scripts()[0]!)).toBeLessThan(html.indexOf('rel="stylesheet"'));
  });

  it('names every script, style and font by its content, so that browsers can cache it for ever', () => {
    const assets = [
      ...scripts(),
      ...preloaded(),
      ...attributes(/<link rel="(?:stylesheet|preload)"[^>]* href="([^"]+)"/g),
    ];
    for (const asset of assets) expect(asset).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.(js|css|woff2)$/);
  });
});
