import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateFile } from '#local/state.ts';
import { withMessage } from '#support/with-message.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'watchkeep-state-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the state of a stand-in', () => {
  it('is the last one written, even if writes overlap', async () => {
    const state = stateFile<number>(path.join(folder, 'made', 'when-needed'), 'counter');
    expect(await state.read()).toBeUndefined();
    await Promise.all(Array.from({ length: 50 }, (_, index) => state.write(index)));
    expect(await stateFile<number>(path.join(folder, 'made', 'when-needed'), 'counter').read()).toBe(49);
    expect(await readdir(path.join(folder, 'made', 'when-needed'))).toEqual(['counter.json']);
  });

  it('is named in the error if it cannot be read', async () => {
    await writeFile(path.join(folder, 'counter.json'), '{"half":');
    await expect(stateFile(folder, 'counter').read()).rejects.toThrow(
      withMessage(`${path.join(folder, 'counter.json')} cannot be read. Delete it to start with new state.`),
    );
  });

  it('is empty without a folder', async () => {
    const state = stateFile<number>(undefined, 'counter');
    await state.write(1);
    expect(await state.read()).toBeUndefined();
  });

  it('can be written again after a failed write', async () => {
    const blocked = path.join(folder, 'blocked');
    await writeFile(blocked, 'a file where the folder should be');
    const state = stateFile<number>(blocked, 'counter');
    await expect(state.write(1)).rejects.toThrow(expect.objectContaining({ code: 'EEXIST' }));
    await rm(blocked);
    await state.write(2);
    expect(await state.read()).toBe(2);
  });
});
