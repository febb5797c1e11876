import { randomId } from '#web/lib/random-id.ts';

/** The longest list in the page's address, in characters: some 200 serial numbers. */
const MAX_LIST_IN_ADDRESS = 1_400;
/** Serial numbers have no dot. */
const KEPT = /^list\.([0-9a-f]{32})$/;

const keyOf = (id: string) => `watchkeep.list.${id}`;
const inThisPage = new Map<string, readonly string[]>();

/** The address of an uploaded list: the list itself, or the id under which this tab keeps a long one. */
export function addressOf(list: readonly string[]): string {
  const text = list.join(',');
  if (text.length <= MAX_LIST_IN_ADDRESS) return text;
  const id = randomId();
  inThisPage.set(id, list);
  try {
    sessionStorage.setItem(keyOf(id), text);
  } catch {
    // Storage is full or forbidden. The list then lasts until the page is reloaded.
  }
  return `list.${id}`;
}

/** The list that an address names; undefined if another tab has it. */
export function listAt(address: string): readonly string[] | undefined {
  const [, id] = KEPT.exec(address) ?? [];
  if (id === undefined) return address.split(',').filter(Boolean);
  const known = inThisPage.get(id) ?? stored(id);
  if (known) inThisPage.set(id, known);
  return known;
}

function stored(id: string): readonly string[] | undefined {
  try {
    return sessionStorage.getItem(keyOf(id))?.split(',');
  } catch {
    return undefined;
  }
}
