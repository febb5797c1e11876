import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { type LibraryEntry, type LibraryKind, MAX_ENTRIES } from '#core/support/library.ts';
import { auditEntry } from '../audit/audit.ts';
import { change } from '../kit/change.ts';
import { newId } from '../kit/id.ts';
import { inTurn } from '../kit/turns.ts';
import { LibraryEntity } from './entities.ts';

const entities = { entry: LibraryEntity };
const BUSY = 'Others add entries right now. Please try again';
const GONE = 'Somebody else removed it meanwhile';

export const libraryStore = {
  async list(kind: LibraryKind): Promise<LibraryEntry[]> {
    const { data } = await LibraryEntity.query.byKind({ kind }).go({ pages: 'all', consistent: true });
    return data.map(({ description = '', ...entry }) => ({ ...entry, description }));
  },

  /** TOO_LARGE if there are too many of the kind. */
  async add(scope: Scope, given: Omit<LibraryEntry, 'entryKey'>, now: number): Promise<LibraryEntry> {
    const entry = { ...given, entryKey: newId(now) };
    const audit = entryOf(scope, entry, 'add library entry', now);
    await inTurn(
      { set: `library ${given.kind}`, busy: BUSY },
      async (turn) => {
        if ((await libraryStore.list(given.kind)).length >= MAX_ENTRIES)
          throw new AppError('TOO_LARGE', `There can be at most ${MAX_ENTRIES} of a kind`);
        const all = { ...entities, ...turn.entities };
        await change({ entities: all, audit, refused: { changed: GONE, ...turn.refused } }, (to) => [
          to.entry.create(entry).commit(),
          turn.write(to),
        ]);
      },
      now,
    );
    return entry;
  },

  /** NOT_FOUND if there is no such entry. */
  async remove(scope: Scope, key: Pick<LibraryEntry, 'kind' | 'entryKey'>, now: number): Promise<void> {
    const { data } = await LibraryEntity.get(key).go({ consistent: true });
    if (!data) throw new AppError('NOT_FOUND', 'There is no such entry');
    const audit = entryOf(scope, { description: '', ...data }, 'remove library entry', now);
    await change({ entities, audit, refused: { changed: GONE } }, (to) => [
      to.entry
        .delete(key)
        .where((stored, { exists }) => exists(stored.title))
        .commit(),
    ]);
  },
};

function entryOf(
  scope: Scope,
  { entryKey, group, title, link }: LibraryEntry,
  action: 'add library entry' | 'remove library entry',
  now: number,
) {
  const values = { group, title, link };
  return auditEntry(
    scope,
    {
      objectKind: 'libraryEntry',
      objectId: entryKey,
      dealerKey: ROOT_DEALER,
      action,
      ...(action === 'add library entry' ? { after: values } : { before: values }),
    },
    now,
  );
}
