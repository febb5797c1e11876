import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, SQSEvent } from 'aws-lambda';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { area } from '#data/bulk-actions/index.ts';
import { UnitEntity } from '#data/units/units.ts';
import { handler } from '#functions/bulk-actions/handler.ts';
import { handler as worker } from '#functions/on-bulk-action/handler.ts';
import { seed } from '#scripts/seed/seed.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { callEndpoint, signIn } from './caller.ts';
import { DEALER, DEALER_USER, newTable } from './fleet.ts';
import type { Measure } from './measure.ts';

/** BULK_ROWS=100000 is the largest action. It takes an hour on two cores, because DynamoDB Local does one transaction after the other. */
const ROWS = Number(process.env.BULK_ROWS ?? 2_000);
const WORKERS = 4;
/** People pause the action after this share of its rows. */
const PAUSED_AFTER = 0.5;
/** A row that begins before a pause has ended by then. */
const LATEST_ROW_MS = 5 * SECOND;

const start = area.reactions!.find(({ name }) => name === 'start a bulk action')!;

/**
 * How many units of a query a bulk action finds and does per second, with as many workers as the queue has; and how long rows still get outcomes
 * after a pause. It fails if a row is lost or done twice.
 */
export const measure: Measure = async () => {
  await newTable();
  // The workers have the time for their whole shares, so they send nothing to it.
  process.env.BULK_ACTION_QUEUE_URL = 'http://127.0.0.1/bulk-action';
  await seed({ count: 0, now: Date.now() }, () => {});
  const { token } = await signIn(DEALER_USER);
  await writeAll(fleet(), () => {});
  const asked = { query: {}, action: 'reporting', type: 'off', UnitModel: 'MXD-LTE' } as const;
  const { bchKey } = JSON.parse(await callEndpoint(handler, bulkActions.create, asked, token)) as BulkAction;
  const line = new Line(bchKey);
  const begun = performance.now();
  let found: number | undefined;
  let pause: Promise<number> | undefined;
  for (let goesOn = true; goesOn; ) {
    goesOn = await line.runTurn(async (action) => {
      if (!action.collecting) found ??= performance.now();
      if (!pause && action.done >= ROWS * PAUSED_AFTER) pause = pausedFor(bchKey, token);
    });
    if (!goesOn && pause && (await stateOf(bchKey)).stoppedAs === 'paused') {
      await pause;
      await callEndpoint(handler, bulkActions.resume, { bchKey }, token);
      goesOn = true;
    }
  }
  const rest = pause ? LATEST_ROW_MS : 0;
  const seconds = (performance.now() - found! - rest) / SECOND;
  const { done, failed, total } = await stateOf(bchKey);
  if (done !== ROWS || total !== ROWS || failed > 0)
    throw new Error(`${done} of ${total} rows are done, ${failed} failed`);
  return [
    {
      name: `units of a query of ${ROWS.toLocaleString('en-US')} that are found`,
      value: ROWS / ((found! - begun) / SECOND),
      unit: 'rows a second',
      samples: 1,
    },
    {
      name: `rows of it that are done by ${WORKERS} workers`,
      value: ROWS / seconds,
      unit: 'rows a second',
      samples: ROWS,
      detail: 'each with its change, its count and its audit entry, against DynamoDB Local',
    },
    {
      name: 'time after a pause until the last row has its outcome',
      value: (await pause) ?? 0,
      unit: 'ms',
      target: { atMost: LATEST_ROW_MS },
      samples: 1,
    },
  ];
};

const stateOf = (bchKey: string) => bulkActionStore.get(WHOLE_TREE, bchKey);

function* fleet() {
  for (const unit of seedUnits({ count: ROWS, now: Date.now(), dealerKey: DEALER.DealerKey })) {
    const reporting: UnitRecord = { ...unit, UnitModel: 'MXD-LTE', Report: 1 };
    yield itemOf(UnitEntity, reporting);
  }
}

/** Pauses the action; returns how long after that rows still got outcomes. */
async function pausedFor(bchKey: string, token: string): Promise<number> {
  await callEndpoint(handler, bulkActions.pause, { bchKey }, token);
  const at = Date.now();
  await sleep(LATEST_ROW_MS);
  const { movedAt } = await stateOf(bchKey);
  return Math.max(0, Date.parse(movedAt!) - at);
}

/** The change stream and the queue of a bulk action, with as many workers as the queue has. */
class Line {
  readonly #bchKey: string;
  readonly #messages: object[] = [];
  constructor(bchKey: string) {
    this.#bchKey = bchKey;
  }

  /** Hands out what is to do now, and does it. False if nothing is. */
  async runTurn(told: (action: Awaited<ReturnType<typeof stateOf>>) => Promise<void>): Promise<boolean> {
    const { attempt, turn = 0, handedTo } = await stateOf(this.#bchKey);
    const send = async (_queue: string, message: object) => void this.#messages.push(message);
    await start.react({ bchKey: this.#bchKey, attempt, turn, handedTo }, { send } as never, Date.now());
    const any = this.#messages.length > 0;
    await Promise.all(Array.from({ length: WORKERS }, () => this.#work(told)));
    return any;
  }

  async #work(told: (action: Awaited<ReturnType<typeof stateOf>>) => Promise<void>): Promise<void> {
    for (let message = this.#messages.shift(); message; message = this.#messages.shift()) {
      const record = { messageId: 'bench', body: JSON.stringify(message), messageAttributes: {} };
      const { batchItemFailures } = await worker({ Records: [record] } as unknown as SQSEvent, CONTEXT);
      if (batchItemFailures.length > 0) throw new Error('A share failed');
      await told(await stateOf(this.#bchKey));
    }
  }
}

const CONTEXT = {
  functionName: 'on-bulk-action',
  awsRequestId: 'bench',
  getRemainingTimeInMillis: () => 60_000,
} as Context;
