// Loads the handler of the bundle that it is given, in a process that has done nothing before, and tells how many microseconds of
// processor time that took, Node's own start included: whatever else runs on the machine does not stretch it.

const { handler } = await import(process.argv[2]);
const { user, system } = process.cpuUsage();
if (typeof handler !== 'function') throw new Error(`${process.argv[2]} has no handler`);
process.stdout.write(String(user + system), () => process.exit());
