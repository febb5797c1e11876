import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The state of one stand-in across restarts: one JSON file, or none without a folder. */
export interface StateFile<State> {
  read(): Promise<State | undefined>;
  /** Writes run one after another, and a reader never sees an incomplete one. Of several waiting writes only the newest is done. */
  write(state: State): Promise<void>;
}

export function stateFile<State>(folder: string | undefined, name: string): StateFile<State> {
  if (folder === undefined) return { read: async () => undefined, write: async () => {} };
  const file = path.join(folder, `${name}.json`);
  let waiting: { text: string; written: Promise<void> } | undefined;
  let last = Promise.resolve();

  async function replace(text: string) {
    await mkdir(folder!, { recursive: true });
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  }

  return {
    async read() {
      try {
        return JSON.parse(await readFile(file, 'utf8')) as State;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw new Error(`${file} cannot be read. Delete it to start with new state.`, { cause: error });
      }
    },
    write(state) {
      const text = JSON.stringify(state);
      if (waiting) {
        waiting.text = text;
        return waiting.written;
      }
      const next = { text, written: Promise.resolve() };
      waiting = next;
      const turn = () => {
        waiting = undefined;
        return replace(next.text);
      };
      next.written = last.then(turn, turn);
      last = next.written.catch(() => {});
      return next.written;
    },
  };
}
