import { z } from 'zod';
import { MAX_NAME, type Station, StationStatus } from './station.ts';

export const PAGE_SIZES = [25, 50, 100] as const;
export const USUAL_PAGE_SIZE = 50;

/** What of the board is shown, in the address of the page. What cannot be right counts as absent. */
export const BoardView = z.object({
  status: StationStatus.optional().catch(undefined),
  site: z.string().max(MAX_NAME).optional().catch(undefined),
  text: z.string().trim().max(100).optional().catch(undefined),
  pageSize: z.coerce
    .number()
    .refine((size) => PAGE_SIZES.some((one) => one === size))
    .catch(USUAL_PAGE_SIZE),
  page: z.coerce.number().int().min(1).max(100).catch(1),
});
export type BoardView = z.infer<typeof BoardView>;

const inOrder = new Intl.Collator('en', { numeric: true });

/** The stations that match, by name: `Station 2` before `Station 10`. */
export function matchingStations(
  stations: Iterable<Station>,
  { status, site, text = '' }: Pick<BoardView, 'status' | 'site' | 'text'>,
): Station[] {
  const wanted = text.toLowerCase();
  return [...stations]
    .filter(
      (station) =>
        (!status || station.StationStatus === status) &&
        (!site || station.Site === site) &&
        [station.StationName, station.Site, station.Attendant?.AttendantName ?? ''].some((part) =>
          part.toLowerCase().includes(wanted),
        ),
    )
    .sort((one, other) => inOrder.compare(one.StationName, other.StationName));
}

/** The sites of the stations, each once. */
export const sitesOf = (stations: Iterable<Station>): string[] =>
  [...new Set([...stations].map(({ Site }) => Site))].filter(Boolean).sort(inOrder.compare);
