import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { LibraryEntity, TicketCommentEntity } from '#data/support/entities.ts';
import { TicketEntity } from '#data/support/ticket-entity.ts';
import type { Sample } from './samples.ts';

const COMMENTED = '01JZ0000000000000000SVPP0T';
/** Comments change the version of the other one. */
const CHANGED = '01JZ0000000000000000SVPP0V';
const FILE = `tickets/${COMMENTED}/00000000-0000-4000-8000-000000000220/log.txt`;
const at = '2026-11-20T10:00:00.000Z';

/** Two tickets of dealer 220, and a download. */
export const sample: Sample = {
  named: [
    { name: COMMENTED, missing: '01JZ0000000000000000SVPP99' },
    { name: CHANGED, missing: '01JZ0000000000000000SVPP98' },
  ],
  async add({ scope: { dealerPath } }) {
    const author = { authorKey: 'somebody', authorName: 'Some Body' };
    for (const TicketKey of [COMMENTED, CHANGED])
      await TicketEntity.put({
        ...{ TicketKey, DealerKey: 220, dealerPath, Subject: 'A silent unit', Priority: 'Normal', Status: 'Open' },
        ...{ state: 'open', ...author, openedAt: at, changedAt: at, comments: 1, version: 1 },
      }).go();
    await TicketCommentEntity.put({
      ...{ TicketKey: COMMENTED, commentKey: '01JZ0000000000000000SVPP0C', text: 'It is silent', ...author },
      ...{ isAnswer: false, writtenAt: at },
    }).go();
    await new S3Client().send(
      new PutObjectCommand({ Bucket: process.env.UPLOADS_BUCKET, Key: FILE, Body: 'since Monday' }),
    );
    await LibraryEntity.put({
      ...{ kind: 'download', entryKey: '01JZ0000000000000000SVPP0X', group: 'Manuals', title: 'A manual' },
      ...{ description: '', link: 'https://files.example.com/manual.pdf' },
    }).go();
  },
};
