import { type CursorPages, FIRST_PAGE, nextPage, previousPage } from './cursor-pages.ts';

/** The pages so far of what `resetKey` names. */
export interface KeptPages {
  resetKey: string;
  pages: CursorPages;
}

/**
 * Pages by cursor: `cursor` requests the page from the server, `pageNumber` counts from 0.
 * A new `resetKey` returns to the first page, so it must contain everything that changes the rows (search, page size).
 */
export function useCursorPages(resetKey: string, kept: KeptPages | undefined, keep: (pages: KeptPages) => void) {
  const pages = kept?.resetKey === resetKey ? kept.pages : FIRST_PAGE;
  return {
    cursor: pages.at(-1),
    pageNumber: pages.length - 1,
    /** For `paging.onNext`; undefined on the last page. */
    goNext: (cursor: string | null | undefined) =>
      cursor ? () => keep({ resetKey, pages: nextPage(pages, cursor) }) : undefined,
    /** For `paging.onPrevious`. */
    goPrevious: pages.length > 1 ? () => keep({ resetKey, pages: previousPage(pages) }) : undefined,
  };
}
