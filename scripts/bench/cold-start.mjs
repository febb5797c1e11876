// Loads the handler of the given bundle in a new process, and prints the processor time in microseconds, including Node's
// own start. Other load on the machine does not change processor time.

const { handler } = await import(process.argv[2]);
const { user, system } = process.cpuUsage();
if (typeof handler !== 'function') throw new Error(`${process.argv[2]} has no handler`);
process.stdout.write(String(user + system), () => process.exit());
