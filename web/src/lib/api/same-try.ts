/** The fields that name what a change was made on. They differ when somebody tries the same again on what is shown now. */
const MADE_ON: ReadonlySet<string> = new Set(['version', 'revision', 'since', 'was', 'seen', 'old', 'acknowledged']);

/** The tries of a form: a corrected one has another input. */
export const FORM = 'form';

/** The same text for two tries of the same change, whatever version each was made on. */
export const triedOf = (input: unknown): string =>
  JSON.stringify(input, (name, value: unknown) => (MADE_ON.has(name) ? undefined : value));
