import { Button, chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { FormFailure } from '../form/form.tsx';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';
import type { ColumnChoice } from './column-choice.ts';
import { ColumnChoiceDialog } from './column-choice-dialog.tsx';
import { choosable, columnId, type DataColumn, resolveVisibility } from './columns.ts';
import { downloadCsv, toCsv } from './export-csv.ts';
import type { DataTableProps, TableExport, TableSelection } from './types.ts';

interface TableExportButtonProps<Row>
  extends Pick<DataTableProps<Row>, 'rowId' | 'exportChosen' | 'onExportChosenChange' | 'onExportOpen'> {
  exporting: TableExport<Row>;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[] | undefined;
  selection: TableSelection | undefined;
}

/** The button and the dialog that write CSV: of the selected rows if there are some, otherwise of all rows. */
export function TableExportButton<Row>(props: TableExportButtonProps<Row>) {
  const { exporting, columns, rows, rowId, selection } = props;
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const offered = exporting.columns ?? columns;
  const selected = selection && !selection.everything && selection.ids.size > 0 ? selection.ids : undefined;
  const selectedHere = selected && rows?.filter((row) => selected.has(rowId(row)));

  const value = resolveVisibility(offered, props.exportChosen ?? {});

  const save = async (choice: ColumnChoice) => {
    setFailure(undefined);
    try {
      const exported = selectedHere ?? (exporting.load ? await exporting.load() : (rows ?? []));
      const chosen = offered.filter((column) => choice[columnId(column)]);
      downloadCsv(`${exporting.fileName}.csv`, toCsv(chosen, exported));
      if (!isSameChoice(choice, value))
        void Promise.resolve(props.onExportChosenChange?.(choice)).catch(failureIsShown);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };

  return (
    <>
      <DisabledReason reason={rows && rows.length > 0 ? undefined : 'There is nothing to export'}>
        <Button
          variant="outline"
          onClick={() => {
            props.onExportOpen?.();
            setOpen(true);
          }}
          aria-label="Export"
          flexShrink="0"
          px={{ base: '2.5', md: '3.5' }}
        >
          <Download size={16} aria-hidden />
          <chakra.span hideBelow="md">Export</chakra.span>
        </Button>
      </DisabledReason>
      <ColumnChoiceDialog
        open={open}
        onClose={() => {
          setFailure(undefined);
          setOpen(false);
        }}
        title="Export as CSV"
        columns={choosable(offered)}
        value={value}
        onSave={save}
        saveLabel="Download"
      >
        <chakra.p color="fg.muted" mb="3">
          {whatIsExported(selectedHere?.length, selected?.size, exporting.load ? undefined : rows?.length)}
        </chakra.p>
        <FormFailure message={failure} />
      </ColumnChoiceDialog>
    </>
  );
}

const isSameChoice = (one: ColumnChoice, other: ColumnChoice) =>
  Object.keys(other).every((id) => one[id] === other[id]);

/** The owner of the choice shows why it could not be stored. The file is written anyway. */
const failureIsShown = () => undefined;

function whatIsExported(
  selectedHere: number | undefined,
  selected: number | undefined,
  loaded: number | undefined,
): string {
  if (selectedHere !== undefined && selected !== undefined) {
    const elsewhere = selected - selectedHere;
    const here = `${selectedHere.toLocaleString('en')} selected ${selectedHere === 1 ? 'row' : 'rows'}`;
    return elsewhere > 0
      ? `${here} of this page; ${elsewhere.toLocaleString('en')} selected on other pages are not included.`
      : `${here}.`;
  }
  return loaded === undefined
    ? 'All rows that match.'
    : `${loaded.toLocaleString('en')} ${loaded === 1 ? 'row' : 'rows'}.`;
}
