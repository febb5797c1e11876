import { client, tableName } from '#data/table.ts';
import { createTable } from '#local/create-table.ts';

// A file that imports this has its own empty table before its first line runs.
await createTable(client, tableName());
