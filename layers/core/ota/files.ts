import { z } from 'zod';

/** What a file is for. Each purpose has a store of its own. */
export const FILE_PURPOSES = ['firmware', 'speech'] as const;
export const FilePurpose = z.enum(FILE_PURPOSES);
export type FilePurpose = z.infer<typeof FilePurpose>;

const MB = 1024 * 1024;
/** One call reads up to 20 voice prompts to compute their digests, so they are smaller. */
export const MAX_MB: Readonly<Record<FilePurpose, number>> = { firmware: 64, speech: 4 };
export const maxFileBytes = (purpose: FilePurpose): number => MAX_MB[purpose] * MB;

/** The key of an uploaded file. The server makes it, so a client cannot name another's file by its own words. */
export const FileKey = z
  .string()
  .regex(/^uploaded\/[0-9a-f-]{36}\/[\w.-]{1,100}$/, 'Not the key of an uploaded file')
  .refine((key) => !key.includes('..'), 'Not the key of an uploaded file');

/** A file's name with only what is safe in a key. */
export const safeName = (name: string): string =>
  name
    .replace(/[^\w.-]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .slice(-100) || 'file';
