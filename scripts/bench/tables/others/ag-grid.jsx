import { AllCommunityModule, ModuleRegistry } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { createRoot } from 'react-dom/client';
import { COLUMN_NAMES, ROW_PIXELS, ROWS } from '../rows.js';

ModuleRegistry.registerModules([AllCommunityModule]);
const columns = COLUMN_NAMES.map((name) => ({ field: name, headerName: name, width: 150, sortable: true }));

createRoot(document.getElementById('root')).render(
  <div style={{ height: '700px' }}>
    <AgGridReact rowData={ROWS} columnDefs={columns} rowHeight={ROW_PIXELS} getRowId={({ data }) => data.id} />
  </div>,
);
