import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { portTable } from '../scripts/local/ports.ts';
import { screenPages } from './screen-pages.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The script that runs before everything else: a hashed file of its own, since the policy forbids inline scripts. */
function bootstrap(): Plugin {
  const source = readFileSync(here('./src/bootstrap.js'), 'utf8');
  const fileName = `assets/bootstrap-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
  let building = false;
  return {
    name: 'bootstrap',
    configResolved: ({ command }) => {
      building = command === 'build';
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { src: building ? `/${fileName}` : '/src/bootstrap.js' },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** Asks for the typeface's Latin part together with the scripts, so that text is set once. */
function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
          .map(
            (file): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
              injectTo: 'head',
            }),
          ),
    },
  };
}

/**
 * Zod's schemas can describe themselves as JSON Schema. The browser never asks for that, and a bundler cannot see it: without the code, the
 * first screen is 2 % smaller.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler: (code) =>
        [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
          .map(([, name]) => `export const ${name} = () => {};`)
          .join('\n'),
    },
  };
}

/** Contracts say in words what each call does. Only the description of the API has them. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /layers\/core\/.*contract\.ts$/ },
      handler: (code) => code.replace(/^ +summary:\s+(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),$/gm, ''),
    },
  };
}

const backend = { target: `http://localhost:${portTable().api}`, changeOrigin: false };

export default defineConfig({
  root: here('.'),
  plugins: [react(), bootstrap(), fontPreload(), withoutJsonSchema(), withoutSummaries(), screenPages(here('./src'))],
  server: { proxy: { '/api': backend, '/auth': backend }, fs: { allow: [here('..')] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no data: scripts or fonts; every asset is a file with a hash in its name.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes only with its version, so a release of ours leaves it in the browser's cache.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|swr|zod|@emotion)\// },
            // Pieces of a few bytes that the frame needs. Apart, each costs a request, and together they compress to half.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3 },
            { name: 'access', test: /layers\/core\/[a-z-]+\/access\.ts$/ },
            { name: 'anatomies', test: /node_modules\/.*anatomy/, minShareCount: 2 },
            // What the login needs of the rules and contracts, and what many screens need: two files compress better than thirty.
            { name: 'core', test: /layers\/core\//, tags: ['$initial'] },
            {
              name: 'contracts',
              test: /layers\/core\/(?!(billing|profiles|history|logs|location|customers|caregivers|accessories|lead-times|monitoring-centers|orders|demo-units|repair|unit-[a-z]+|audit|dealer-settings|table-settings|sims|reminders|ota|dev-tools|stations|support|dashboard|reports|saved-reports|consoles)\/|units\/unit-file|typed-time|field-messages)/,
              minShareCount: 4,
            },
            // What remains of the first screen, and what many screens share: a screen loads 85 files and not 150, and fewer bytes.
            // The entry itself keeps its file, which index.html names.
            { name: 'first', test: /^(?!.*\/src\/main\.tsx|.*index\.html)/, tags: ['$initial'] },
            { name: 'shared', minShareCount: 70 },
          ],
        },
      },
    },
  },
});
