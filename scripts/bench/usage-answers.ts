// Loaded into a measured process: answers its parent's questions about memory and processor time, and ends with its parent.

const answers = {
  memory() {
    global.gc!();
    global.gc!();
    const { rss, heapUsed } = process.memoryUsage();
    return { rss, heapUsed, peak: process.resourceUsage().maxRSS * 1024 };
  },
  processorTime() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
};

process.on('message', (question: keyof typeof answers) => process.send!(answers[question]()));
process.once('disconnect', () => process.exit());
