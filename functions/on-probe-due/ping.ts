import { connect } from 'node:net';
import { connect as connectOverTls } from 'node:tls';
import { SECOND } from '#core/time.ts';
import type { DownMessage, Login } from '#core/unit-messages/session.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import { codecOf, down } from '#protocol/models.ts';
import { proofOf } from '#protocol/proof.ts';
import type { Probe } from './credentials.ts';

const MODEL = 'MXD-LTE';
const SILENCE_MS = 8 * SECOND;
const LOGIN = 1;
const PING = 2;

/** Dials as a unit, logs in, and sends a ping, which the bridge acknowledges after it is stored. */
export async function probeUnit({ unit }: Probe, now: number): Promise<void> {
  const socket = dial(new URL(unit.address));
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
  } finally {
    socket.destroy();
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
