import { z } from 'zod';

interface Uploader {
  dealerKey: number;
  userKey: string;
}

/** The key of an uploaded file. The server makes it, and it names who uploaded the file, and for which dealer. */
export const FileKey = z
  .string()
  .regex(/^uploaded\/\d{1,10}\/[\w-]{1,64}\/[0-9a-f-]{36}\/[\w.-]{1,100}$/, 'Not the key of an uploaded file')
  .refine((key) => !key.includes('..'), 'Not the key of an uploaded file');

/** The keys of files that no version and no message has taken yet begin so. Buckets delete them after a day. */
export const ARRIVING = 'arriving/';
/** The keys of files that are kept begin so. */
const KEPT = 'uploaded/';

export const fileKey = (by: Uploader, id: string, name: string): string => `${folderOf(by)}${id}/${safeName(name)}`;

/** Where an uploaded file lies until it is taken. */
export const arrivingKey = (file: string): string => ARRIVING + file.slice(KEPT.length);

/** True if the user uploaded the file for the dealer. */
export const isUploadOf = (by: Uploader, file: string): boolean => file.startsWith(folderOf(by));

const folderOf = ({ dealerKey, userKey }: Uploader) => `${KEPT}${dealerKey}/${userKey}/`;

/** A file's name with only what is safe in a key. */
export const safeName = (name: string): string =>
  name
    .replace(/[^\w.-]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .slice(-100) || 'file';

/** The place of a file as people see it: of an uploaded file its name. */
export const shownLocation = (location: string): string =>
  FileKey.safeParse(location).success ? location.slice(location.lastIndexOf('/') + 1) : location;
