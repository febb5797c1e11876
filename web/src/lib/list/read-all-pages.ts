interface ReadAllOptions<Answer, Row> {
  readPage: (page: { pageSize: number; cursor?: string }) => Promise<Answer>;
  rowsOf: (answer: Answer) => readonly Row[];
  rowId: (row: Row) => string;
}

/** The largest page that the server sends. */
const MAX_PAGE_SIZE = 1000;

/** The rows of every page of a list, page by page. A row that moves to a later page meanwhile appears once. */
export async function* readAllPages<Answer extends { cursor: string | null }, Row>({
  readPage,
  rowsOf,
  rowId,
}: ReadAllOptions<Answer, Row>): AsyncGenerator<readonly Row[]> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const answer: Answer = await readPage({ pageSize: MAX_PAGE_SIZE, ...(cursor && { cursor }) });
    yield rowsOf(answer).filter((row) => isNew(seen, rowId(row)));
    cursor = answer.cursor;
  } while (cursor);
}

function isNew(seen: Set<string>, id: string): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}
