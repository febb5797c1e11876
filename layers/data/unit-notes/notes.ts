import { Entity } from 'electrodb';
import type { AuditAction } from '#core/audit/kinds.ts';
import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { isOwnNote, mayDeleteNote, type NoteRecord } from '#core/unit-notes/note.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { DealerEntity } from '../dealers/dealers.ts';
import { requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { change, refusedAs } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { page } from '../kit/page.ts';
import { at, primary } from '../kit/table.ts';
import { unitIsOf } from '../units/unit-place.ts';
import { UnitEntity } from '../units/units.ts';

/** A note on a unit. It stays with the dealer for whose unit it was written. */
export const UnitNoteEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitNote', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** Sorts by the time of writing. */
      noteKey: requiredText,
      /** The dealer of the unit when the note was written. */
      DealerKey: requiredNumber,
      text: requiredText,
      authorKey: requiredText,
      authorName: requiredText,
      writtenAt: requiredText,
      editedAt: text,
      version: requiredNumber,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['noteKey']) },
  },
  at,
);

const entities = { note: UnitNoteEntity, unit: UnitEntity };
const refused = {
  changed: 'The note was changed or deleted meanwhile. Please load it again',
  moved: 'The unit changed meanwhile',
};

/** A request reads at most this many pages if few notes match. */
const MAX_PAGES = 10;

type NoteId = Pick<NoteRecord, 'noteKey' | 'version'>;

export const noteStore = {
  /** One page of the notes on the unit whose dealers the scope sees, the newest first, with `searchText` in any case. */
  async list(
    scope: Pick<Scope, 'dealerPath'>,
    { UnitSerNum }: Pick<UnitRecord, 'UnitSerNum'>,
    { searchText = '', ...request }: PageRequest & { searchText?: string | undefined },
  ): Promise<Page<NoteRecord>> {
    const wanted = searchText.toLowerCase();
    let { cursor } = request;
    for (let pages = 1; ; pages++) {
      const found = await page(UnitNoteEntity.query.byUnit({ UnitSerNum }), { ...request, cursor, order: 'desc' });
      const items = (await visible(scope, found.items)).filter((note) => note.text.toLowerCase().includes(wanted));
      if (items.length > 0 || found.cursor === null || pages === MAX_PAGES) return { items, cursor: found.cursor };
      cursor = found.cursor;
    }
  },

  async add(scope: Scope, unit: UnitRecord, written: string, now: number): Promise<NoteRecord> {
    const { UnitSerNum, DealerKey } = unit;
    const note = {
      UnitSerNum,
      noteKey: newId(now),
      DealerKey,
      text: written,
      authorKey: scope.actor.userKey,
      authorName: scope.actor.fullName,
      writtenAt: instant(now),
      version: 1,
    };
    const audit = entryOf(scope, note, 'add note', { after: { text: written } }, now);
    await change({ entities, audit, about: unit, refused }, (to) => [
      to.note.create(note).commit(),
      refusedAs('moved', unitIsOf(to.unit, unit)),
    ]);
    return note;
  },

  /** Changes the text of a note that the caller wrote. CONFLICT if it was changed since. */
  async edit(scope: Scope, unit: UnitRecord, id: NoteId, written: string, now: number): Promise<NoteRecord> {
    const was = await noteFor(scope, unit, id, isOwnNote);
    if (was.text === written) return was;
    const changed = { text: written, editedAt: instant(now), version: was.version + 1 };
    const states = { before: { text: was.text }, after: { text: written } };
    const audit = entryOf(scope, was, 'edit note', states, now);
    await change({ entities, audit, about: unit, refused }, (to) => [
      to.note.patch(keyOf(was)).set(changed).where(versionIs(was.version)).commit(),
      refusedAs('moved', unitIsOf(to.unit, unit)),
    ]);
    return { ...was, ...changed };
  },

  /** Deletes a note that the caller may delete. CONFLICT if it was changed since. */
  async remove(scope: Scope, unit: UnitRecord, id: NoteId, now: number): Promise<void> {
    const was = await noteFor(scope, unit, id, mayDeleteNote);
    const audit = entryOf(scope, was, 'delete note', { before: { text: was.text } }, now);
    await change({ entities, audit, about: unit, refused }, (to) => [
      to.note.delete(keyOf(was)).where(versionIs(was.version)).commit(),
      refusedAs('moved', unitIsOf(to.unit, unit)),
    ]);
  },
};

const keyOf = ({ UnitSerNum, noteKey }: NoteRecord) => ({ UnitSerNum, noteKey });

/** The note as the caller read it. NOT_FOUND if the scope does not see its dealer, CONFLICT if the caller may not change it. */
async function noteFor(
  scope: Scope,
  { UnitSerNum }: UnitRecord,
  { noteKey, version }: NoteId,
  may: typeof isOwnNote,
): Promise<NoteRecord> {
  const { data } = await UnitNoteEntity.get({ UnitSerNum, noteKey }).go({ consistent: true });
  const [note] = await visible(scope, data ? [data] : []);
  if (!note) throw new AppError('NOT_FOUND', 'There is no such note');
  if (!may(note, scope)) throw new AppError('CONFLICT', 'Only who wrote a note can change it');
  if (note.version !== version) throw new AppError('CONFLICT', refused.changed);
  return note;
}

/** The notes whose dealers the scope sees. Those of a former dealer of the unit do not exist for others. */
async function visible(scope: Pick<Scope, 'dealerPath'>, notes: readonly NoteRecord[]): Promise<NoteRecord[]> {
  const keys = [...new Set(notes.map(({ DealerKey }) => DealerKey))];
  const dealers = await getAll(
    DealerEntity,
    keys.map((DealerKey) => ({ DealerKey })),
  );
  const seen = new Set(dealers.filter(({ dealerPath }) => covers(scope, dealerPath)).map(({ DealerKey }) => DealerKey));
  return notes.filter(({ DealerKey }) => seen.has(DealerKey));
}

const entryOf = (
  scope: Scope,
  { UnitSerNum, DealerKey }: Pick<NoteRecord, 'UnitSerNum' | 'DealerKey'>,
  action: AuditAction,
  states: { before?: object; after?: object },
  now: number,
) => auditEntry(scope, { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey, action, ...states }, now);
