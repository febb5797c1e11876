import type { PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { users } from '#core/users/contract.ts';
import { NAME_FREE, NAME_TAKEN, type NameState } from '#core/users/user.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { managedUserStore, type UserSelection } from '#data/users/managed-users.ts';
import { shownAccess, shownUsers } from '#data/users/shown.ts';
import { serve } from '#platform/http/serve.ts';
import { countNameCheck } from '#platform/session/name-checks.ts';
import { endAccessAs, setAccessAs } from './acting.ts';
import { changeableUser, changeUser, createUser, removeUser } from './change.ts';
import { createUsers } from './mass-create.ts';
import { invite, sendPasswordLink } from './password-link.ts';
import { resetSecondFactor } from './second-factor-reset.ts';

export const handler = serve(users, {
  async list({ input, scope }) {
    const { dealerOrFlag, fetchAll, status } = input;
    if (typeof dealerOrFlag === 'number') {
      const dealer = await dealerStore.get(scope, dealerOrFlag);
      return onePage({ dealer, below: fetchAll === 'true', status }, input);
    }
    const flag = dealerOrFlag === 'all' ? status : dealerOrFlag;
    return onePage({ dealer: ownDealer(scope), below: true, status: flag }, input);
  },

  async listOfDealer({ input, scope }) {
    const dealer = await dealerStore.get(scope, input.dealerKey);
    return onePage({ dealer, below: false, status: input.status }, input);
  },

  async nameTaken({ input, scope }) {
    await countNameCheck(scope, Date.now());
    const message: NameState = (await managedUserStore.isTaken(input.value)) ? NAME_TAKEN : NAME_FREE;
    return { message };
  },

  async create({ input, scope }) {
    const now = Date.now();
    const created = await createUser(scope, input, now);
    const [[user], mailSent] = await Promise.all([shownUsers([created], now), invite(scope, created, now)]);
    return { user: user!, mailSent };
  },

  massCreate: async ({ input, scope }) => ({ outcomes: await createUsers(scope, input) }),

  update: ({ input, scope }) => changed(scope, input),
  edit: ({ input, scope }) => changed(scope, input),

  access: async ({ input, scope }) => shownAccess(await managedUserStore.get(scope, input.userKey), Date.now()),

  async setAccess({ input: { userKey: UserKey, access }, scope }) {
    const now = Date.now();
    return shownAccess(await changeUser(scope, { UserKey, access }, now), now);
  },

  async sendPasswordLink({ input, scope }) {
    await sendPasswordLink(scope, await changeableUser(scope, input.UserKey), Date.now());
    return {};
  },

  async resetSecondFactor({ input, scope }) {
    await resetSecondFactor(scope, await changeableUser(scope, input.UserKey), Date.now());
    return {};
  },

  setAccessAs: ({ input, scope }) => setAccessAs(scope, input, Date.now()),
  endAccessAs: ({ scope }) => endAccessAs(scope, Date.now()),

  async remove({ input, scope }) {
    await removeUser(scope, input.id, Date.now());
    return {};
  },
});

const ownDealer = ({ dealerKey: DealerKey, dealerPath }: Scope) => ({ DealerKey, dealerPath });

async function onePage(selection: UserSelection, request: PageRequest & { searchText?: string | undefined }) {
  const { items, cursor } = request.searchText
    ? await managedUserStore.find(selection, request.searchText, request)
    : await managedUserStore.list(selection, request);
  return { items: await shownUsers(items, Date.now()), cursor };
}

async function changed(scope: Scope, input: Parameters<typeof changeUser>[1]) {
  const now = Date.now();
  const [user] = await shownUsers([await changeUser(scope, input, now)], now);
  return { user: user! };
}
