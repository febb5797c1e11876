// Loaded into a script that bootstrap.mjs has started: ends it when its parent is gone, in whatever way.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
