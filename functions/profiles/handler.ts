import { AppError } from '#core/errors.ts';
import { profiles } from '#core/profiles/contract.ts';
import { eventGroup, eventGroups } from '#core/profiles/event-groups.ts';
import { carriedSettings } from '#core/profiles/settings/settings.ts';
import { covers } from '#core/scope.ts';
import { profileChangeStore } from '#data/profiles/profile-changes.ts';
import { profileLists } from '#data/profiles/profile-lists.ts';
import { profileStore } from '#data/profiles/profiles.ts';
import { shownProfile, shownProfiles } from '#data/profiles/shown.ts';
import { serve } from '#platform/http/serve.ts';
import { save } from './save.ts';

export const handler = serve(profiles, {
  async list({ input: { flag, ...request }, scope }) {
    const { items, cursor } = await (flag === 'own'
      ? profileLists.listOwn(scope, request)
      : profileLists.listStandard(request));
    return { items: await shownProfiles(scope, items, Date.now()), cursor };
  },

  setStatus: async ({ input: { ProfileKey, PTStatus }, scope }) => ({
    ProfileKey,
    PTStatus: await profileChangeStore.setStatus(scope, ProfileKey, PTStatus, Date.now()),
  }),

  async get({ input, scope }) {
    const profile = await profileStore.get(scope, input.ProfileKey);
    if (input.UnitModel !== undefined && input.UnitModel !== profile.UnitModel)
      throw new AppError('NOT_FOUND', 'There is no such profile');
    const content = await profileStore.content(profile, input.version ?? profile.version);
    const Settings =
      input.UnitFirmVer === undefined
        ? content.Settings
        : carriedSettings(profile, input.UnitFirmVer, content.Settings);
    return shownProfile(scope, profile, { ...content, Settings }, Date.now());
  },

  save: ({ input, scope }) => save(scope, input, Date.now()),

  async versions({ input: { ProfileKey, ...request }, scope }) {
    const profile = await profileStore.get(scope, ProfileKey);
    const isOwn = covers(scope, profile.dealerPath);
    const { items, cursor } = await profileLists.versions(profile, request);
    return {
      items: items.map(({ version, savedAt, savedBy, changes }) => ({
        ...{ version, savedAt, changes },
        savedBy: isOwn ? savedBy : '',
      })),
      cursor,
    };
  },

  eventGroups: async () => ({ groups: eventGroups() }),
  eventGroup: async ({ input }) => eventGroup(input.id),
});
