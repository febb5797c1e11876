import { useState } from 'react';
import { type CursorPages, FIRST_PAGE, nextPage, previousPage } from './cursor-pages.ts';

/**
 * Pages by cursor: `cursor` requests the page from the server, `pageNumber` counts from 0.
 * A new `resetKey` returns to the first page, so it must contain everything that changes the rows (search, page size).
 */
export function useCursorPages(resetKey: string) {
  const [state, setState] = useState<{ resetKey: string; pages: CursorPages }>({ resetKey, pages: FIRST_PAGE });
  const pages = state.resetKey === resetKey ? state.pages : FIRST_PAGE;
  return {
    cursor: pages.at(-1),
    pageNumber: pages.length - 1,
    /** For `paging.onNext`; undefined on the last page. */
    goNext: (cursor: string | null | undefined) =>
      cursor ? () => setState({ resetKey, pages: nextPage(pages, cursor) }) : undefined,
    /** For `paging.onPrevious`. */
    goPrevious: pages.length > 1 ? () => setState({ resetKey, pages: previousPage(pages) }) : undefined,
  };
}
