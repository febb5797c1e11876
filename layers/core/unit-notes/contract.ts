import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { MAX_TAGS, Tag } from '../units/tags.ts';
import { SerialNumber, Unit } from '../units/unit.ts';
import { NOTE_READERS, NOTE_WRITERS } from './access.ts';
import { Note, NoteKey, NoteText } from './note.ts';

const key = { UnitSerNum: SerialNumber, noteKey: NoteKey, version: z.coerce.number().int().min(1) };
const Tags = z.array(Tag).max(MAX_TAGS, `A unit has at most ${MAX_TAGS} tags`).default([]);

export const unitNotes = defineArea({
  notes: {
    method: 'GET',
    path: '/api/unit/notes/{id}',
    summary: 'Read the notes on a unit, the newest first',
    access: NOTE_READERS,
    input: PageRequest.extend({
      id: SerialNumber,
      /** Only notes with this text, in any case. */
      searchText: z.string().trim().max(100).optional(),
    }),
    output: pageOf(Note),
    errors: ['NOT_FOUND'],
  },
  addNote: {
    method: 'POST',
    path: '/api/unit/note',
    summary: 'Write a note on a unit',
    access: NOTE_WRITERS,
    input: z.object({ UnitSerNum: SerialNumber, text: NoteText }),
    output: Note,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  editNote: {
    method: 'PUT',
    path: '/api/unit/note',
    summary: 'Change a note that the caller wrote',
    access: NOTE_WRITERS,
    input: z.object({ ...key, text: NoteText }),
    output: Note,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteNote: {
    method: 'DELETE',
    path: '/api/unit/note',
    summary: 'Delete a note that the caller wrote; administrators also those of others',
    access: NOTE_WRITERS,
    input: z.object(key),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  changeTags: {
    method: 'PUT',
    path: '/api/unit/tags',
    summary: 'Add tags to a unit and remove tags from it',
    access: NOTE_WRITERS,
    input: z.object({ UnitSerNum: SerialNumber, add: Tags, remove: Tags }),
    output: z.object({ UnitSerNum: SerialNumber, Tags: z.array(z.string()) }),
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE'],
  },
  pinnedUnits: {
    method: 'GET',
    path: '/api/pinnedUnits',
    summary: 'Read the units that the caller has pinned, the latest first',
    access: NOTE_READERS,
    input: z.object({}),
    output: z.object({ items: z.array(Unit) }),
  },
  setPinned: {
    method: 'PUT',
    path: '/api/unit/pinned',
    summary: 'Pin a unit, or unpin it',
    access: NOTE_READERS,
    input: z.object({ UnitSerNum: SerialNumber, pinned: z.boolean() }),
    output: z.object({ UnitSerNum: SerialNumber, pinned: z.boolean() }),
    errors: ['NOT_FOUND', 'TOO_LARGE'],
  },
});
