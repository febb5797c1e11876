import { Entity } from 'electrodb';
import { AppError } from '#core/errors.ts';
import { nameSkeleton } from '#core/name-skeleton.ts';
import type { Scope } from '#core/scope.ts';
import { MAX_VIEWS, type View, type ViewInput, type ViewParameters } from '#core/units/views.ts';
import { auditEntry } from '../audit/audit.ts';
import { jsonOf, requiredText } from '../kit/attributes.ts';
import { change, tryChange } from '../kit/change.ts';
import { at, primary } from '../kit/table.ts';
import { inTurn } from '../kit/turns.ts';

/** A view of the unit list that a person has saved for themselves, or for all people of a dealer. */
export const UnitViewEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitView', version: '1' },
    attributes: {
      /** `user` and the key of a user, or `dealer` and the key of a dealer. */
      owner: requiredText,
      /** The skeleton of the name: a name has one view, however it is written. */
      key: requiredText,
      name: requiredText,
      parameters: { ...jsonOf<ViewParameters>(), required: true },
      savedBy: requiredText,
    },
    indexes: { byOwner: primary(['owner'], ['key']) },
  },
  at,
);

const BUSY = 'Others save views right now. Please try again';

type Owner = Pick<Scope, 'userKey' | 'dealerKey'>;

export const ownerOfViews = (shared: boolean, { userKey, dealerKey }: Owner) =>
  shared ? `dealer ${dealerKey}` : `user ${userKey}`;
/** Some signs become many. A longer key would not fit into the table. */
const MAX_KEY = 200;
/** The key of a view, by its name. */
export const keyOfView = (name: string) => nameSkeleton(name).slice(0, MAX_KEY);

type StoredView = View & { key: string };

async function viewsOf(shared: boolean, scope: Owner): Promise<StoredView[]> {
  const { data } = await UnitViewEntity.query
    .byOwner({ owner: ownerOfViews(shared, scope) })
    .go({ count: MAX_VIEWS, consistent: true });
  return data.map(({ key, name, parameters, savedBy }) => ({ key, name, parameters, savedBy, shared }));
}

/**
 * The view of a name. Names that look alike by now can be stored apart, each by a key of an earlier version. A view of exactly this name comes first,
 * then the one that is stored by its key.
 */
function viewNamed(views: readonly StoredView[], name: string): StoredView | undefined {
  const key = keyOfView(name);
  const alike = views.filter((one) => keyOfView(one.name) === key);
  return alike.find((one) => one.name === name) ?? alike.find((one) => one.key === key) ?? alike[0];
}

/** The key of a new view. Another one can have its key from an earlier version. */
function freeKey(views: readonly StoredView[], name: string): string {
  const taken = new Set(views.map(({ key }) => key));
  let key = keyOfView(name);
  while (taken.has(key)) key += '~';
  return key;
}

const withoutKey = ({ key: _key, ...view }: StoredView): View => view;

export const viewStore = {
  /** The person's own views, then those of the dealer, each by name. */
  list: async (scope: Owner): Promise<View[]> =>
    (await Promise.all([viewsOf(false, scope), viewsOf(true, scope)])).flat().map(withoutKey),

  /** Saves a view, in place of one with the same name. TOO_LARGE if the person or the dealer has as many as there can be. */
  async save(scope: Scope, { shared, name, parameters }: ViewInput, now: number): Promise<View> {
    const savedBy = scope.actor.fullName || scope.actor.userName;
    const owner = ownerOfViews(shared, scope);
    const audit = shared ? [sharedEntry(scope, 'share view', name, now)] : [];
    await inTurn(
      { set: `views of ${owner}`, busy: BUSY },
      async (turn) => {
        const known = await viewsOf(shared, scope);
        const was = viewNamed(known, name);
        if (!was && known.length >= MAX_VIEWS)
          throw new AppError('TOO_LARGE', `There are ${MAX_VIEWS} views already. Delete one first`);
        const view = { owner, key: was?.key ?? freeKey(known, name), name, parameters, savedBy };
        const entities = { view: UnitViewEntity, ...turn.entities };
        await change({ entities, audit, refused: { changed: BUSY, ...turn.refused } }, (to) => [
          to.view.put(view).commit(),
          turn.write(to),
        ]);
      },
      now,
    );
    return { name, parameters, savedBy, shared };
  },

  /** A view that is gone already stays so. */
  async remove(scope: Scope, { shared, name }: Pick<View, 'shared' | 'name'>, now: number): Promise<void> {
    const found = viewNamed(await viewsOf(shared, scope), name);
    if (!found) return;
    const audit = shared ? [sharedEntry(scope, 'delete shared view', found.name, now)] : [];
    await tryChange({ entities: { view: UnitViewEntity }, audit }, (to) => [
      to.view
        .delete({ owner: ownerOfViews(shared, scope), key: found.key })
        .where((item, { eq }) => eq(item.name, found.name))
        .commit(),
    ]);
  },
};

const sharedEntry = (scope: Scope, action: 'share view' | 'delete shared view', name: string, now: number) =>
  auditEntry(
    scope,
    { objectKind: 'dealer', objectId: String(scope.dealerKey), dealerKey: scope.dealerKey, action, after: { name } },
    now,
  );
