interface ReadAllOptions<Answer, Row> {
  readPage: (page: { pageSize: number; cursor?: string }) => Promise<Answer>;
  rowsOf: (answer: Answer) => readonly Row[];
  rowId: (row: Row) => string;
  /** Stops after this many rows. */
  limit?: number;
}

/** The largest page that the server sends. */
const MAX_PAGE_SIZE = 1000;

/** Reads every page of a list. A row that moves to a later page meanwhile appears once. */
export async function readAllRows<Answer extends { cursor: string | null }, Row>({
  readPage,
  rowsOf,
  rowId,
  limit = Number.POSITIVE_INFINITY,
}: ReadAllOptions<Answer, Row>): Promise<Row[]> {
  const rows = new Map<string, Row>();
  let cursor: string | null = null;
  do {
    const answer: Answer = await readPage({ pageSize: MAX_PAGE_SIZE, ...(cursor && { cursor }) });
    for (const row of rowsOf(answer)) rows.set(rowId(row), row);
    cursor = answer.cursor;
  } while (cursor && rows.size < limit);
  return [...rows.values()];
}
