import { connect, type Socket } from 'node:net';
import { connect as connectOverTls } from 'node:tls';
import { SECOND } from '#core/time.ts';
import type { DownMessage, Login } from '#core/unit-messages/session.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import { codecOf, down } from '#protocol/models.ts';
import { proofOf } from '#protocol/proof.ts';
import type { Probe } from './credentials.ts';

const MODEL = 'MXD-LTE';
const SILENCE_MS = 8 * SECOND;
/** For all that a unit does, from the dial on: less than the function may run, so that each part is measured. */
export const RUN_MS = 30 * SECOND;
const LOGIN = 1;
const PING = 2;
const TEST = 3;
/** Contact ID (SIA DC-05): periodic test. */
const PERIODIC_TEST = 602;

type Connection = Awaited<ReturnType<typeof connectAsUnit>>;

/** What a unit needs: `unit` if its connection works, `center` if its alarms get to its monitoring centre. */
export interface UnitProbe {
  unit: Promise<void>;
  center: Promise<void>;
}

/**
 * Dials as a unit, logs in, and sends a ping, which the bridge acknowledges after it is stored. Then it sends a periodic test the whole way of an alarm, and waits
 * until the unit is told that its centre has taken it.
 */
export function probeUnit({ unit }: Probe, now: number, runMs = RUN_MS): UnitProbe {
  const endsAt = performance.now() + runMs;
  const connection = connectAsUnit(unit, now, endsAt);
  return { unit: connection.then(() => undefined), center: connection.then((to) => probeCenter(to, now, endsAt)) };
}

async function probeCenter({ socket, answers }: Connection, now: number, endsAt: number): Promise<void> {
  socket.setTimeout(0);
  const end = destroyAt(endsAt, socket, 'No monitoring centre took the periodic test in time');
  try {
    const test = { type: 'event', MessageTime: now, EventCode: PERIODIC_TEST, awaitsHandling: true } as const;
    socket.write(codecOf(MODEL).encode(test, TEST));
    await expectAnswer(answers, 'received', TEST);
    await expectAnswer(answers, 'handled', TEST);
  } finally {
    clearTimeout(end);
    socket.destroy();
  }
}

/** A limit of silence alone begins anew with each answer. */
const destroyAt = (endsAt: number, socket: Socket, reason: string) =>
  setTimeout(() => socket.destroy(new Error(reason)), endsAt - performance.now());

async function connectAsUnit(unit: Probe['unit'], now: number, endsAt: number) {
  const socket = dial(new URL(unit.address));
  const end = destroyAt(endsAt, socket, 'The bridge did not take the login and the ping in time');
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`No answer for ${SILENCE_MS} ms`)));
  try {
    const answers = answersOf(socket);
    socket.write(codecOf(MODEL).encode(loginOf(unit, now), LOGIN));
    await expectAnswer(answers, 'loginAccepted', LOGIN);
    socket.write(
      codecOf(MODEL).encode(
        {
          type: 'ping',
          MessageTime: now,
          pingReason: 'Scheduled',
          lowpower: false,
          acPower: true,
          switchPosition: 'On',
          bars: 5,
          lte: true,
          chargedPercent: 100,
        },
        PING,
      ),
    );
    await expectAnswer(answers, 'received', PING);
    return { socket, answers };
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(end);
  }
}

const dial = ({ protocol, hostname: host, port }: URL) =>
  protocol === 'tls:' ? connectOverTls({ host, port: Number(port), servername: host }) : connect(Number(port), host);

function loginOf({ UnitSerNum, imei, secret }: Probe['unit'], now: number): Login {
  const login = {
    type: 'login',
    UnitSerNum,
    UnitModel: MODEL,
    imei,
    FirmVer: 'probe',
    protocolVersion: 1,
    // Each run counts as a start of the unit: docs/unit-protocol.md, section 3.
    bootId: Math.floor(now / SECOND),
    lastSequence: 0,
  } as const;
  return { ...login, proof: proofOf(Buffer.from(secret, 'hex'), login, now) };
}

type Answer = DownMessage & { sequence: number };

async function* answersOf(socket: ReturnType<typeof dial>): AsyncGenerator<Answer, undefined> {
  const decoder = new FrameDecoder();
  for await (const chunk of socket)
    for (const frame of decoder.push(chunk as Uint8Array)) {
      const decoded = down.decode(frame);
      if (decoded.ok) yield { ...decoded.message, sequence: frame.sequence };
    }
  return undefined;
}

/** Skips answers to other frames. @throws what the bridge answers instead */
async function expectAnswer(answers: AsyncGenerator<Answer>, type: DownMessage['type'], sequence: number) {
  for (;;) {
    const { value, done } = (await answers.next()) as IteratorResult<Answer, undefined>;
    if (done) throw new Error(`The bridge closed the connection without ${type}`);
    if (value.sequence !== sequence) continue;
    if (value.type === type) return;
    throw new Error(`The bridge answered ${value.type} instead of ${type}: ${'text' in value ? value.text : ''}`);
  }
}
