import type { z } from 'zod';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import { type AllottedRow, HAS_SHIPPED, hasItToo, identityAt, isBack, whyNotAllotted } from '#core/orders/allotment.ts';
import type { orders } from '#core/orders/contract.ts';
import type { OrderRecord } from '#core/orders/order.ts';
import { unitIDAt } from '#core/orders/rules.ts';
import { shipmentOf } from '#core/orders/shipment.ts';
import type { Scope } from '#core/scope.ts';
import { identityOf } from '#core/unit-configuration/identity.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { orderUnitStore } from '#data/orders/order-units.ts';
import { orderStore } from '#data/orders/orders.ts';
import { saveIdentity } from '#data/unit-configuration/identity.ts';
import { isStranger, othersWithID, requireOwnID } from '#data/unit-configuration/same-id.ts';
import { assignProfile } from '#data/unit-configuration/save.ts';
import { moveUnit } from '#data/units/move-unit.ts';
import { unitStore } from '#data/units/units.ts';

/**
 * Allots units to an item, one after the other. A unit that has its place gets what it lacks of the rest, so after a failure the same call again
 * completes it.
 */
export async function allotUnits(
  scope: Scope,
  { orderKey, orderItem, serialNumbers, dryRun }: z.output<typeof orders.allotUnits.input>,
): Promise<{ rows: AllottedRow[] }> {
  const order = await orderStore.get(scope, orderKey);
  const item = order.items[orderItem - 1];
  if (!item) throw new AppError('NOT_FOUND', 'There is no such order item');
  const asked = [...new Set(serialNumbers)];
  const [found, places] = await Promise.all([unitStore.getMany(scope, asked), orderUnitStore.placesOf(asked)]);
  const worn = await orderUnitStore.withCustomer([...places.keys()]);
  const units = new Map(found.map((unit) => [unit.UnitSerNum, unit]));
  const rows: AllottedRow[] = [];
  for (const UnitSerNum of asked) {
    const unit = units.get(UnitSerNum);
    const place = places.get(UnitSerNum);
    const isHeldHere = place?.orderKey === orderKey;
    const holder = isHeldHere ? order : place && (await orderStore.get(scope, place.orderKey));
    const held = place &&
      holder && {
        ...place,
        DealerKey: holder.DealerKey,
        hasShipped: shipmentOf(holder, place.orderItem, place.place) !== undefined,
        hasCustomer: worn.has(UnitSerNum),
      };
    // A unit that came back gets its next place, as if it were shipped with another order.
    const here = isHeldHere && held && !(unit && isBack(unit, held)) ? held : undefined;
    const reason =
      whyNotAllotted(unit, { order, item, held }) ??
      (here && here.orderItem !== orderItem ? `The unit is allotted to item ${here.orderItem}` : undefined);
    if (reason !== undefined) rows.push({ UnitSerNum, state: 'failed', reason });
    else if (here?.hasShipped && here.lacksProfile)
      rows.push({ UnitSerNum, state: 'failed', reason: SHIPPED_MEANWHILE });
    // Who has the unit since it shipped may have moved or renamed it.
    else if (dryRun || here?.hasShipped)
      rows.push({ UnitSerNum, state: here ? 'allotted' : 'free', ...(here && { place: here.place }) });
    else rows.push(await allotOne(scope, { order, orderItem, here, left: place }, unit!));
  }
  return { rows };
}

type Held = NonNullable<ReturnType<Awaited<ReturnType<typeof orderUnitStore.placesOf>>['get']>>;

interface Allotment {
  order: OrderRecord;
  orderItem: number;
  /** The place that the unit has in the order already. */
  here: Held | undefined;
  /** The place from which it was shipped before. */
  left: Held | undefined;
}

async function allotOne(
  scope: Scope,
  { order, orderItem, here, left }: Allotment,
  unit: UnitRecord,
): Promise<AllottedRow> {
  const { UnitSerNum } = unit;
  try {
    const item = order.items[orderItem - 1]!;
    const named = (at: number) => ({ UnitSerNum, ...identityAt(item, at, UnitSerNum) });
    const requirePlace = (at: number) => requireOwnID(scope, named(at), { order });
    const allotting = { order, orderItem, left, requirePlace };
    const place = here?.place ?? (await orderUnitStore.allot(scope, allotting, unit, Date.now()));
    const at = { orderKey: order.orderKey, orderItem, place, UnitSerNum };
    await complete(scope, order, unit, at);
    if (!here || here.lacksProfile) await giveProfile(scope, order, at);
    const stranger = (await othersWithID(scope, named(place))).find((other) => isStranger(order, other));
    return { UnitSerNum, state: 'allotted', place, ...(stranger && { reason: hasItToo(stranger) }) };
  } catch (error) {
    // The access of who allots has ended: the rows after it would fail too.
    if (!(error instanceof AppError) || error.code === 'UNAUTHENTICATED') throw error;
    return { UnitSerNum, state: 'failed', reason: error.message };
  }
}

const HAS_LEFT = 'The unit has been taken out of the order meanwhile';
const SHIPPED_MEANWHILE = 'The unit has shipped meanwhile. Check its dealer, its unit ID and its profile';

/**
 * CONFLICT if the unit has left its place since the order was read, or has shipped: who has it may have moved, named or configured it. Also if its place got
 * another unit ID: its label has that one.
 */
async function requireStillThere(scope: Scope, order: OrderRecord, { orderItem, place, UnitSerNum }: Held) {
  const { orderKey, items } = order;
  const held = (await orderUnitStore.placesOf([UnitSerNum], { consistent: true })).get(UnitSerNum);
  const stored = await orderStore.get(scope, orderKey);
  const isThere = held?.orderKey === orderKey && held.orderItem === orderItem && held.place === place;
  if (!isThere || held.leaving) throw new AppError('CONFLICT', HAS_LEFT);
  if (shipmentOf(stored, orderItem, place)) throw new AppError('CONFLICT', SHIPPED_MEANWHILE);
  const [was, is] = [items, stored.items].map((all) => unitIDAt(all[orderItem - 1]!, place));
  if (was !== is) throw new AppError('CONFLICT', 'The unit ID of its place has changed meanwhile. Please try again');
}

/** Gives the unit its dealer and its unit ID. */
async function complete(scope: Scope, order: OrderRecord, unit: UnitRecord, at: Held): Promise<void> {
  const { UnitSerNum } = unit;
  const { DealerKey, items } = order;
  await requireStillThere(scope, order, at);
  if (unit.DealerKey !== DealerKey) await moveUnit(scope, unit, await dealerStore.get(scope, DealerKey), Date.now());
  const moved = await unitStore.get(scope, UnitSerNum);
  // After the unit was read: whoever changes it from then on makes the write fail.
  await requireStillThere(scope, order, at);
  const old = identityOf(moved);
  const next = { ...old, ...identityAt(items[at.orderItem - 1]!, at.place, UnitSerNum) };
  await saveIdentity(scope, moved, { old, next, order }, Date.now());
}

/** Gives the unit the profile of its item. It keeps the settings of its own that it gets from then on. */
async function giveProfile(scope: Scope, order: OrderRecord, at: Held): Promise<void> {
  const unit = await unitStore.get(scope, at.UnitSerNum);
  const requireDue = () => requireStillThere(scope, order, at);
  await assignProfile(scope, unit, order.items[at.orderItem - 1]!.profile, Date.now(), { requireDue });
  await orderUnitStore.hasProfile(scope, at);
}

/** Takes a unit out of an order. It goes back to the root dealer and loses its unit ID. */
export async function releaseUnit(scope: Scope, { orderKey, UnitSerNum }: { orderKey: string; UnitSerNum: string }) {
  const order = await orderStore.get(scope, orderKey);
  const unit = await unitStore.get(scope, UnitSerNum);
  const held = (await orderUnitStore.placesOf([UnitSerNum])).get(UnitSerNum);
  if (held?.orderKey !== orderKey) throw new AppError('NOT_FOUND', 'The unit is not in this order');
  if (shipmentOf(order, held.orderItem, held.place)) throw new AppError('CONFLICT', HAS_SHIPPED);
  // From here on it does not ship. Its place is freed last: until then the same call again completes what a failure left.
  if (!held.leaving) await orderUnitStore.startRelease(scope, order, held);
  if (unit.DealerKey !== ROOT_DEALER)
    await moveUnit(scope, unit, await dealerStore.get(scope, ROOT_DEALER), Date.now());
  const moved = await unitStore.get(scope, UnitSerNum);
  const old = identityOf(moved);
  await saveIdentity(scope, moved, { old, next: { ...old, UnitLineID: '', UnitID: '' } }, Date.now());
  await orderUnitStore.release(scope, order, await unitStore.get(scope, UnitSerNum), held, Date.now());
  return { UnitSerNum };
}
