import { AppError } from '#core/errors.ts';
import type { OrderItemFields, StoredDraft, StoredItem, UdiFileInput } from '#core/orders/order.ts';
import { invalid, type OrderingRules, requireOrderable } from '#core/orders/rules.ts';
import { udiProblem } from '#core/orders/udi-file.ts';
import type { Scope } from '#core/scope.ts';
import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';
import { newId } from '#data/kit/id.ts';
import { draftStore } from '#data/orders/drafts.ts';
import { profileStore } from '#data/profiles/profiles.ts';
import { uploadedUdis } from './udi-upload.ts';

/** What the dealer of the scope permits in its orders. */
export async function orderingRules(scope: Scope): Promise<OrderingRules> {
  const { settings } = await dealerSettingsStore.get(scope, scope.dealerKey);
  return { rules: settings.account.Rules, lines: settings.lists };
}

/** Saves an item of the draft, a new one without `orderItemKey`. A file that does not fit the quantity any more is dropped. */
export async function saveItem(
  scope: Scope,
  version: number,
  { fields, file, orderItemKey }: { fields: OrderItemFields; file: UdiFileInput; orderItemKey?: string },
): Promise<StoredDraft> {
  const profile = await profileStore.get(scope, fields.profile);
  const [rules, draft] = await Promise.all([orderingRules(scope), draftStore.getVersion(scope, version)]);
  const was = draft.items.find((one) => one.orderItemKey === orderItemKey);
  if (orderItemKey !== undefined && !was) throw new AppError('NOT_FOUND', 'There is no such order item');
  const udis =
    file.udiFile === undefined
      ? udisAfter(was, fields, file)
      : await uploadedUdis(scope, file.udiFile, fields.orderItemQuantity);
  const problem = udis && udis.length > 0 ? udiProblem(udis, fields.orderItemQuantity) : undefined;
  if (problem !== undefined) throw invalid('fileUDIArray', problem);
  const item: StoredItem = {
    ...fields,
    orderItemKey: was?.orderItemKey ?? newId(Date.now()),
    product: profile.UnitModel,
    profileName: profile.ProfileName,
    fileName: udis === undefined ? (was?.fileName ?? '') : udis.length > 0 ? file.fileName || 'UDI.csv' : '',
    endingUnitID: '',
  };
  requireOrderable(item, rules);
  return draftStore.saveItem(scope, draft, item, udis);
}

/** The identifiers that the item has from now on; undefined if they stay. A change of the quantity makes its file invalid. */
function udisAfter(
  was: StoredItem | undefined,
  { orderItemQuantity }: OrderItemFields,
  { fileUDIArray }: UdiFileInput,
): string[] | undefined {
  if (fileUDIArray !== undefined) return fileUDIArray;
  return was && was.fileName !== '' && was.orderItemQuantity !== orderItemQuantity ? [] : undefined;
}

/** Throws if the draft cannot be ordered so: the dealer's rules or profiles can have changed since its items were saved. */
export async function requireSubmittable(scope: Scope, { items }: StoredDraft): Promise<void> {
  if (items.length === 0) throw new AppError('INVALID', 'Add an item to the order first');
  const rules = await orderingRules(scope);
  await Promise.all(items.map(({ profile }) => profileStore.get(scope, profile)));
  for (const item of items) requireOrderable(item, rules);
}
