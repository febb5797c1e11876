import { useEffect, useState } from 'react';
import { AppError } from '#core/errors.ts';
import { exportSettingsOf } from '#core/table-file/shown-columns.ts';
import { tableSettings } from '#core/table-settings/contract.ts';
import { toastFailure } from '#web/components/messages/toaster.tsx';
import { WORDS } from '../api/generic-words.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { useEndpointMutation } from '../api/use-endpoint-mutation.ts';
import { TOAST_DURATION } from '../durations.ts';

type ColumnChoice = Readonly<Record<string, boolean>>;

/**
 * The user's choice of columns of a table, for the screen and for exports, as props of a DataTable. A failure is told once the table has
 * rows: without them, the table tells of its own failure.
 */
export function useTableColumns(tableName: string, hasRows: boolean) {
  const shown = useColumnChoice(tableName, hasRows);
  const [isExporting, setExporting] = useState(false);
  const exported = useColumnChoice(isExporting ? exportSettingsOf(tableName) : null, hasRows);
  return {
    visible: shown.choice,
    onVisibleChange: shown.keep,
    exportChosen: exported.choice,
    onExportChosenChange: exported.keep,
    /** Export settings are read when the export dialog opens. */
    onExportOpen: () => setExporting(true),
  };
}

function useColumnChoice(tableName: string | null, hasRows: boolean) {
  const [failure, setFailure] = useState<Error>();
  useEffect(() => {
    if (!failure || !hasRows) return;
    showPreferencesFailure(failure);
    setFailure(undefined);
  }, [failure, hasRows]);
  const { data, mutate } = useEndpoint(tableSettings.get, tableName === null ? null : { table: tableName }, {
    revalidateOnFocus: false,
    isBackground: true,
    onError: setFailure,
  });
  const { submit } = useEndpointMutation(tableSettings.update, { success: WORDS.preferencesKept });
  return {
    choice: data?.table,
    keep: async (choice: ColumnChoice) => {
      if (tableName === null) return;
      const kept = await submit({ tableName, table: { ...choice } });
      await mutate(kept, { revalidate: false });
    },
  };
}

/** The table shows its default columns. An ended session is reported elsewhere. */
function showPreferencesFailure(error: Error) {
  if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return;
  toastFailure({ title: WORDS.noPreferences, duration: TOAST_DURATION.failure });
}
