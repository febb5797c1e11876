import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PAGE_MAX_AGE_SECONDS } from '#infra/viewer-request.ts';

export type Encoding = 'br' | 'gzip';

export interface StaticFile {
  contentType: string;
  cacheControl: string;
  /** Weak where the body is compressed, as CloudFront makes it. */
  etag: string;
  body: Buffer;
  encoding?: Encoding;
}

interface Entry {
  modifiedAt: number;
  body: Buffer;
  digest: string;
  compressed: Map<Encoding, Promise<Buffer>>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pbf': 'application/x-protobuf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

const COMPRESSIBLE = /^(text\/|application\/(json|xml|wasm|x-protobuf)|image\/svg\+xml)/;
/** CloudFront compresses files between these sizes, in bytes ("Serve compressed files"). */
const COMPRESSED_FROM = 1_000;
const COMPRESSED_TO = 10_000_000;

/** Vite writes a hash of the content into these names: such a file never changes. */
const HASHED = /^\/assets\/.*-[\w-]{8}\.\w+$/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => zip(body),
};

/**
 * Reads files in a folder, never outside it, and caches them and their compressed forms until they change.
 * Returns a function that finds a file by its percent-encoded path; undefined if there is none.
 */
export function staticFiles(root: string) {
  const entries = new Map<string, Entry>();

  return async (path: string, accepted: readonly Encoding[]): Promise<StaticFile | undefined> => {
    const name = await locate(root, path);
    if (!name) return undefined;
    const entry = await load(entries, name);
    const contentType = TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
    const encoding = isWorthCompressing(contentType, entry.body.length) ? accepted[0] : undefined;
    return {
      contentType,
      cacheControl: HASHED.test(path)
        ? 'public, max-age=31536000, immutable'
        : `public, max-age=${PAGE_MAX_AGE_SECONDS}`,
      etag: encoding ? `W/"${entry.digest}"` : `"${entry.digest}"`,
      body: encoding ? await inEncoding(entry, encoding) : entry.body,
      ...(encoding && { encoding }),
    };
  };
}

/** The encodings that an Accept-Encoding header allows, CloudFront's preferred one first. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const accepted = (header ?? '').split(',').map((part) => part.trim().toLowerCase());
  return (['br', 'gzip'] as const).filter((encoding) =>
    accepted.some((part) => part === encoding || (part.startsWith(`${encoding};`) && !/q=0(\.0*)?$/.test(part))),
  );
}

const isWorthCompressing = (contentType: string, length: number) =>
  COMPRESSIBLE.test(contentType) && length >= COMPRESSED_FROM && length <= COMPRESSED_TO;

async function locate(root: string, path: string): Promise<string | undefined> {
  try {
    const folder = await realpath(root);
    const name = await realpath(join(folder, decodeURIComponent(path)));
    return name.startsWith(folder + sep) && (await stat(name)).isFile() ? name : undefined;
  } catch {
    // No such file, or an impossible path.
    return undefined;
  }
}

async function load(entries: Map<string, Entry>, name: string): Promise<Entry> {
  const { mtimeMs: modifiedAt } = await stat(name);
  const known = entries.get(name);
  if (known?.modifiedAt === modifiedAt) return known;
  const body = await readFile(name);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 32);
  const entry: Entry = { modifiedAt, body, digest, compressed: new Map() };
  entries.set(name, entry);
  return entry;
}

function inEncoding({ body, compressed }: Entry, encoding: Encoding): Promise<Buffer> {
  const done = compressed.get(encoding) ?? compress[encoding](body);
  compressed.set(encoding, done);
  return done;
}
