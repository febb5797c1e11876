import { MEASURES } from './measures.ts';
import { startTable } from './table.ts';

// Runs one measure in a process of its own and sends the result to its parent, so that no measure affects another.

const entry = MEASURES.find(({ name }) => name === process.argv[2]);
if (!entry) throw new Error(`There is no measure ${process.argv[2]}`);

const table = entry.needs === 'table' ? await startTable(entry) : undefined;
try {
  const { measure } = await entry.load();
  process.send!(await measure());
} finally {
  await table?.close();
}
process.exit();
