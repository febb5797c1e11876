interface ChoosableColumn {
  id: string;
  /** Always shown. */
  locked?: boolean | undefined;
  /** Shown until the user chooses otherwise; true when omitted. */
  shownByDefault?: boolean | undefined;
}

/** True if a column is shown, or exported, with the user's choice. */
export const isColumnShown = (
  { id, locked, shownByDefault = true }: ChoosableColumn,
  chosen: Readonly<Record<string, boolean>>,
): boolean => locked === true || (chosen[id] ?? shownByDefault);

/** The name under which the choice of columns for the export of a table is stored. */
export const exportSettingsOf = (tableName: string): string => `${tableName}-export`;
