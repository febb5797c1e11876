import { AppError } from '#core/errors.ts';
import type { OrderRecord, StoredItem } from '#core/orders/order.ts';
import { freeNumbers, requireFewParts, withNumbers } from '#core/orders/other-unit-ids.ts';
import type { ReplacedUnitID } from '#core/orders/replaced-unit-id.ts';
import { hasUnitIDs, unitIDAt } from '#core/orders/rules.ts';
import { shipmentOf } from '#core/orders/shipment.ts';
import { unitIDOf, withTaken } from '#core/orders/unit-ids.ts';
import type { Scope } from '#core/scope.ts';
import { haveSameID } from '#core/unit-configuration/identity.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { unitStore } from '../units/units.ts';
import { unitsOfLine } from '../units/units-of-line.ts';
import { LineEntity, OrderEntity, OrderUnitEntity } from './entities.ts';
import { lineStore } from './lines.ts';
import { orderStore } from './orders.ts';

const BUSY = 'Others change this order or its line right now. Please try again in a moment';
/** The audit names so many unit IDs. The order has them all. */
const NAMED = 20;

/**
 * Gives each place of an item whose unit ID another unit has, of whichever dealer, the next free one of its line. Places that have shipped stay as they are.
 * The order, its line and the audit entry are one transaction.
 */
export const replaceTakenIDs = (
  scope: Scope,
  orderKey: string,
  orderItem: number,
  now: number,
): Promise<ReplacedUnitID[]> =>
  retry(BUSY, async () => {
    const order = await orderStore.get(scope, orderKey);
    const item = order.items[orderItem - 1];
    if (!item) throw new AppError('NOT_FOUND', 'There is no such order item');
    if (!hasUnitIDs(item) || item.startingUnitID === '') return [];
    const [[line], named] = await Promise.all([lineStore.read([item.LineID]), unitsOfLine(item.LineID)]);
    const taken = await takenPlaces(scope, order, orderItem, named);
    if (taken.length === 0) return [];
    const { LineID, uidLength } = item;
    const used = new Set(named.map(({ UnitID }) => Number(UnitID)));
    const numbers = freeNumbers({ LineID, taken: line!.taken, uidLength }, used, taken.length);
    const places = taken.map(({ place }) => place);
    const changed: StoredItem = { ...item, otherUnitIDs: withNumbers(item, places, numbers) };
    const items = order.items.map((one) => (one === item ? changed : one));
    requireFewParts(items);
    const replaced = taken.map((one, index) => ({ ...one, UnitID: unitIDOf(numbers[index]!, uidLength) }));
    const audit = auditEntry(
      scope,
      {
        ...{ objectKind: 'order', objectId: orderKey, objectName: String(order.OrderNumber) },
        ...{ dealerKey: order.DealerKey, action: 'replace unit IDs' },
        before: { unitIDs: inWords(replaced.map(({ was }) => was)) },
        after: {
          ...{ OrderNumber: order.OrderNumber, orderItem, quantity: replaced.length, LineID },
          unitIDs: inWords(replaced.map(({ UnitID }) => UnitID)),
        },
      },
      now,
    );
    const tooMany = `The line ${LineID} has too many separate ranges of unit IDs. Order these units again on another line`;
    const ranges = numbers.reduce((all, number) => withTaken(all, { from: number, to: number }, tooMany), line!.taken);
    await change(
      {
        entities: { order: OrderEntity, line: LineEntity },
        audit,
        by: scope,
        refused: { changed: RETRY, line: RETRY },
      },
      (to) => [
        to.order
          .patch({ orderKey })
          .set({ items, version: order.version + 1 })
          .where(versionIs(order.version))
          .commit(),
        refusedAs(
          'line',
          to.line
            .put({ LineID, taken: ranges, version: (line!.version ?? 0) + 1 })
            .where(versionIs(line!.version))
            .commit(),
        ),
      ],
    );
    return replaced;
  });

type Named = Awaited<ReturnType<typeof unitsOfLine>>;

/** The places of an item that have not shipped, and whose unit ID another unit has. A unit that has the ID of its own place keeps it. */
async function takenPlaces(scope: Scope, order: OrderRecord, orderItem: number, named: Named) {
  const item = order.items[orderItem - 1]!;
  const { data } = await OrderUnitEntity.query
    .orderUnit({ orderKey: order.orderKey, orderItem })
    .go({ pages: 'all', consistent: true });
  const own = new Map(data.map(({ place, UnitSerNum }) => [place, UnitSerNum]));
  const listed = Map.groupBy(named, ({ UnitID }) => UnitID);
  const asked = Array.from({ length: item.orderItemQuantity }, (_, index) => index + 1).flatMap((place) => {
    const was = unitIDAt(item, place);
    const serialNumbers = (listed.get(was) ?? []).map(({ UnitSerNum }) => UnitSerNum);
    const isFree = serialNumbers.length === 0 || serialNumbers.includes(own.get(place) ?? '');
    return isFree || shipmentOf(order, orderItem, place) ? [] : [{ place, was, serialNumbers }];
  });
  // An index can be a moment behind the units.
  const holders = await unitStore.getMany(
    scope,
    asked.flatMap(({ serialNumbers }) => serialNumbers),
    { consistent: true },
  );
  const bySerialNumber = new Map(holders.map((unit) => [unit.UnitSerNum, unit]));
  return asked.flatMap(({ place, was, serialNumbers }) => {
    const has = (one: string) => {
      const unit = bySerialNumber.get(one);
      return unit !== undefined && haveSameID(unit, { UnitLineID: item.LineID, UnitID: was });
    };
    const holder = serialNumbers.find(has);
    return holder === undefined ? [] : [{ place, was, UnitSerNum: holder }];
  });
}

const inWords = (unitIDs: readonly string[]) =>
  `${unitIDs.slice(0, NAMED).join(', ')}${unitIDs.length > NAMED ? ` and ${unitIDs.length - NAMED} more` : ''}`;
