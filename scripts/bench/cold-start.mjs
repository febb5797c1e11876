// Loads the handler of the bundle that it is given, in a process that has done nothing before, and tells after how many
// milliseconds of the process's life it could be called.

const { handler } = await import(process.argv[2]);
const ready = performance.now();
if (typeof handler !== 'function') throw new Error(`${process.argv[2]} has no handler`);
process.stdout.write(String(ready), () => process.exit());
