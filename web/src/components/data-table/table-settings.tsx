import { Button, chakra } from '@chakra-ui/react';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { ColumnChoiceDialog } from './column-choice-dialog.tsx';
import { choosable, resolveVisibility } from './columns.ts';
import { DensityChoice } from './density-choice.tsx';
import type { DataTableProps } from './types.ts';
import { useDensity } from './use-density.ts';

/** The button and the dialog that choose columns and row height. */
export function TableSettings<Row>({
  name,
  columns,
  visible,
  onVisibleChange,
}: Pick<DataTableProps<Row>, 'name' | 'columns' | 'visible' | 'onVisibleChange'>) {
  const [open, setOpen] = useState(false);
  const [density, setDensity] = useDensity(name);
  return (
    <>
      <Button
        variant="outline"
        onClick={() => setOpen(true)}
        aria-label="Table settings"
        flexShrink="0"
        px={{ base: '2.5', md: '3.5' }}
      >
        <Columns3 size={16} aria-hidden />
        <chakra.span hideBelow="md">Table settings</chakra.span>
      </Button>
      <ColumnChoiceDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Table settings"
        columns={choosable(columns)}
        value={resolveVisibility(columns, visible ?? {})}
        onSave={(choice) => onVisibleChange?.(choice)}
        saveLabel="Save"
      >
        <DensityChoice value={density} onChange={setDensity} />
      </ColumnChoiceDialog>
    </>
  );
}
