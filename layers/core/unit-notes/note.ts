import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import type { Rights } from '../scope.ts';
import { Instant } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';

export const MAX_NOTE_LENGTH = 2_000;

/** The text of a note, in any number of lines. */
export const NoteText = z
  .string()
  .trim()
  .min(1, 'Write a note')
  .max(MAX_NOTE_LENGTH, `At most ${MAX_NOTE_LENGTH.toLocaleString('en')} characters`);

export const NoteKey = z.string().regex(/^[0-9A-Z]{26}$/, 'No such note');

/** A note as stores return it. */
export const NoteRecord = z.object({
  UnitSerNum: SerialNumber,
  noteKey: NoteKey,
  /** The dealer of the unit when the note was written. Only who sees this dealer sees the note. */
  DealerKey,
  text: z.string(),
  authorKey: z.string(),
  authorName: z.string(),
  writtenAt: Instant,
  /** Absent if the text was never changed. */
  editedAt: Instant.optional(),
  version: z.number().int(),
});
export type NoteRecord = z.infer<typeof NoteRecord>;

/** A note on the screen. */
export const Note = NoteRecord.omit({ authorKey: true, DealerKey: true, UnitSerNum: true }).extend({
  /** True if the reader wrote it, and may change it. */
  isOwn: z.boolean(),
  mayDelete: z.boolean(),
});
export type Note = z.infer<typeof Note>;

type Reader = Pick<Rights, 'actor' | 'flags'>;

export const isOwnNote = ({ authorKey }: Pick<NoteRecord, 'authorKey'>, { actor }: Reader): boolean =>
  authorKey === actor.userKey;

/** Administrators also delete notes of others: their author may have left, and a note can tell too much of a person. */
export const mayDeleteNote = (note: Pick<NoteRecord, 'authorKey'>, reader: Reader): boolean =>
  isOwnNote(note, reader) || reader.flags.includes('ADMIN');
