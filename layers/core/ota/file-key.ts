import { z } from 'zod';

/** The key of an uploaded file. The server makes it, so a client cannot name another's file by its own words. */
export const FileKey = z
  .string()
  .regex(/^uploaded\/[0-9a-f-]{36}\/[\w.-]{1,100}$/, 'Not the key of an uploaded file')
  .refine((key) => !key.includes('..'), 'Not the key of an uploaded file');

/** The keys of files that no version and no message has taken yet begin so. Buckets delete them after a day. */
export const ARRIVING = 'arriving/';
/** The keys of files that are kept begin so. */
export const KEPT = 'uploaded/';

/** Where an uploaded file lies until it is taken. */
export const arrivingKey = (file: string): string => ARRIVING + file.slice(KEPT.length);

/** A file's name with only what is safe in a key. */
export const safeName = (name: string): string =>
  name
    .replace(/[^\w.-]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .slice(-100) || 'file';
