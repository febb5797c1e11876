import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const BUDGET = 300 * 1024;
let folder: string;
let html: string;

beforeAll(async () => {
  // Vitest says `test`, and then React's development build would be weighed.
  vi.stubEnv('NODE_ENV', 'production');
  folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-web-'));
  const web = path.resolve(import.meta.dirname, '../../../web');
  await build({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir: folder },
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

describe('the first screen, the login', () => {
  it('needs no more than 300 KB of gzipped JavaScript', () => {
    const files = [...scripts(), ...preloaded()];
    const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0);
    expect(files.length).toBeGreaterThan(2);
    expect(size).toBeLessThan(BUDGET);
  });

  it('carries no script of its own, as the content security policy asks', () => {
    expect(html).not.toMatch(/<script(?![^>]* src=)/);
    expect(html).not.toMatch(/ on\w+="/);
    expect(html).not.toContain('<style');
  });

  it('runs the bootstrap before anything else', () => {
    expect(scripts()[0]).toMatch(/bootstrap/);
    expect(html.indexOf(scripts()[0]!)).toBeLessThan(html.indexOf('rel="stylesheet"'));
  });

  it('names every script, style and font after its content, so that each can be kept for ever', () => {
    const assets = [
      ...scripts(),
      ...preloaded(),
      ...attributes(/<link rel="(?:stylesheet|preload)"[^>]* href="([^"]+)"/g),
    ];
    for (const asset of assets) expect(asset).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.(js|css|woff2)$/);
  });
});
