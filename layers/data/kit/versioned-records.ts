import type { Entity, EntityItem } from 'electrodb';
import { alike } from '#core/alike.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { type Change as AuditChange, auditEntry } from '../audit/audit.ts';
import { requiredNumber, requiredText } from './attributes.ts';
import { change } from './change.ts';
import { versionIs } from './conditions.ts';
import { newId } from './id.ts';
import { page } from './page.ts';
import { primary } from './table.ts';

/** The attributes of every versioned record, beside its own fields. */
export const versionedAttributes = {
  /** The dealer that the record belongs to; the root dealer for records of the whole portal. */
  DealerKey: requiredNumber,
  id: requiredText,
  /** Grows with each change. */
  version: requiredNumber,
} as const;

/** The index of a versioned record's entity: the records of a dealer, the oldest first. */
export const versionedIndexes = { records: primary(['DealerKey'], ['id']) };

// biome-ignore lint/suspicious/noExplicitAny: every entity fits that has these attributes and this index.
type AnyEntity = Entity<any, any, any, any>;
type VersionedEntity = Entity<
  keyof typeof versionedAttributes,
  string,
  string,
  {
    model: { service: string; entity: string; version: string };
    attributes: typeof versionedAttributes;
    indexes: typeof versionedIndexes;
  }
>;

/** A record as it was read: a change names the version that it was made on. */
export interface RecordVersion {
  id: string;
  version: number;
}

interface Options {
  /** What people call one record: `lead time`. Messages and audit actions are made of it. */
  noun: string;
  /** The kind of object that the audit entries are about. */
  objectKind: AuditChange['objectKind'];
  /** Whether each dealer has records of its own, or the portal one set for all. */
  of: 'dealer' | 'portal';
}

/**
 * The store of an entity that has `versionedAttributes` and `versionedIndexes`. Every write stores its audit entry in the same
 * transaction (`add`, `edit` or `delete` and the noun). NOT_FOUND: the scope's dealer has no such record. CONFLICT: somebody else
 * changed or deleted it since it was read. `now` is in milliseconds.
 */
export function versionedRecords<Of extends AnyEntity>(entity: Of, { noun, objectKind, of }: Options) {
  type Stored = EntityItem<Of> & RecordVersion & { DealerKey: number };
  type Shown = Omit<EntityItem<Of>, 'DealerKey'> & RecordVersion;
  type Fields = Omit<EntityItem<Of>, keyof typeof versionedAttributes>;

  const records = entity as unknown as VersionedEntity;
  const ownerOf = (scope: Pick<Scope, 'dealerKey'>) => (of === 'portal' ? ROOT_DEALER : scope.dealerKey);
  const shown = ({ DealerKey: _owner, ...record }: Stored) => record as unknown as Shown;
  const changedMeanwhile = `Somebody else changed the ${noun} meanwhile. Please load it again`;

  async function read(scope: Pick<Scope, 'dealerKey'>, id: string): Promise<Stored> {
    const { data } = await records.get({ DealerKey: ownerOf(scope), id }).go({ consistent: true });
    if (!data) throw new AppError('NOT_FOUND', `There is no such ${noun}`);
    return data as Stored;
  }

  async function readVersion(scope: Pick<Scope, 'dealerKey'>, { id, version }: RecordVersion): Promise<Stored> {
    const was = await read(scope, id);
    if (was.version !== version) throw new AppError('CONFLICT', changedMeanwhile);
    return was;
  }

  const entry = (scope: Scope, verb: string, { id, DealerKey }: Stored, states: object, now: number) =>
    auditEntry(scope, { objectKind, objectId: id, dealerKey: DealerKey, action: `${verb} ${noun}`, ...states }, now);

  return {
    /** One page of the records, the oldest first. */
    async list(scope: Pick<Scope, 'dealerKey'>, request: PageRequest): Promise<Page<Shown>> {
      const { items, cursor } = await page(records.query.records({ DealerKey: ownerOf(scope) }), request);
      return { items: items.map((item) => shown(item as Stored)), cursor };
    },

    get: async (scope: Pick<Scope, 'dealerKey'>, id: string): Promise<Shown> => shown(await read(scope, id)),

    /** Adds a record, with a new id and version 1. */
    async add(scope: Scope, fields: Fields, now: number): Promise<Shown> {
      const next = { ...fields, DealerKey: ownerOf(scope), id: newId(now), version: 1 } as Stored;
      await change(
        {
          entities: { records },
          audit: entry(scope, 'add', next, { after: fields }, now),
          refused: { changed: changedMeanwhile },
        },
        (to) => [to.records.create(next).commit()],
      );
      return shown(next);
    },

    /** Replaces the fields of the record; a field that is absent is removed. Writes nothing if they are the same. */
    async update(scope: Scope, read: RecordVersion, fields: Fields, now: number): Promise<Shown> {
      const was = await readVersion(scope, read);
      const { DealerKey, id, version } = was;
      const next = { ...fields, DealerKey, id, version: version + 1 } as Stored;
      const states = differences(was, next);
      if (Object.keys({ ...states.before, ...states.after }).length === 0) return shown(was);
      await change(
        {
          entities: { records },
          audit: entry(scope, 'edit', next, states, now),
          refused: { changed: changedMeanwhile },
        },
        (to) => [to.records.put(next).where(versionIs(version)).commit()],
      );
      return shown(next);
    },

    async remove(scope: Scope, read: RecordVersion, now: number): Promise<void> {
      const was = await readVersion(scope, read);
      const { DealerKey, id, version, ...before } = was as RecordVersion & { DealerKey: number };
      await change(
        {
          entities: { records },
          audit: entry(scope, 'delete', was, { before }, now),
          refused: { changed: changedMeanwhile },
        },
        (to) => [to.records.delete({ DealerKey, id }).where(versionIs(version)).commit()],
      );
    },
  };
}

/** The own fields in which two states of a record differ. */
function differences(was: object, next: object): { before: object; after: object } {
  const names = Object.keys({ ...was, ...next }).filter((name) => !(name in versionedAttributes));
  const changed = names.filter((name) => !alike(was[name as never], next[name as never]));
  const of = (state: object) => Object.fromEntries(changed.map((name) => [name, state[name as never]]));
  return { before: of(was), after: of(next) };
}
