/** The options by which an operator names a table. */
interface Chosen {
  table?: string | undefined;
  stage?: string | undefined;
}

/** The table that a script works on. A named table or stage comes before TABLE_NAME, which may be of another stage; without all of them it is that of production. */
export function chosenTable({ table, stage }: Chosen, ofEnvironment = process.env.TABLE_NAME): string {
  if (table) return table;
  if (stage) return `watchkeep-${stage}`;
  return ofEnvironment || 'watchkeep-production';
}
