import type { Scope } from '#core/scope.ts';
import { isOwnNote, mayDeleteNote, type Note, type NoteRecord } from '#core/unit-notes/note.ts';

/** A stored note as the reader sees it. */
export function shownNote(scope: Scope, stored: NoteRecord): Note {
  const { authorKey: _author, DealerKey: _dealer, UnitSerNum: _unit, ...note } = stored;
  return { ...note, isOwn: isOwnNote(stored, scope), mayDelete: mayDeleteNote(stored, scope) };
}
