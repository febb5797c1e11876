import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ConsoleMessage } from '#core/consoles/console-message.ts';
import { type ClientMessage, consoleTopic } from '#core/live/messages.ts';
import type { UpMessage } from '#core/unit-messages/messages.ts';
import { ASSIGNED } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { client, tableName } from '#data/kit/table.ts';
import { createTable } from '#local/create-table.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import { codecOf, down } from '#protocol/models.ts';
import { seed } from '#scripts/seed/seed.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { signIn } from './caller.ts';
import { DEALER, DEALER_USER } from './fleet.ts';
import { heard, opened, openedLive, say } from './live-browser.ts';
import { startLivePortal } from './live-portal.ts';
import type { Measure } from './measure.ts';
import { percentile, ratioOf, sideBySide } from './side-by-side.ts';

/**
 * The time of a console command from the browser to the unit and back, through WebSocket API, function, table, bridge, the record of the
 * command, the queue and @connections. It is compared with a message to a WebSocket echo server.
 */
export const measure: Measure = async () => {
  await createTable(client, tableName());
  const fleet = { count: 50, now: Date.now(), dealerKey: DEALER.DealerKey };
  await seed(fleet, () => {});
  const unit = [...seedUnits(fleet)].find((one) => one.UnitModel === 'MXD-LTE' && one.UnitStatus === ASSIGNED)!;
  const { token, sessionId } = await signIn(DEALER_USER);
  const portal = await startLivePortal();
  const echo = await startEcho();
  const closing: (() => void)[] = [];
  try {
    const answering = await startUnit(portal.unitPort, unit);
    closing.push(() => answering.destroy());
    const browser = await openedLive(portal.liveUrl, sessionId);
    const direct = await opened(`ws://127.0.0.1:${echo.port}`);
    closing.push(
      () => browser.terminate(),
      () => direct.terminate(),
    );

    const { UnitSerNum } = unit;
    const topic = consoleTopic(UnitSerNum);
    say(browser, { action: 'subscribe', topic });
    await heard(browser, ({ action }) => action === 'subscribed');
    const command = (): ClientMessage & { requestId: string } => ({
      action: 'command',
      token,
      UnitSerNum,
      requestId: randomUUID(),
      command: 'Query',
    });
    const throughThePortal = async () => {
      const message = command();
      let commandId: string | undefined;
      const result = heard(browser, (told) => {
        if (told.action === 'recorded' && told.requestId === message.requestId) commandId = told.commandId;
        return told.message !== undefined && isResult(told.message as ConsoleMessage, commandId);
      });
      say(browser, message);
      await result;
      return undefined;
    };
    const thereAndBack = async () => {
      const message = command();
      const same = heard(direct, ({ requestId }) => requestId === message.requestId);
      say(direct, message);
      await same;
      return undefined;
    };
    const samples = await sideBySide(
      { portal: throughThePortal, echo: thereAndBack },
      { rounds: 150, warmUp: 20, patience: 12_000 },
    );
    return [
      {
        name: 'console command to the unit and back, to a WebSocket echo, p50',
        value: ratioOf(samples.portal, samples.echo),
        unit: 'ratio',
        samples: samples.portal.length,
        detail: inMilliseconds(samples, 0.5),
      },
      {
        name: 'console command to the unit and back, to a WebSocket echo, p99',
        value: percentile(samples.portal, 0.99) / percentile(samples.echo, 0.99),
        unit: 'ratio',
        samples: samples.portal.length,
        detail: inMilliseconds(samples, 0.99),
      },
    ];
  } finally {
    for (const close of closing) close();
    echo.close();
    await portal.close();
  }
};

const inMilliseconds = ({ portal, echo }: Record<'portal' | 'echo', readonly number[]>, share: number) =>
  `${percentile(portal, share).toFixed(1)} and ${percentile(echo, share).toFixed(2)} ms`;

/** Logs in a unit that answers every command at once. */
async function startUnit(port: number, { UnitSerNum, UnitModel, IMEI, FirmVer }: UnitRecord) {
  const codec = codecOf(UnitModel);
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let sequence = 0;
  const sayUp = (message: UpMessage, under = ++sequence) => socket.write(codec.encode(message, under));
  const decoder = new FrameDecoder();
  const accepted = Promise.withResolvers<void>();
  socket.on('data', (chunk) => {
    for (const frame of decoder.push(chunk)) {
      const decoded = down.decode(frame);
      if (!decoded.ok) throw new Error(decoded.detail);
      const { message } = decoded;
      if (message.type === 'loginAccepted') accepted.resolve();
      if (message.type === 'loginRefused') accepted.reject(new Error(message.text));
      if (message.type !== 'command') continue;
      sayUp({ type: 'commandReceived' }, frame.sequence);
      const { commandId } = message;
      sayUp({ type: 'commandResult', MessageTime: Date.now(), commandId, outcome: 'done', answer: { bars: 4 } });
    }
  });
  const login = { imei: IMEI, UnitSerNum, UnitModel, FirmVer, protocolVersion: 1, bootId: 1, lastSequence: 0 };
  sayUp({ type: 'login', ...login });
  await accepted.promise;
  return socket;
}

/** A WebSocket echo server in its own process. */
async function startEcho(): Promise<{ port: number; close(): void }> {
  const child = fork(fileURLToPath(new URL('./web-socket-echo.ts', import.meta.url)));
  const [port] = await once(child, 'message');
  return { port: port as number, close: () => child.disconnect() };
}

const isResult = (told: ConsoleMessage, commandId: string | undefined) =>
  told.event === 'CommandResult' && told.commandId === commandId && told.outcome === 'done';
