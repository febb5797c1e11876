import { z } from 'zod';
import { isVisible, NOT_VISIBLE } from '../name-skeleton.ts';

/** What a file is for. Each purpose has a store of its own. */
export const FILE_PURPOSES = ['firmware', 'speech'] as const;
export const FilePurpose = z.enum(FILE_PURPOSES);
export type FilePurpose = z.infer<typeof FilePurpose>;

const MB = 1024 * 1024;
/** One call reads up to 20 voice prompts to compute their digests, so they are smaller. */
export const MAX_MB: Readonly<Record<FilePurpose, number>> = { firmware: 64, speech: 4 };
export const maxFileBytes = (purpose: FilePurpose): number => MAX_MB[purpose] * MB;

/** S3 takes no smaller part of a file but its last. */
const PART_BYTES = 5 * MB;

/** What a browser says of a file before it uploads it. Together it names the file, so the same file goes on where it stopped. */
export const AnnouncedFile = z
  .object({
    purpose: FilePurpose,
    name: z.string().trim().min(1).max(200).refine(isVisible, NOT_VISIBLE),
    bytes: z.number().int().min(1, 'The file is empty'),
    /** In hexadecimal. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 in hexadecimal'),
  })
  .refine(({ purpose, bytes }) => bytes <= maxFileBytes(purpose), {
    path: ['bytes'],
    error: ({ input }) => `A file has at most ${MAX_MB[(input as { purpose: FilePurpose }).purpose]} MB`,
  });
export type AnnouncedFile = z.infer<typeof AnnouncedFile>;

/** Bytes of a file that are sent together. */
export const FilePart = z.object({
  /** From 1. */
  number: z.number().int(),
  from: z.number().int(),
  bytes: z.number().int(),
});
export type FilePart = z.infer<typeof FilePart>;

/** The parts of a file with so many bytes, in order. */
export const partsOf = (bytes: number): FilePart[] =>
  Array.from({ length: Math.ceil(bytes / PART_BYTES) }, (_, index) => ({
    number: index + 1,
    from: index * PART_BYTES,
    bytes: Math.min(PART_BYTES, bytes - index * PART_BYTES),
  }));
