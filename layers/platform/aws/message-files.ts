import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SECOND } from '#core/time.ts';
import type { ListedFiles } from '#data/history/message-files.ts';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';

const s3 = new S3Client(withRequestTimeout(10 * SECOND));

/** The files of protocol messages in a bucket. */
export const filesIn = (Bucket: string): ListedFiles => ({
  async put(Key, Body) {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  },

  async read(Key) {
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      return Body as AsyncIterable<Uint8Array> | undefined;
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
      throw error;
    }
  },

  async list(Prefix, after) {
    const { Contents = [] } = await s3.send(
      new ListObjectsV2Command({ Bucket, Prefix, StartAfter: `${Prefix}${after}` }),
    );
    return Contents.map(({ Key }) => Key!);
  },
});
