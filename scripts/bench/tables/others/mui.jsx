import { DataGrid } from '@mui/x-data-grid';
import { createRoot } from 'react-dom/client';
import { COLUMN_NAMES, ROW_PIXELS, ROWS } from '../rows.js';

const columns = COLUMN_NAMES.map((name) => ({ field: name, headerName: name, width: 150 }));
const PAGE = { page: 0, pageSize: ROWS.length };

createRoot(document.getElementById('root')).render(
  <div style={{ height: '700px' }}>
    <DataGrid
      rows={ROWS}
      columns={columns}
      rowHeight={ROW_PIXELS}
      pageSizeOptions={[ROWS.length]}
      initialState={{ pagination: { paginationModel: PAGE } }}
    />
  </div>,
);
