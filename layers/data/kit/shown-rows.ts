/**
 * Maps stored items to the rows of a list. An item that `show` cannot map is returned as it is stored: it does not fit the contract, so
 * the server leaves it out of the list and logs it, instead of failing the whole list.
 */
export function shownRows<Item extends object, Row>(items: readonly Item[], show: (item: Item) => Row): Row[] {
  return items.map((item) => {
    try {
      return show(item);
    } catch {
      return item as unknown as Row;
    }
  });
}
