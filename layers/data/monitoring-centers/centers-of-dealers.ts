import { Entity } from 'electrodb';
import { AppError } from '#core/errors.ts';
import { ACTIVE, MAX_OF_DEALER, requireOfferedZone } from '#core/monitoring-centers/center.ts';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { auditEntry } from '../audit/audit.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { change, RETRY, refusedAs } from '../kit/change.ts';
import { at, primary, secondary } from '../kit/table.ts';
import { inTurn, type Turn } from '../kit/turns.ts';
import { centerStore, MonitoringCenterEntity } from './centers.ts';

/** A dealer has a monitoring centre. */
export const DealerCenterEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerCenter', version: '1' },
    attributes: {
      mcKey: requiredText,
      DealerKey: requiredNumber,
      /** The dealer that administers the centre. */
      OwnerKey: requiredNumber,
    },
    indexes: {
      dealerCenter: primary(['mcKey'], ['DealerKey']),
      byDealer: secondary('gsi1', ['DealerKey'], ['mcKey']),
    },
  },
  at,
);

/** The place of a dealer, or of one of its units. */
type Place = { DealerKey: number; dealerPath: string };

/** The centres that a dealer has. One that a former dealer above gave does not count after the dealer has moved. */
export async function centersOf({ DealerKey, dealerPath }: Place) {
  const { data } = await DealerCenterEntity.query.byDealer({ DealerKey }).go({ pages: 'all' });
  const above = dealerKeysOf(dealerPath);
  const links = data.filter(({ OwnerKey }) => above.includes(OwnerKey));
  const centers = await getAll(
    MonitoringCenterEntity,
    links.map(({ OwnerKey, mcKey }) => ({ DealerKey: OwnerKey, id: mcKey })),
  );
  return centers.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Throws INVALID if the zone is not offered, because a centre of the unit's dealer does not tell it apart. */
export async function requireZoneOf(unit: Place, zone: number, path: string): Promise<void> {
  const centers = await centersOf(unit);
  requireOfferedZone(
    zone,
    centers.map(({ protocol }) => protocol),
    path,
  );
}

/** The dealers of the scope that have the centre. */
export async function dealersWith(scope: Pick<Scope, 'dealerPath'>, mcKey: string): Promise<number> {
  const { data } = await DealerCenterEntity.query.dealerCenter({ mcKey }).go({ pages: 'all', consistent: true });
  const dealers = await Promise.all(data.map(({ DealerKey }) => dealerStore.byKey(DealerKey)));
  return dealers.filter((dealer) => dealer?.dealerPath.startsWith(scope.dealerPath)).length;
}

const entities = { center: MonitoringCenterEntity, link: DealerCenterEntity };
const BUSY = 'The monitoring centres of the dealer change right now. Please try again';
const GIVEN_BY_OTHERS = 'Another dealer gave this monitoring centre and can remove it';
const NOT_ACTIVE = 'Only an active monitoring centre can be given to a dealer';

/**
 * Gives centres of the scope's dealer to a dealer in the scope and removes others, in one transaction. A centre that the dealer does not have
 * needs no removal.
 */
export async function changeCentersOf(
  scope: Scope,
  { dealerKey, add, remove }: { dealerKey: number; add: readonly string[]; remove: readonly string[] },
  now: number,
): Promise<void> {
  const OwnerKey = scope.dealerKey;
  await dealerStore.get(scope, dealerKey);
  const changeInTurn = async (turn: Turn) => {
    const links = await latestLinks(dealerKey, turn.members);
    const ownerOf = new Map(links.map(({ mcKey, OwnerKey: owner }) => [mcKey, owner]));
    const gone = remove.filter((mcKey) => ownerOf.has(mcKey));
    if (gone.some((mcKey) => ownerOf.get(mcKey) !== OwnerKey)) throw new AppError('CONFLICT', GIVEN_BY_OTHERS);
    if (add.some((mcKey) => remove.includes(mcKey)))
      throw new AppError('INVALID', 'A monitoring centre is both added and removed');
    const added = await Promise.all([...new Set(add)].map((mcKey) => centerStore.get(scope, mcKey)));
    const given = added.filter(({ id }) => !ownerOf.has(id));
    const taken = await Promise.all([...new Set(gone)].map((mcKey) => centerStore.get(scope, mcKey)));
    if (given.some(({ status }) => status !== ACTIVE)) throw new AppError('CONFLICT', NOT_ACTIVE);
    if (links.length + given.length - taken.length > MAX_OF_DEALER)
      throw new AppError('CONFLICT', `A dealer has at most ${MAX_OF_DEALER} monitoring centres`);
    if (given.length + taken.length === 0) return;
    const names = (centers: readonly { name: string }[]) => centers.map(({ name }) => name);
    const left = [...ownerOf.keys()].filter((mcKey) => !gone.includes(mcKey));
    const audit = auditEntry(
      scope,
      {
        objectKind: 'dealer',
        objectId: String(dealerKey),
        dealerKey,
        action: 'change centres of dealer',
        after: { added: names(given), removed: names(taken) },
      },
      now,
    );
    const all = { ...entities, ...turn.entities };
    const refused = { inactive: NOT_ACTIVE, ...turn.refused };
    await change({ entities: all, audit, by: scope, refused: { changed: RETRY, ...refused } }, (to) => [
      // The version grows, so that nobody closes or deletes the centre at the same time.
      ...given.map(({ id }) =>
        refusedAs(
          'inactive',
          to.center
            .patch({ DealerKey: OwnerKey, id })
            .add({ version: 1 })
            .where((center, { eq }) => eq(center.status, ACTIVE))
            .commit(),
        ),
      ),
      ...given.map(({ id }) => to.link.create({ mcKey: id, DealerKey: dealerKey, OwnerKey }).commit()),
      ...taken.map(({ id }) =>
        to.link
          .delete({ mcKey: id, DealerKey: dealerKey })
          .where((link, { exists }) => exists(link.mcKey))
          .commit(),
      ),
      turn.write(to, [...left, ...given.map(({ id }) => id)]),
    ]);
  };
  await inTurn({ set: `monitoring centres of ${dealerKey}`, busy: BUSY }, changeInTurn, now);
}

/** The links that the dealer has now. The index lists a new one late, so those that the last change knew are read too. */
async function latestLinks(DealerKey: number, known: readonly string[]) {
  const { data } = await DealerCenterEntity.query.byDealer({ DealerKey }).go({ pages: 'all' });
  const keys = [...data.map(({ mcKey }) => mcKey), ...known].map((mcKey) => ({ mcKey, DealerKey }));
  return getAll(DealerCenterEntity, keys, { consistent: true });
}
