import type { KeptAddress } from '#core/dealer-settings/shipping.ts';
import { addAddress } from '#core/dealer-settings/shipping.ts';
import { unitIDOptionsOf } from '#core/dealers/rules.ts';
import { orders } from '#core/orders/contract.ts';
import {
  addressOf,
  locationOf,
  OrderDetails,
  type OrderDraft,
  OrderItemFields,
  OrderProfile,
  type StoredDraft,
  UdiFileInput,
  usualCountry,
} from '#core/orders/order.ts';
import {
  allot,
  earliestShipDate,
  invalid,
  linesOf,
  requireLine,
  requireShipDate,
  shownDraftItems,
  todayOf,
} from '#core/orders/rules.ts';
import { requireShippedOn, type ShipmentFields } from '#core/orders/shipment.ts';
import { lastTaken, maximumLeft, rangeFor, unitIDOf } from '#core/orders/unit-ids.ts';
import type { Scope } from '#core/scope.ts';
import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { newId } from '#data/kit/id.ts';
import { leadTimeStore } from '#data/lead-times/lead-times.ts';
import { draftStore } from '#data/orders/drafts.ts';
import { lineStore, takenByLine } from '#data/orders/lines.ts';
import { orderStore } from '#data/orders/orders.ts';
import { shipmentStore } from '#data/orders/shipments.ts';
import { shownOrder, shownOrders } from '#data/orders/shown.ts';
import { profileLists } from '#data/profiles/profile-lists.ts';
import { profileStore } from '#data/profiles/profiles.ts';
import { serve } from '#platform/http/serve.ts';
import { allotUnits, releaseUnit } from './allot-units.ts';
import { orderingRules, requireSubmittable, saveItem } from './items.ts';
import { shippingDetails } from './shipping-details.ts';
import { udiUploadForm } from './udi-upload.ts';

export const handler = serve(orders, {
  async getDealerInfo({ scope }) {
    const { dealer, settings } = await dealerSettingsStore.get(scope, scope.dealerKey);
    const { account, lists } = settings;
    return {
      DealerName: dealer.DealerName,
      usualCountry: usualCountry(dealer),
      unitIDOptions: unitIDOptionsOf(account.Rules),
      udiFileRequired: account.Rules.udiFileRequired,
      lines: lists.UseRestrictLineID === 1 ? lists.RestrictLineIDList : [],
      shippingLocations: lists.shippingAddresses.map(knownLocation),
    };
  },

  async profiles({ input: { flag, ...request }, scope }) {
    const { items, cursor } = await (flag === 'own'
      ? profileLists.listOwn(scope, request)
      : profileLists.listStandard(request));
    return { items: items.map((one) => OrderProfile.parse(one)), cursor };
  },

  draft: async ({ input, scope }) => shownDraft(scope, await draftStore.get(scope), input.dateOffset),

  requestUdiUpload: ({ input: { bytes }, scope }) => udiUploadForm(scope, bytes),

  async addOrder({ input, scope }) {
    const given = { fields: OrderItemFields.parse(input), file: UdiFileInput.parse(input) };
    return shownDraft(scope, await saveItem(scope, input.version, given), input.dateOffset);
  },

  async updateItem({ input, scope }) {
    const { orderItemKey } = input;
    const given = { fields: OrderItemFields.parse(input), file: UdiFileInput.parse(input), orderItemKey };
    return shownDraft(scope, await saveItem(scope, input.version, given), input.dateOffset);
  },

  async deleteItem({ input, scope }) {
    const draft = await draftStore.getVersion(scope, input.version);
    return shownDraft(scope, await draftStore.deleteItem(scope, draft, input.orderItemKey), input.dateOffset);
  },

  async saveDetails({ input, scope }) {
    const draft = await draftStore.getVersion(scope, input.version);
    const saved = await draftStore.saveDetails(scope, draft, OrderDetails.parse(input), input.shippingKey);
    return shownDraft(scope, saved, input.dateOffset);
  },

  async addLocation({ input, scope }) {
    const now = Date.now();
    const shippingKey = newId(now);
    const address: KeptAddress = { ...addressOf(input), shippingKey };
    const { settings } = await dealerSettingsStore.change(
      scope,
      'add shipping address',
      ({ account, lists }) => ({
        account,
        lists: { ...lists, shippingAddresses: addAddress(lists.shippingAddresses, address) },
      }),
      now,
    );
    return { shippingKey, shippingLocations: settings.lists.shippingAddresses.map(knownLocation) };
  },

  async submit({ input, scope }) {
    const now = Date.now();
    const today = todayOf(now, input.dateOffset);
    const details = OrderDetails.parse(input);
    requireShipDate(details.requestedShipDate, today);
    const draft = await draftStore.getVersion(scope, input.version);
    await requireSubmittable(scope, draft);
    const { settings } = await dealerSettingsStore.get(scope, scope.dealerKey);
    const address = settings.lists.shippingAddresses.find((one) => one.shippingKey === input.shippingKey);
    if (!address) throw invalid('shippingKey', 'There is no such shipping location any more. Choose another one');
    const submitted = {
      details,
      shippingLocation: locationOf(address),
      earliestShipDate: earliestShipDate(draft.items, await leadTimeStore.all(scope), today),
    };
    return shownOrder(await orderStore.submit(scope, draft, submitted, now), now);
  },

  async getLastUnitIDUsed({ input, scope }) {
    const [{ lines }] = await Promise.all([orderingRules(scope), profileStore.get(scope, input.profile)]);
    requireLine(input.LineID, lines);
    const { LineID, uidLength, Quantity: quantity } = input;
    const draft = await draftStore.get(scope);
    const others = draft.items.filter((one) => one.LineID === LineID && one.orderItemKey !== input.editProduct);
    const [line] = await lineStore.read([LineID]);
    // The other items of the order get their unit IDs too.
    const taken = allot(others, takenByLine([line!])).lines.get(LineID)!;
    const start = input.overRideValue === '' ? undefined : Number(input.overRideValue);
    const range = rangeFor(taken, { quantity, uidLength, start });
    return {
      lastUnitIDUsed: lastTaken(taken) === 0 ? '' : unitIDOf(lastTaken(taken), uidLength),
      startingUnitID: range ? unitIDOf(range.from, uidLength) : '',
      endingUnitID: range ? unitIDOf(range.to, uidLength) : '',
      maximum: maximumLeft(taken, uidLength, start),
    };
  },

  async allOrders({ input: { dealerKey, underWay, ...request }, scope }) {
    const of = dealerKey === undefined ? scope : await dealerStore.get(scope, dealerKey);
    const { items, cursor } = await orderStore.list(of, { ...request, underWay: underWay === 'true' });
    return { items: await shownOrders(items, Date.now()), cursor };
  },

  get: async ({ input, scope }) => shownOrder(await orderStore.get(scope, input.orderKey), Date.now()),

  shippingDetails: ({ input, scope }) => shippingDetails(scope, input),
  allotUnits: ({ input, scope }) => allotUnits(scope, input),
  releaseUnit: ({ input, scope }) => releaseUnit(scope, input),

  async ship({ input: { orderKey, orderItems, dateOffset, ...fields }, scope }) {
    const now = Date.now();
    await requireDayOf(scope, orderKey, fields, dateOffset, now);
    return shownOrder(await shipmentStore.ship(scope, orderKey, orderItems, fields, now), now);
  },

  async changeShipment({ input: { orderKey, shipmentKey, dateOffset, ...fields }, scope }) {
    const now = Date.now();
    await requireDayOf(scope, orderKey, fields, dateOffset, now);
    return shownOrder(await shipmentStore.edit(scope, orderKey, shipmentKey, fields, now), now);
  },

  async withdrawShipment({ input: { orderKey, shipmentKey }, scope }) {
    const now = Date.now();
    return shownOrder(await shipmentStore.withdraw(scope, orderKey, shipmentKey, now), now);
  },

  async waiting({ input }) {
    const { items, cursor } = await orderStore.waiting(input);
    return { items: await shownOrders(items, Date.now()), cursor };
  },

  async waitingUnits({ input, scope }) {
    return shipmentStore.waiting(await orderStore.get(scope, input.orderKey));
  },
});

/** Throws if units of the order cannot have shipped on the day. */
async function requireDayOf(
  scope: Scope,
  orderKey: string,
  { shippedOn }: ShipmentFields,
  dateOffset: number,
  now: number,
): Promise<void> {
  const { submittedAt } = await orderStore.get(scope, orderKey);
  requireShippedOn(shippedOn, todayOf(Date.parse(submittedAt), dateOffset), todayOf(now, dateOffset));
}

const knownLocation = (address: KeptAddress) => ({ ...locationOf(address), shippingKey: address.shippingKey });

async function shownDraft(scope: Scope, draft: StoredDraft, dateOffset: number): Promise<OrderDraft> {
  const { items, ...shown } = draft;
  const [lines, leadTimes] = await Promise.all([lineStore.read(linesOf(items)), leadTimeStore.all(scope)]);
  return {
    ...shown,
    orderItems: shownDraftItems(items, takenByLine(lines)),
    earliestShipDate: earliestShipDate(items, leadTimes, todayOf(Date.now(), dateOffset)) ?? null,
  };
}
