import { Entity, type EntityItem, type TransactWriteEntities } from 'electrodb';
import type { AuditAction } from '#core/audit/kinds.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import type { RecordVersion } from '#core/records.ts';
import type { Scope } from '#core/scope.ts';
import { type Change as AuditChange, auditEntry } from '../audit/audit.ts';
import { requiredNumber, requiredText } from './attributes.ts';
import { change, RETRY, refusedAs, retry, type Write } from './change.ts';
import { versionIs } from './conditions.ts';
import { newId } from './id.ts';
import { page } from './page.ts';
import { at, primary } from './table.ts';

/** The attributes of every versioned record, beside its own fields. */
export const versionedAttributes = {
  /** The dealer that the record belongs to; the root dealer for records of the whole portal. */
  DealerKey: requiredNumber,
  id: requiredText,
  /** Grows with each change. */
  version: requiredNumber,
} as const;

/** The index of a versioned record's entity: the records of a dealer, oldest first. */
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

/** Grows with each change of records that must fit together. */
export const RecordSetEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'recordSet', version: '1' },
    attributes: { DealerKey: requiredNumber, noun: requiredText, version: requiredNumber },
    indexes: { recordSet: primary(['DealerKey'], ['noun']) },
  },
  at,
);

/** The nouns that can be added, edited and deleted by the actions of the audit. */
type RecordNoun = NounOf<AuditAction>;
type NounOf<Action> = Action extends `add ${infer Noun}`
  ? `edit ${Noun}` | `delete ${Noun}` extends AuditAction
    ? Noun
    : never
  : never;

/** Records that must fit together are all read before each write. */
const MAX_TOGETHER = 1000;

interface Options<Shown> {
  /** The name of one record: `lead time`. It is part of messages, and of the actions that the area's audit.ts in layers/core declares. */
  noun: RecordNoun;
  /** The kind of object that the audit entries are about. */
  objectKind: AuditChange['objectKind'];
  /** `dealer`: each dealer has its own records. `portal`: all dealers share one set. */
  of: 'dealer' | 'portal';
  /** The index that lists the records, with DealerKey as its partition; the oldest first when omitted. */
  listedBy?: string;
  /** Each write checks that the scope still rests on what it was read from (`by` of a change). */
  givesRights?: true;
  /**
   * For records that must fit together: throws if they do not. Called before each write with the owner's records as they would be,
   * at most 1,000; `changed` is the record that is added or changed, one of them, or the deleted one; `was` is it as stored, undefined if it is added.
   */
  rule?: (records: readonly Shown[], changed: Shown, was: Shown | undefined) => void;
}

/** A record as stores return it. */
type ShownRecord<Of extends AnyEntity> = Omit<EntityItem<Of>, 'DealerKey'> & RecordVersion;

/**
 * The store of an entity that has `versionedAttributes` and `versionedIndexes`. Every write stores its audit entry in the same
 * transaction (`add`, `edit` or `delete` and the noun). NOT_FOUND: the scope's dealer has no such record. CONFLICT: somebody else
 * changed or deleted it since it was read. `now` is in milliseconds.
 */
export function versionedRecords<Of extends AnyEntity>(entity: Of, options: Options<ShownRecord<Of>>) {
  type Stored = EntityItem<Of> & RecordVersion & { DealerKey: number };
  type Shown = ShownRecord<Of>;
  type Fields = Omit<EntityItem<Of>, keyof typeof versionedAttributes>;

  const { noun, objectKind, of, listedBy = 'records', givesRights, rule } = options;
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

  const entry = (
    scope: Scope,
    verb: 'add' | 'edit' | 'delete',
    { id, DealerKey }: Stored,
    states: object,
    now: number,
  ) => auditEntry(scope, { objectKind, objectId: id, dealerKey: DealerKey, action: `${verb} ${noun}`, ...states }, now);

  async function readAll(DealerKey: number): Promise<Shown[]> {
    const { data } = await records.query.records({ DealerKey }).go({ consistent: true, pages: 'all' });
    return data.map((item) => shown(item as Stored));
  }

  /** Writes one record, with its audit entry. Records that must fit together are read and judged first. */
  async function write(
    scope: Scope,
    { changed, was, isDeleted = false }: { changed: Stored; was?: Stored; isDeleted?: boolean },
    audit: ReturnType<typeof entry>,
    writeOf: (to: TransactWriteEntities<{ records: VersionedEntity }>['records']) => Write,
  ): Promise<void> {
    const by = givesRights && scope;
    if (!rule)
      return change({ entities: { records }, audit, by, refused: { changed: changedMeanwhile } }, (to) => [
        writeOf(to.records),
      ]);
    const { DealerKey, id } = changed;
    const key = { DealerKey, noun };
    await retry(`Others change these ${noun}s right now. Please try again`, async () => {
      const { data: set } = await RecordSetEntity.get(key).go({ consistent: true });
      const others = (await readAll(DealerKey)).filter((one) => one.id !== id);
      if (!isDeleted && others.length >= MAX_TOGETHER)
        throw new AppError('TOO_LARGE', `There can be at most ${MAX_TOGETHER} ${noun}s`);
      const record = shown(changed);
      rule(isDeleted ? others : [...others, record], record, was && shown(was));
      await change(
        {
          entities: { records, set: RecordSetEntity },
          audit,
          by,
          refused: { changed: changedMeanwhile, another: RETRY },
        },
        (to) => [
          writeOf(to.records),
          refusedAs(
            'another',
            to.set
              .put({ ...key, version: (set?.version ?? 0) + 1 })
              .where(versionIs(set?.version))
              .commit(),
          ),
        ],
      );
    });
  }

  return {
    /** One page of the records, in the order of `listedBy`. */
    async list(scope: Pick<Scope, 'dealerKey'>, request: PageRequest): Promise<Page<Shown>> {
      const query = records.query[listedBy as 'records'];
      const { items, cursor } = await page(query({ DealerKey: ownerOf(scope) }), request);
      return { items: items.map((item) => shown(item as Stored)), cursor };
    },

    /** Every record, in any number of reads: only for records with a `rule`, which are few. */
    all: (scope: Pick<Scope, 'dealerKey'>): Promise<Shown[]> => readAll(ownerOf(scope)),

    get: async (scope: Pick<Scope, 'dealerKey'>, id: string): Promise<Shown> => shown(await read(scope, id)),

    /** Adds a record, with a new id and version 1. */
    async add(scope: Scope, fields: Fields, now: number): Promise<Shown> {
      const next = { ...fields, DealerKey: ownerOf(scope), id: newId(now), version: 1 } as Stored;
      await write(scope, { changed: next }, entry(scope, 'add', next, { after: fields }, now), (to) =>
        to.create(next).commit(),
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
      await write(scope, { changed: next, was }, entry(scope, 'edit', next, states, now), (to) =>
        to.put(next).where(versionIs(version)).commit(),
      );
      return shown(next);
    },

    async remove(scope: Scope, read: RecordVersion, now: number): Promise<void> {
      const was = await readVersion(scope, read);
      const { DealerKey, id, version, ...before } = was as RecordVersion & { DealerKey: number };
      await write(scope, { changed: was, was, isDeleted: true }, entry(scope, 'delete', was, { before }, now), (to) =>
        to.delete({ DealerKey, id }).where(versionIs(version)).commit(),
      );
    },
  };
}

/** The own fields in which two states of a record differ. */
function differences(was: object, next: object): { before: object; after: object } {
  const names = Object.keys({ ...was, ...next }).filter((name) => !(name in versionedAttributes));
  const changed = names.filter((name) => !isEqual(was[name as never], next[name as never]));
  const of = (state: object) => Object.fromEntries(changed.map((name) => [name, state[name as never]]));
  return { before: of(was), after: of(next) };
}
