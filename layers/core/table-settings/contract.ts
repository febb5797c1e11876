import { z } from 'zod';
import { signedIn } from '../access.ts';
import { defineArea } from '../contract.ts';
import { recordKey } from '../record-key.ts';

/** The name of a table, from its screen. */
const TableName = z.string().regex(/^[\w-]{1,60}$/, 'A table name has 1 to 60 letters, digits, - or _');

/** Whether each column is shown. A missing column has its default. */
const ColumnChoice = z.record(recordKey(60), z.boolean()).refine((columns) => Object.keys(columns).length <= 200, {
  message: 'At most 200 columns',
});

export const tableSettings = defineArea({
  get: {
    method: 'GET',
    path: '/api/getTableSettings/{table}',
    summary: "Read the user's choice of columns of a table",
    access: signedIn,
    input: z.object({ table: TableName }),
    output: z.object({ table: ColumnChoice }),
  },
  update: {
    method: 'PUT',
    path: '/api/updateTableSettings',
    summary: "Store the user's choice of columns of a table",
    access: signedIn,
    input: z.object({ tableName: TableName, table: ColumnChoice }),
    output: z.object({ table: ColumnChoice }),
  },
});
