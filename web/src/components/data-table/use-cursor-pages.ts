import { useState } from 'react';
import { type CursorPages, FIRST_PAGE, nextPage, previousPage } from './cursor-pages.ts';

/**
 * Walks pages by cursor: `cursor` is what to ask the server for, `pageNumber` counts from 0. Anything that changes what is
 * listed (query, sort, page size) belongs in `resetKey`: a new one goes back to the first page.
 */
export function useCursorPages(resetKey: string) {
  const [state, setState] = useState<{ resetKey: string; pages: CursorPages }>({ resetKey, pages: FIRST_PAGE });
  const pages = state.resetKey === resetKey ? state.pages : FIRST_PAGE;
  return {
    cursor: pages.at(-1),
    pageNumber: pages.length - 1,
    /** For `paging.onNext`; undefined where the server gave no cursor of a next page. */
    goNext: (cursor: string | null | undefined) =>
      cursor ? () => setState({ resetKey, pages: nextPage(pages, cursor) }) : undefined,
    /** For `paging.onPrevious`. */
    goPrevious: pages.length > 1 ? () => setState({ resetKey, pages: previousPage(pages) }) : undefined,
  };
}
