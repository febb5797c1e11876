import { mayAccess } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import { PROFILE_EDITORS } from '#core/profiles/access.ts';
import { PATH_MODELS, unitConfiguration } from '#core/unit-configuration/contract.ts';
import { identityOf } from '#core/unit-configuration/identity.ts';
import { nextExpectedPing } from '#core/unit-configuration/next-ping.ts';
import { isConfigurationKey, unitOfKey } from '#core/unit-configuration/sync-queue.ts';
import { wantedIdentity } from '#core/unit-configuration/unit-data.ts';
import { replaceTakenIDs } from '#data/orders/replace-unit-ids.ts';
import { saveIdentity } from '#data/unit-configuration/identity.ts';
import { othersWithID } from '#data/unit-configuration/same-id.ts';
import { markDirty } from '#data/unit-configuration/save.ts';
import { shownConfiguration, shownQueue } from '#data/unit-configuration/shown.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { takeBack } from '#data/unit-configuration/take-back.ts';
import { differencesFromTemplate, template, unitProfiles } from '#data/unit-configuration/templates.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { saveData } from './save-data.ts';

export const handler = serve(unitConfiguration, {
  async get({ input, scope }) {
    return shownConfiguration(await unitStore.get(scope, input.id));
  },

  async save({ input: { UnitSerNum, model, ...wanted }, scope }) {
    if (wanted.newName !== undefined && !mayAccess(PROFILE_EDITORS, scope))
      throw new AppError('FORBIDDEN', 'You may change units, but not profiles');
    const unit = await unitStore.get(scope, UnitSerNum);
    if (unit.UnitModel !== PATH_MODELS[model]) throw new AppError('NOT_FOUND', 'There is no such unit');
    await saveData(scope, unit, wanted, Date.now());
    return shownConfiguration(await unitStore.get(scope, UnitSerNum));
  },

  async markDirty({ input: { UnitSerNum }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    return { UnitSerNum, revision: await markDirty(scope, unit, Date.now()) };
  },

  async nextExpectedPing({ input: { UnitSerNum }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    const at = nextExpectedPing(unit);
    return { UnitSerNum, ...(at !== undefined && { nextExpectedPing: at }) };
  },

  async syncQueue({ input: { UnitSerNum }, scope }) {
    return { messages: await shownQueue(await unitStore.get(scope, UnitSerNum), Date.now()) };
  },

  async deleteQueuedMessage({ input: { key }, scope }) {
    const unit = await unitStore.get(scope, unitOfKey(key));
    if (isConfigurationKey(key)) await takeBack(scope, unit, key, Date.now());
    else await syncQueueStore.remove(scope, unit, key, Date.now());
    return {};
  },

  async unitProfiles({ input: { UnitSerNum, search = '' }, scope }) {
    return unitProfiles(scope, await unitStore.get(scope, UnitSerNum), search);
  },

  template({ input: { key, UnitModel, UnitFirmVer }, scope }) {
    return template(scope, key, UnitModel, UnitFirmVer);
  },

  async compareToTemplate({ input: { UnitSerNum }, scope }) {
    return { changes: await differencesFromTemplate(scope, await unitStore.get(scope, UnitSerNum)) };
  },

  async saveUnit({ input: { UnitSerNum, old, duplicateAgreed: agreed, ...given }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    const { next, issues } = wantedIdentity(identityOf(unit), given);
    if (issues.length > 0) throw new AppError('INVALID', 'Some fields cannot be saved', issues);
    await saveIdentity(scope, unit, { old, next, agreed }, Date.now());
    return { UnitSerNum };
  },

  async lookForDuplicateUnitID({ input: { line, unit, UnitSerNum }, scope }) {
    const others = await othersWithID(scope, { UnitLineID: line, UnitID: unit, UnitSerNum });
    return { result: others.length > 0 ? ('Duplicate' as const) : ('Unique' as const) };
  },

  async replaceUnitIDs({ input: { orderKey, orderItem }, scope }) {
    return { rows: await replaceTakenIDs(scope, orderKey, orderItem, Date.now()) };
  },
});
