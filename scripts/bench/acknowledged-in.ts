import { setTimeout as sleep } from 'node:timers/promises';
import { CRC_BYTES, HEADER_BYTES } from '#protocol/frames.ts';
import type { UnitLine } from './unit-line.ts';

export const ACKNOWLEDGEMENT_BYTES = HEADER_BYTES + CRC_BYTES;

/** Sends an alarm every so often until the work has ended. The milliseconds until each is acknowledged. */
export async function acknowledgedIn(unit: UnitLine, work: Promise<unknown>, everyMs: number): Promise<number[]> {
  const times: number[] = [];
  let over = false;
  void work.finally(() => {
    over = true;
  });
  while (!over) {
    const pieces = [unit.alarm(Date.now())];
    const begun = performance.now();
    await unit.send({ pieces, answerBytes: ACKNOWLEDGEMENT_BYTES, unanswered: 1 });
    times.push(performance.now() - begun);
    await sleep(everyMs);
  }
  return times;
}
