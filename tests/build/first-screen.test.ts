import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AreaName, api } from '#core/index.ts';
import { library } from '#web/theme/library.ts';

const LOGIN_BUDGET = 225 * 1024;
/** For the login, the frame and the dashboard together. */
const DASHBOARD_BUDGET = 336 * 1024;
/** The areas whose calls the login makes. */
const AREAS_OF_LOGIN: readonly AreaName[] = ['auth', 'passkeys', 'second-factor'];
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

const pathsOf = (area: AreaName) => [...new Set(Object.values(api[area]).map((endpoint) => endpoint.path as string))];

/** The paths that the files contain as texts of their own. */
function namedIn(files: Iterable<string>, paths: readonly string[]): string[] {
  const text = [...files].map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  const texts = new Set([...text.matchAll(/([`"'])(\/[^`"']*)\1/g)].map(([, , name]) => name!));
  return paths.filter((each) => texts.has(each));
}

describe('the first screen, the login', () => {
  it('needs at most 225 KB of gzipped JavaScript', () => {
    const files = [...scripts(), ...preloaded()];
    expect(files.length).toBeGreaterThan(2);
    expect(weightOf(files)).toBeLessThan(LOGIN_BUDGET);
  });

  it('has no code for descriptions as JSON Schema, which the browser never asks for', () => {
    const text = [...filesOf('index.html')].map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
    expect(text.includes('JSON Schema conversion')).toBe(false);
    // A text of the same library, so that a change of the build does not blind this test.
    expect(text.includes('Invalid input')).toBe(true);
  });

  it('has no summaries of calls, which only the description of the API needs', () => {
    const files = readdirSync(path.join(folder, 'assets')).filter((file) => file.endsWith('.js'));
    const text = files.map((file) => readFileSync(path.join(folder, 'assets', file), 'utf8')).join('\n');
    const summaries = Object.values(api).flatMap((area) => Object.values(area).map(({ summary }) => summary));
    const shipped = new Set([...text.matchAll(/summary:(["'`])(.*?)\1/g)].map(([, , words]) => words));
    expect(summaries.filter((summary) => shipped.has(summary))).toEqual([]);
    // A field of the same name that the browser needs, so that a change of the build does not blind this test.
    expect(text).toMatch(/[{,]summary:/);
  });

  it('has at most 336 KB together with the dashboard that follows', () => {
    const login = filesOf('index.html');
    const both = new Set(login);
    for (const module of ['src/app/signed-in.tsx', 'src/features/dashboard/dashboard-page.tsx']) filesOf(module, both);
    expect(both.size).toBeGreaterThan(login.size);
    expect(weightOf(both)).toBeLessThan(DASHBOARD_BUDGET);
  });

  it('contains the calls of the login, and of no other area', () => {
    const login = filesOf('index.html');
    const assets = readdirSync(path.join(folder, 'assets')).filter((file) => file.endsWith('.js'));
    const later = assets.map((file) => `assets/${file}`).filter((file) => !login.has(file));
    const own = AREAS_OF_LOGIN.flatMap((area) => pathsOf(area));
    const others = Object.keys(api)
      .filter((area) => !AREAS_OF_LOGIN.includes(area as AreaName))
      .flatMap((area) => pathsOf(area as AreaName))
      .filter((each) => !own.includes(each));
    expect(namedIn(login, own)).toEqual(own);
    expect(namedIn(login, others)).toEqual([]);
    // The paths are found where they are, so that a change of the build does not blind this test.
    expect(namedIn(later, others).length).toBeGreaterThan(others.length / 2);
  });

  it('contains the recipe of every library component that any screen shows', () => {
    const scripts = readdirSync(path.join(folder, 'assets')).filter((file) => file.endsWith('.js'));
    const all = scripts.map((file) => readFileSync(path.join(folder, 'assets', file), 'utf8')).join('\n');
    const shown = new Set([...all.matchAll(/\(\{key:[`"'](\w+)[`"']/g)].map(([, key]) => key!));
    expect(shown).toContain('button');
    const known = { ...library.theme!.recipes, ...library.theme!.slotRecipes };
    // These have no recipe: a cache of styles, a state store, text, and a key of the map's library.
    const others = ['css', 'middleware', 'text', 'constants'];
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
