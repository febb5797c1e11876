import { client } from '#data/kit/table.ts';

/** Holds the next request about the SIM when the ledger records that its carrier is about to be asked, until `free` is called. */
export function heldOnceRecorded(iccid: string): { isRecorded: Promise<void>; free: () => void } {
  const recorded = Promise.withResolvers<void>();
  const freed = Promise.withResolvers<void>();
  client.middlewareStack.add(
    (next) => async (args) => {
      const input = JSON.stringify(args.input);
      if (input.includes('carrierChange') && input.includes('"asked"') && input.includes(iccid)) {
        client.middlewareStack.remove('held');
        recorded.resolve();
        await freed.promise;
      }
      return next(args);
    },
    { step: 'initialize', name: 'held' },
  );
  return { isRecorded: recorded.promise, free: freed.resolve };
}
