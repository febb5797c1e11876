import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sim, simFor } from './sim.ts';

interface Options {
  /** SIMs of the carrier that differ from those made from their ICCID. */
  sims: readonly Sim[];
  /** True if the carrier has every ICCID with its prefix; otherwise it has only `sims`. */
  anyIccid: boolean;
  /** True if a SIM belongs to this carrier. */
  owns(sim: Sim): boolean;
}

/** The SIMs of a carrier. Given and changed SIMs are stored, all others are computed from their ICCID. */
export function simStore({ sims, anyIccid, owns }: Options) {
  const kept = new Map(sims.map((sim) => [sim.iccid, sim]));
  return {
    get(iccid: string): Sim | undefined {
      const sim = kept.get(iccid) ?? (anyIccid ? generated(iccid) : undefined);
      return sim && owns(sim) ? sim : undefined;
    },
    put(sim: Sim) {
      kept.set(sim.iccid, sim);
    },
    all: () => [...kept.values()],
  };
}
export type SimStore = ReturnType<typeof simStore>;

function generated(iccid: string): Sim | undefined {
  try {
    return simFor(iccid);
  } catch {
    return undefined;
  }
}

/** The state file of a stand-in: read once, then written completely after changes. */
export function stateFile<State>(folder: string | undefined, name: string) {
  let writing: Promise<void> = Promise.resolve();
  return {
    async read(): Promise<State | undefined> {
      if (!folder) return undefined;
      try {
        return JSON.parse(await readFile(join(folder, name), 'utf8')) as State;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write(state: State): Promise<void> {
      if (!folder) return Promise.resolve();
      const text = JSON.stringify(state);
      writing = writing.then(async () => {
        await mkdir(folder, { recursive: true });
        const file = join(folder, name);
        await writeFile(`${file}.new`, text);
        await rename(`${file}.new`, file);
      });
      return writing;
    },
  };
}
