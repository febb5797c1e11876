import { createHash } from 'node:crypto';
import { Entity } from 'electrodb';
import type { AnnouncedFile } from '#core/ota/files.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import { expiryOf, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** The upload of a file in parts. Each user has uploads of their own. */
export const FileUploadEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'fileUpload', version: '1' },
    attributes: {
      userKey: requiredText,
      /** Names the file: by its purpose, name, size and SHA-256. */
      digest: requiredText,
      /** The key of the file in its bucket. */
      file: requiredText,
      /** The name of the upload in S3. */
      uploadId: requiredText,
      /** Absent until the whole file was checked. */
      arrivedAt: text,
      /** Milliseconds. The buckets delete the parts of an upload no earlier. */
      validUntil: requiredNumber,
      expiresAt: requiredNumber,
    },
    indexes: { byUser: primary(['userKey'], ['digest']) },
  },
  at,
);

/** An upload that was begun. */
export interface FileUpload {
  file: string;
  uploadId: string;
  arrivedAt?: string | undefined;
}

type Uploader = Pick<Scope, 'actor'>;

export const digestOf = ({ purpose, name, bytes, sha256 }: AnnouncedFile): string =>
  createHash('sha256')
    .update(JSON.stringify([purpose, name, bytes, sha256]))
    .digest('hex');

const keyOf = ({ actor }: Uploader, announced: AnnouncedFile) => ({
  userKey: actor.userKey,
  digest: digestOf(announced),
});

export const fileUploadStore = {
  /** The user's own upload of this file. Undefined if there is none, or it was forgotten. */
  async find(uploader: Uploader, announced: AnnouncedFile, now: number): Promise<FileUpload | undefined> {
    const { data } = await FileUploadEntity.get(keyOf(uploader, announced)).go({ consistent: true });
    return data && data.validUntil > now ? data : undefined;
  },

  /** Stores a new upload. False if the user began another one of the same file meanwhile. `instead`: the one that it replaces. */
  async begin(
    uploader: Uploader,
    announced: AnnouncedFile,
    upload: FileUpload,
    instead: FileUpload | undefined,
    now: number,
  ): Promise<boolean> {
    const validUntil = now + DAY;
    const { file, uploadId } = upload;
    const item = { ...keyOf(uploader, announced), file, uploadId, validUntil, expiresAt: expiryOf(validUntil) };
    const stored = await tryWrite(
      FileUploadEntity.put(item)
        .where((kept, { notExists, eq, lte }) =>
          instead ? eq(kept.uploadId, instead.uploadId) : `${notExists(kept.uploadId)} OR ${lte(kept.validUntil, now)}`,
        )
        .go(),
    );
    return stored !== undefined;
  },

  /** Stores that the whole file was checked. */
  async arrived(uploader: Uploader, announced: AnnouncedFile, { uploadId }: FileUpload, now: number): Promise<void> {
    await tryWrite(
      FileUploadEntity.patch(keyOf(uploader, announced))
        .set({ arrivedAt: instant(now) })
        .where((kept, { eq }) => eq(kept.uploadId, uploadId))
        .go(),
    );
  },

  /** Forgets an upload. */
  async remove(uploader: Uploader, announced: AnnouncedFile, { uploadId }: FileUpload): Promise<void> {
    await tryWrite(
      FileUploadEntity.remove(keyOf(uploader, announced))
        .where((kept, { eq }) => eq(kept.uploadId, uploadId))
        .go(),
    );
  },
};
