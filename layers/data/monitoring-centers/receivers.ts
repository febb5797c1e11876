import { Entity, type EntityItem } from 'electrodb';
import { AppError } from '#core/errors.ts';
import { ACTIVE } from '#core/monitoring-centers/center.ts';
import type {
  Receiver,
  ReceiverInput,
  ReceiverKind,
  ReceiverPlace,
  ReceiverTest,
} from '#core/monitoring-centers/receiver.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { jsonOf, requiredNumber, requiredText, textOf } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { change, refusedAs } from '../kit/change.ts';
import { tryWrite, versionIs } from '../kit/conditions.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary, serviceOf } from '../kit/table.ts';
import { MonitoringCenterEntity } from './centers.ts';

/** Where a monitoring centre takes alarms. */
export const ReceiverEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'receiver', version: '1' },
    attributes: {
      mcKey: requiredText,
      /** The dealer that administers the centre. */
      OwnerKey: requiredNumber,
      version: requiredNumber,
      kind: { ...textOf<ReceiverKind>(), required: true },
      main: requiredText,
      second: requiredText,
      accountPrefix: requiredText,
      secretSince: requiredText,
      tests: { ...jsonOf<Partial<Record<ReceiverPlace, ReceiverTest>>>(), required: true },
      /** One value: the receivers of all dealers, few, are listed for their tests. */
      list: { type: 'string', required: true, default: 'all' },
      ...correlation,
    },
    indexes: { receiver: primary(['mcKey'], []), all: secondary('gsi1', ['list'], ['mcKey']) },
  },
  at,
);

/** The key of a receiver. It is an item of its own, which only the function that sends alarms can read. */
export const ReceiverSecretEntity = new Entity(
  {
    model: { service: serviceOf('receiverSecrets'), entity: 'receiverSecret', version: '1' },
    attributes: { mcKey: requiredText, secret: requiredText },
    indexes: { receiverSecret: primary(['mcKey'], []) },
  },
  at,
);

/** Tested at once. */
const PAGE = 50;

const entities = { receiver: ReceiverEntity, secret: ReceiverSecretEntity, center: MonitoringCenterEntity };
const MEANWHILE = 'Somebody else changed the receiver meanwhile. Please load it again';
const CENTER_GONE = new AppError('NOT_FOUND', 'There is no such monitoring centre');

type Stored = EntityItem<typeof ReceiverEntity>;

const shown = ({ OwnerKey: _owner, list: _list, ...receiver }: Stored): Receiver => receiver;

export const receiverStore = {
  /** The receiver of a centre, which the caller has read in its scope. */
  async get(mcKey: string): Promise<Receiver | undefined> {
    const { data } = await ReceiverEntity.get({ mcKey }).go({ consistent: true });
    return data ? shown(data) : undefined;
  },

  /** Sets the receiver of a centre of the scope's dealer, which had `was`. CONFLICT if somebody changed it since `version`. */
  async set(
    scope: Scope,
    { mcKey, version }: { mcKey: string; version: number },
    { secret, ...settings }: ReceiverInput,
    was: Receiver | undefined,
    now: number,
  ): Promise<Receiver> {
    if ((was?.version ?? 0) !== version) throw new AppError('CONFLICT', MEANWHILE);
    const next = {
      ...settings,
      ...{ mcKey, OwnerKey: scope.dealerKey, version: version + 1, list: 'all' },
      secretSince: secret === '' && was ? was.secretSince : instant(now),
      tests: {},
    };
    const audited = ({ kind, main, second, accountPrefix, secretSince }: typeof next | Receiver) => ({
      ...{ kind, main, second, accountPrefix, secretSince },
    });
    const audit = auditEntry(
      scope,
      {
        ...about(scope, mcKey),
        action: 'set receiver',
        ...(was && { before: audited(was) }),
        after: audited(next),
      },
      now,
    );
    await change({ entities, audit, by: scope, refused: { changed: MEANWHILE, gone: CENTER_GONE } }, (to) => [
      to.receiver.put(next).where(versionIs(was?.version)).commit(),
      refusedAs(
        'gone',
        to.center
          .check({ DealerKey: scope.dealerKey, id: mcKey })
          .where((center, { exists }) => exists(center.version))
          .commit(),
      ),
      ...(secret === '' ? [] : [to.secret.put({ mcKey, secret }).commit()]),
    ]);
    return shown(next);
  },

  /** The receivers of active centres of all dealers, in pages. */
  async *ofActiveCenters(): AsyncGenerator<Receiver[]> {
    for (let cursor: string | null = null; ; ) {
      const page: { data: Stored[]; cursor: string | null } = await ReceiverEntity.query
        .all({ list: 'all' })
        .go({ cursor, limit: PAGE, count: PAGE });
      const centers = await getAll(
        MonitoringCenterEntity,
        page.data.map(({ OwnerKey, mcKey }) => ({ DealerKey: OwnerKey, id: mcKey })),
      );
      const active = new Set(centers.filter(({ status }) => status === ACTIVE).map(({ id }) => id));
      yield page.data.filter(({ mcKey }) => active.has(mcKey)).map(shown);
      cursor = page.cursor;
      if (cursor === null) return;
    }
  },

  /** Stores how the tests of a receiver ended, unless its settings have changed since. */
  async recordTests({ mcKey, version }: Receiver, tests: Receiver['tests']): Promise<void> {
    await tryWrite(ReceiverEntity.patch({ mcKey }).set({ tests }).where(versionIs(version)).go());
  },

  async remove(scope: Scope, { mcKey, version }: { mcKey: string; version: number }, now: number): Promise<void> {
    const was = await this.get(mcKey);
    if (!was) throw new AppError('NOT_FOUND', 'The monitoring centre has no receiver');
    const { kind, main, second, accountPrefix } = was;
    const before = { kind, main, second, accountPrefix };
    const audit = auditEntry(scope, { ...about(scope, mcKey), action: 'remove receiver', before }, now);
    await change({ entities, audit, by: scope, refused: { changed: MEANWHILE } }, (to) => [
      to.receiver.delete({ mcKey }).where(versionIs(version)).commit(),
      to.secret.delete({ mcKey }).commit(),
    ]);
  },
};

export const receiverSecretStore = {
  async get(mcKey: string): Promise<string | undefined> {
    const { data } = await ReceiverSecretEntity.get({ mcKey }).go({ consistent: true });
    return data?.secret;
  },
};

const about = (scope: Scope, mcKey: string) =>
  ({ objectKind: 'monitoringCenter', objectId: mcKey, dealerKey: scope.dealerKey }) as const;
