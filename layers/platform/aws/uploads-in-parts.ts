import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { FilePart } from '#core/ota/files.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';

/** Browsers send no checksum with a part, so S3 must not expect one. */
const s3 = new S3Client({ ...withRequestTimeout(20 * SECOND), requestChecksumCalculation: 'WHEN_REQUIRED' });

/** Where the parts of an upload go, and its name in S3. */
export interface PartsAt {
  Bucket: string;
  Key: string;
  UploadId: string;
}

/** A part that S3 has. */
export interface ArrivedPart {
  bytes: number;
  ETag: string;
}

/** S3 finds no such upload: it was completed or aborted, or it is older than a day. */
const isUnknown = (error: unknown) => error instanceof Error && error.name === 'NoSuchUpload';

/** Begins an upload. Returns its name. */
export async function beginParts(at: Omit<PartsAt, 'UploadId'>): Promise<string> {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(at));
  return UploadId!;
}

/** The parts that have arrived, by number. Undefined if S3 does not know the upload. */
export async function arrivedParts(at: PartsAt): Promise<Map<number, ArrivedPart> | undefined> {
  try {
    const { Parts = [] } = await s3.send(new ListPartsCommand(at));
    return new Map(Parts.map(({ PartNumber, Size, ETag }) => [PartNumber!, { bytes: Size!, ETag: ETag! }]));
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
}

/** Makes one file of its parts. Does nothing if S3 does not know the upload. */
export async function joinParts(at: PartsAt, parts: ReadonlyMap<number, ArrivedPart>): Promise<void> {
  const Parts = [...parts].map(([PartNumber, { ETag }]) => ({ PartNumber, ETag }));
  await s3.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } })).catch(unlessUnknown);
}

/** Deletes the parts of an upload. */
export async function abortParts(at: PartsAt): Promise<void> {
  await s3.send(new AbortMultipartUploadCommand(at)).catch(unlessUnknown);
}

function unlessUnknown(error: unknown): void {
  if (!isUnknown(error)) throw error;
}

/** A browser asks for new addresses when these have expired. */
const PART_LASTS_MS = 15 * MINUTE;

interface Presigner {
  presign(request: object, options: { expiresIn: number }): Promise<SignedRequest>;
}

interface SignedRequest {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
}

/** The address where a browser puts one part. It holds the size, so S3 refuses another one. */
export async function partAddress(at: PartsAt, { number, bytes }: FilePart): Promise<string> {
  let signed: SignedRequest | undefined;
  const command = new UploadPartCommand({ ...at, PartNumber: number, ContentLength: bytes });
  // Signs the request that the client would send, and sends nothing.
  command.middlewareStack.addRelativeTo(
    () => async (args: { request?: unknown }) => {
      const { headers, ...request } = args.request as { headers: Record<string, string> };
      const { host } = headers;
      const signer = (await s3.config.signer()) as unknown as Presigner;
      signed = await signer.presign(
        {
          ...request,
          headers: { host, 'content-length': String(bytes), 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
          body: undefined,
        },
        { expiresIn: PART_LASTS_MS / SECOND },
      );
      return { response: {}, output: { $metadata: {} } };
    },
    { name: 'presign', relation: 'before', toMiddleware: 'httpSigningMiddleware' },
  );
  await s3.send(command);
  return addressOf(signed!);
}

function addressOf({ protocol, hostname, port, path, query = {} }: SignedRequest): string {
  const parameters = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(String(value ?? ''))}`);
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}?${parameters.join('&')}`;
}

/** As signatures need it: RFC 3986. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
