import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');

/** The libraries in the shared Lambda layer. A star means all packages of the scope. */
const SHARED_LIBRARIES = [
  '@aws-lambda-powertools/*',
  '@aws-sdk/*',
  '@middy/*',
  '@simplewebauthn/server',
  '@smithy/*',
  'aws-jwt-verify',
  'electrodb',
  'papaparse',
  'write-excel-file',
  'zod',
];

const FOR_NODE_24 = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  minify: true,
  // Node reads UTF-8. Escapes would be three times as long.
  charset: 'utf8',
  legalComments: 'none',
  mainFields: ['module', 'main'],
  // Some of the libraries are CommonJS and require Node's own modules at run time.
  banner: { js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);" },
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The temporary folder of the bundles. It is in the checkout, so that source maps are the same on every machine. */
function bundleFolder(): string {
  const folder = join(ROOT, '.local', `bundles-${process.pid}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface FunctionBundles {
  /** The folder of each function's bundle, `index.mjs` and its source map, by the function's name. */
  functions: ReadonlyMap<string, string>;
  /** The folder of the layer with the libraries that those bundles import. */
  libraries: string;
}

/** Bundles functions/<name>/handler.ts for each name, and the shared libraries that they import. */
export async function bundleFunctions(names: readonly string[], folder = bundleFolder()): Promise<FunctionBundles> {
  const { metafile } = buildSync({
    ...FOR_NODE_24,
    entryPoints: names.map((name) => ({ in: `functions/${name}/handler.ts`, out: `${name}/index` })),
    outdir: join(folder, 'functions'),
    external: SHARED_LIBRARIES,
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  const specifiers = new Set(
    imported.filter(({ external, path }) => external && !path.startsWith('node:')).map(({ path }) => path),
  );
  return {
    functions: new Map(names.map((name) => [name, join(folder, 'functions', name)])),
    libraries: await bundleLibraries([...specifiers].sort(), join(folder, 'libraries')),
  };
}

/**
 * Each imported specifier becomes one file that re-exports the whole package. Shared code of packages goes into chunks beside them.
 * A few large files load several times faster than hundreds of small ones.
 */
async function bundleLibraries(specifiers: readonly string[], folder: string): Promise<string> {
  const packages = join(folder, 'nodejs', 'node_modules');
  const entries = join(folder, '..', 'library-entries');
  const files = specifiers.map((specifier) => ({ specifier, ...placeOf(specifier) }));
  for (const { specifier, file } of files) {
    const entry = join(entries, `${file}.js`);
    mkdirSync(dirname(entry), { recursive: true });
    writeFileSync(entry, `export { ${(await exportsOf(specifier)).join(', ')} } from '${specifier}';\n`);
  }
  buildSync({
    ...FOR_NODE_24,
    entryPoints: files.map(({ file }) => ({ in: join(entries, `${file}.js`), out: file })),
    outdir: packages,
    splitting: true,
    chunkNames: 'chunks/[hash]',
    alias: { jsonschema: fileURLToPath(new URL('./checked-already.mjs', import.meta.url)) },
  });
  for (const [name, subpaths] of Map.groupBy(files, ({ packageName }) => packageName)) {
    const places = subpaths.map(({ subpath, file }) => [subpath, `.${file.slice(name.length)}.mjs`]);
    const manifest = { name, type: 'module', exports: Object.fromEntries(places) };
    writeFileSync(join(packages, name, 'package.json'), JSON.stringify(manifest));
  }
  rmSync(entries, { recursive: true });
  return folder;
}

/** `@scope/name/a/b` gives the package `@scope/name`, the subpath `./a/b` and the file `@scope/name/a/b`. */
function placeOf(specifier: string) {
  const parts = specifier.split('/');
  const packageName = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  const rest = specifier.slice(packageName.length);
  return { packageName, subpath: `.${rest}`, file: rest ? specifier : `${packageName}/index` };
}

/**
 * The names that a module exports in Node, without the default export that Node adds to CommonJS modules. A CommonJS module whose names Node does
 * not see is one object: it has only the default export.
 */
async function exportsOf(specifier: string): Promise<string[]> {
  const module = (await import(specifier)) as Record<string, unknown>;
  if (!('module.exports' in module)) return Object.keys(module);
  const ofCommonJs = ['default', 'module.exports', '__esModule'];
  const names = Object.keys(module).filter((name) => !ofCommonJs.includes(name));
  return names.length > 0 ? names : ['default'];
}

/** Bundles the bridge into one file beside its Dockerfile. The folder is the context of the image. */
export function bundleBridge(folder = bundleFolder()): string {
  const context = join(folder, 'bridge');
  buildSync({
    ...FOR_NODE_24,
    entryPoints: [{ in: 'bridge/main.ts', out: 'main' }],
    outdir: context,
    sourcemap: true,
    sourcesContent: false,
  });
  copyFileSync(join(import.meta.dirname, 'bridge.Dockerfile'), join(context, 'Dockerfile'));
  return context;
}
