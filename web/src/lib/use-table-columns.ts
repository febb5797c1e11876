import { tableSettings } from '#core/table-settings/contract.ts';
import { useEndpoint } from './use-endpoint.ts';
import { useEndpointMutation } from './use-endpoint-mutation.ts';

type ColumnChoice = Readonly<Record<string, boolean>>;

/** The user's choice of columns of a table: `visible` and `onVisibleChange` of a DataTable. */
export function useTableColumns(tableName: string) {
  const { data, mutate } = useEndpoint(tableSettings.get, { table: tableName }, { revalidateOnFocus: false });
  const { submit } = useEndpointMutation(tableSettings.update, { success: 'Preferences Updated!' });
  return {
    visible: data?.table,
    onVisibleChange: async (visible: ColumnChoice) => {
      const kept = await submit({ tableName, table: { ...visible } });
      await mutate(kept, { revalidate: false });
    },
  };
}
