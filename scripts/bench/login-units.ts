import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import { down, session } from '#protocol/models.ts';
import { loginUnits } from './login-fleet.ts';

// Units that dial a bridge at the same moment, in a process of their own. Each dials again until it is in. The process is told the port and which units,
// begins when it is asked to, and answers with what happened. The first `leaving` of them hang up as soon as they are in.

const [port, first, count, leaving] = process.argv.slice(2).map(Number) as [number, number, number, number];

/** As behind the address translation of a carrier: each address has a thousand units. */
const UNITS_PER_ADDRESS = 1_000;
const FIRST_WAIT_MS = 5_000;
const MOST_WAIT_MS = 60_000;

const units = [...loginUnits(first + count)].slice(first);

/** A unit that is not in by then was turned away for good. */
const END_MS = 300_000;

/** How often the units were refused, or their connection ended before they were in. */
const outcome = { loggedIn: 0, refused: 0, cut: 0 };

async function untilLoggedIn(unit: UnitRecord, number: number): Promise<void> {
  const localAddress = `127.0.1.${1 + Math.floor((first + number) / UNITS_PER_ADDRESS)}`;
  for (let tries = 1; ; tries++) {
    const told = await logIn(unit, { localAddress, bootId: tries, leaves: number < leaving });
    if (told === 'in') {
      outcome.loggedIn += 1;
      return;
    }
    outcome[told.refused ? 'refused' : 'cut'] += 1;
    const wait = told.waitMs ?? Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
    await sleep(wait * (0.5 + Math.random() / 2));
  }
}

type Told = 'in' | { refused: boolean; waitMs?: number };

interface Dialling {
  localAddress: string;
  bootId: number;
  leaves: boolean;
}

function logIn({ UnitSerNum, UnitModel, IMEI, FirmVer }: UnitRecord, { localAddress, bootId, leaves }: Dialling) {
  return new Promise<Told>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    const decoder = new FrameDecoder();
    const login = { imei: IMEI, UnitSerNum, UnitModel, FirmVer, protocolVersion: 1, bootId, lastSequence: 0 };
    socket.once('connect', () => socket.write(session.encode({ type: 'login', ...login }, 1)));
    socket.on('error', () => {});
    socket.on('close', () => resolve({ refused: false }));
    socket.on('data', (chunk) => {
      for (const frame of decoder.push(chunk)) {
        const decoded = down.decode(frame);
        if (!decoded.ok) continue;
        const { message } = decoded;
        if (message.type === 'loginAccepted') {
          resolve('in');
          if (leaves) socket.destroy();
        }
        if (message.type === 'loginRefused') {
          const { retryAfterSeconds } = message;
          resolve({ refused: true, ...(retryAfterSeconds !== undefined && { waitMs: retryAfterSeconds * 1000 }) });
        }
      }
    });
  });
}

process.on('message', async () => {
  const begun = performance.now();
  await Promise.race([Promise.all(units.map(untilLoggedIn)), sleep(END_MS)]);
  process.send!({ ...outcome, seconds: (performance.now() - begun) / 1000 });
});
process.once('disconnect', () => process.exit());
process.send!('ready');
