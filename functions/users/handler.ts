import type { PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { users } from '#core/users/contract.ts';
import { NAME_FREE, NAME_TAKEN, type NameState } from '#core/users/user.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { managedUserStore, type UserSelection } from '#data/users/managed-users.ts';
import { massCreationStore, shownMassCreation } from '#data/users/mass-creations.ts';
import { shownAccess, shownUsers } from '#data/users/shown.ts';
import { serve } from '#platform/http/serve.ts';
import { countNameCheck } from '#platform/session/name-checks.ts';
import { endAccessAs, setAccessAs } from './acting.ts';
import { changeUser, createUser, removeUser } from './change.ts';
import { changeableUser } from './changeable-user.ts';
import { dryRun, requireListRights, startCreation } from './mass-create.ts';
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
    const [[user], notSent] = await Promise.all([shownUsers([created], now), invite(scope, created, now)]);
    return { user: user!, mailSent: notSent === undefined };
  },

  async massCreate({ input, scope }) {
    const now = Date.now();
    return { massCreation: shownMassCreation(await startCreation(scope, input, now), now) };
  },

  massCreateDryRun: ({ input, scope }) => dryRun(scope, input, Date.now()),

  async massCreations({ input, scope }) {
    const now = Date.now();
    const { items, cursor } = await massCreationStore.list(scope, input);
    return { items: items.map((item) => shownMassCreation(item, now)), cursor };
  },

  async massCreation({ input: { massCreation: key, ...request }, scope }) {
    const found = await massCreationStore.get(scope, key);
    return {
      massCreation: shownMassCreation(found, Date.now()),
      ...(await massCreationStore.rows(found, request)),
    };
  },

  async massCreateCommand({ input: { massCreation: key, command }, scope }) {
    const now = Date.now();
    const found = await massCreationStore.get(scope, key);
    if (command === 'resume' || command === 'retry') await requireListRights(scope, found);
    return { massCreation: shownMassCreation(await massCreationStore.command(scope, found, command, now), now) };
  },

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
