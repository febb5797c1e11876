import { Button, chakra, Flex } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '#core/errors.ts';
import { FormFailure } from '../form/form.tsx';
import { ProgressBar } from '../progress/progress-bar.tsx';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';
import type { ColumnChoice } from './column-choice.ts';
import { ColumnChoiceDialog } from './column-choice-dialog.tsx';
import { choosable, columnId, type DataColumn, resolveVisibility } from './columns.ts';
import { download } from './export-csv.ts';
import { EXPORT_FORMATS, type ExportFormat, formatOf } from './export-format.ts';
import { inParts, selectedRows } from './export-rows.ts';
import { exportedWords, exportWords, stoppedWords } from './export-words.ts';
import { SegmentChoice } from './segment-choice.tsx';
import type { DataTableProps, ExportRun, TableExport, TableSelection } from './types.ts';
import { isCancelled, useExport } from './use-export.ts';

interface TableExportButtonProps<Row>
  extends Pick<DataTableProps<Row>, 'rowId' | 'exportChosen' | 'onExportChosenChange' | 'onExportOpen'> {
  exporting: TableExport<Row>;
  columns: readonly DataColumn<Row>[];
  /** The loaded rows in the shown order; undefined before the first answer. */
  rows: readonly Row[] | undefined;
  selection: TableSelection | undefined;
}

/** The button and the dialog that write CSV or Excel: of the selected rows if there are some, otherwise of all rows of the list. */
export function TableExportButton<Row>(props: TableExportButtonProps<Row>) {
  const { exporting, columns, rows = [], rowId, selection } = props;
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [format, setFormat] = useState<ExportFormat['value']>('csv');
  const { progress, stopped, write, cancel } = useExport<Row>();
  const offered = exporting.columns ?? columns;
  const selected = selection && !selection.everything && selection.ids.size > 0 ? selection.ids : undefined;
  const total = exporting.read ? exporting.total : rows.length;

  const value = resolveVisibility(offered, props.exportChosen ?? {});

  const save = async (choice: ColumnChoice) => {
    setFailure(undefined);
    try {
      const chosen = offered.filter((column) => choice[columnId(column)]);
      const written = await write(formatOf(format), chosen, (run) =>
        rowsToExport({ exporting, rows, rowId, selected, run }),
      );
      download(`${exporting.fileName}.${format}`, written.file);
      exporting.onExported(exportedWords(written.rows, selected?.size));
      if (!isSameChoice(choice, value))
        void Promise.resolve(props.onExportChosenChange?.(choice)).catch(failureIsShown);
    } catch (error) {
      if (!isCancelled(error)) setFailure(messageFor(error));
      throw error;
    }
  };

  return (
    <>
      <DisabledReason
        reason={rows.length > 0 || exporting.read ? undefined : (exporting.nothing ?? 'There is nothing to export')}
      >
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
          cancel();
          setFailure(undefined);
          setOpen(false);
        }}
        title="Export"
        columns={choosable(offered)}
        value={value}
        onSave={save}
        saveLabel="Download"
        whileSaving={
          progress && (
            <Flex direction="column" gap="3" align="stretch">
              <ProgressBar
                label="Exporting"
                done={progress.rows}
                total={selected?.size ?? total}
                {...(!stopped && { startedAt: progress.startedAt })}
              />
              {stopped && (
                <>
                  <FormFailure message={stoppedWords(progress.rows, stopped.message)} />
                  <Button alignSelf="start" size="sm" variant="outline" onClick={stopped.goOn}>
                    Go on from there
                  </Button>
                </>
              )}
            </Flex>
          )
        }
      >
        <chakra.p color="fg.muted" mb="3">
          {exportWords({ selected: selected?.size, total })}
        </chakra.p>
        <SegmentChoice label="File" items={EXPORT_FORMATS} value={format} onChange={setFormat} />
        <FormFailure message={failure} />
      </ColumnChoiceDialog>
    </>
  );
}

const isSameChoice = (one: ColumnChoice, other: ColumnChoice) =>
  Object.keys(other).every((id) => one[id] === other[id]);

/** The owner of the choice shows why it could not be stored. The file is written anyway. */
const failureIsShown = () => undefined;

interface RowsToExport<Row> extends Pick<DataTableProps<Row>, 'rowId'> {
  exporting: TableExport<Row>;
  rows: readonly Row[];
  selected: ReadonlySet<string> | undefined;
  run: ExportRun;
}

/** Reads the list only for rows that are not loaded. */
function rowsToExport<Row>({ exporting, rows, rowId, selected, run }: RowsToExport<Row>) {
  const loaded = () => inParts(rows, run.signal);
  const all = () => exporting.read?.(run) ?? loaded();
  if (!selected) return all();
  const selectedHere = rows.filter((row) => selected.has(rowId(row))).length;
  return selectedRows(selectedHere === selected.size ? loaded() : all(), selected, rowId);
}
