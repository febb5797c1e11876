/** The cursors of the pages so far. The last is the shown page; the first page has none. */
export type CursorPages = readonly (string | undefined)[];

export const FIRST_PAGE: CursorPages = [undefined];

export const nextPage = (pages: CursorPages, cursor: string): CursorPages => [...pages, cursor];
export const previousPage = (pages: CursorPages): CursorPages => (pages.length > 1 ? pages.slice(0, -1) : pages);

/** `101–200 of 23,410`, as far as it is known. Undefined for an empty page of a list that goes on. */
export function pageText(page: {
  number: number;
  size: number;
  shown: number;
  total?: number;
  goesOn: boolean;
}): string | undefined {
  if (page.shown === 0 && page.goesOn) return undefined;
  if (page.shown === 0) return page.number === 0 ? '0' : 'No more rows';
  const first = page.number * page.size + 1;
  const range = `${first.toLocaleString('en')}–${(first + page.shown - 1).toLocaleString('en')}`;
  return page.total === undefined ? range : `${range} of ${page.total.toLocaleString('en')}`;
}
