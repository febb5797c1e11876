import { ChakraProvider } from '@chakra-ui/react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { system } from '#web/theme/system.ts';
import { COLUMN_NAMES, ROWS } from './rows.js';

const columns = COLUMN_NAMES.map((name) => ({ accessorKey: name, id: name, size: 150, meta: { label: name } }));

const Page = () => (
  <div style={{ height: '700px', display: 'flex', flexDirection: 'column' }}>
    <DataTable name="bench" label="Rows" columns={columns} rows={ROWS} rowId={({ id }) => id} />
  </div>
);

const router = createMemoryRouter([{ path: '*', element: <Page /> }]);
createRoot(document.getElementById('root')).render(
  <ChakraProvider value={system}>
    <RouterProvider router={router} />
  </ChakraProvider>,
);
