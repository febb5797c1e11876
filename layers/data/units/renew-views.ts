import { inTree } from '../dealers/dealers.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { type Renewal, type RenewedNames, renewOne } from '../kit/renewed-names.ts';
import { UserEntity } from '../users/user-entities.ts';
import { keyOfView, ownerOfViews, UnitViewEntity } from './views.ts';

/**
 * Stores all views of the unit list under the form in which names are compared now: by another one, nobody could replace or delete them. A view stays as it is if its owner
 * has another one whose name looks alike. It can be repeated, and people can work meanwhile.
 */
export async function renewViews(): Promise<RenewedNames> {
  const names: RenewedNames = { count: 0, left: [], alike: [] };
  for (const owner of await owners()) {
    const { data: views } = await UnitViewEntity.query.byOwner({ owner }).go({ pages: 'all', consistent: true });
    for (const { key, name } of views)
      if (key !== keyOfView(name)) await renewOne(names, `view "${name}" of ${owner}`, () => renew(owner, key));
  }
  return names;
}

async function owners(): Promise<string[]> {
  const [dealers, users] = await Promise.all([
    inTree('/').go({ pages: 'all', attributes: ['DealerKey'] }),
    UserEntity.query.byTree({ tree: 'all' }).go({ pages: 'all', attributes: ['UserKey', 'DealerKey'] }),
  ]);
  return [
    ...dealers.data.map(({ DealerKey }) => ownerOfViews(true, { userKey: '', dealerKey: DealerKey })),
    ...users.data.map(({ UserKey, DealerKey }) => ownerOfViews(false, { userKey: UserKey, dealerKey: DealerKey })),
  ];
}

const renew = (owner: string, key: string): Promise<Renewal> =>
  retry('Others change the view all the time', async () => {
    const { data: view } = await UnitViewEntity.get({ owner, key }).go({ consistent: true });
    if (!view) return false;
    const next = { ...view, key: keyOfView(view.name) };
    const { data: other } = await UnitViewEntity.get(next).go({ consistent: true });
    if (other) return `view "${view.name}" of ${owner} looks like "${other.name}"`;
    await change({ entities: { view: UnitViewEntity }, refused: { changed: RETRY } }, (to) => [
      to.view.create(next).commit(),
      to.view
        .delete({ owner, key })
        .where((item, { exists }) => exists(item.name))
        .commit(),
    ]);
    return true;
  });
