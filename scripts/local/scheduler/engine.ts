import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { CommonFault, Faults } from '../faults.ts';
import type { Deliver } from './deliver.ts';
import { firstOccurrence, occurrenceAfter, parseExpression, type Timetable } from './expression.ts';
import type { Delivery, Schedule, ScheduleKey, Store } from './store.ts';

interface Options {
  store: Store;
  clock: Clock;
  deliver: Deliver;
  faults: Faults<CommonFault | 'late' | 'twice'>;
  arnOf(schedule: ScheduleKey): string;
  /** 0 to below 1: where in a flexible time window an occurrence falls. */
  random(): number;
  onError(error: unknown): void;
}

export interface Engine {
  /** To be called after any change of a schedule. */
  reschedule(): void;
  /** Returns when no delivery is under way any more. */
  stop(): Promise<void>;
}

/** What applies without a retry policy. The documentation gives it for EventBridge rules. */
const DEFAULT_EVENT_AGE_SECONDS = 86_400;
const DEFAULT_RETRY_ATTEMPTS = 185;
const LONGEST_RETRY_WAIT_MS = 60_000;
const AT_ONCE = 50;

export function timetableOf({ input, modified }: Pick<Schedule, 'input' | 'modified'>): Timetable {
  return {
    expression: parseExpression(input.ScheduleExpression)!,
    zone: input.ScheduleExpressionTimezone,
    since: modified,
    start: input.StartDate,
    end: input.EndDate,
  };
}

export const firstRun = (schedule: Pick<Schedule, 'input' | 'modified'>) => firstOccurrence(timetableOf(schedule));

/** Runs schedules when their time comes: each occurrence is kept until it arrived, so none is lost in a restart. */
export function startEngine(options: Options): Engine {
  const { store, clock, deliver, faults, onError } = options;
  let cancelWake = () => {};
  let stopped = false;
  let working: Promise<void> | undefined;

  function reschedule() {
    cancelWake();
    const earliest = store.earliest();
    if (!stopped && !working && earliest !== undefined) cancelWake = clock.wakeAt(earliest, () => void work());
  }

  function work() {
    working ??= runDue()
      .catch(onError)
      .finally(() => {
        working = undefined;
        reschedule();
      });
  }

  async function runDue() {
    let due = store.due(clock.now(), AT_ONCE);
    while (due.length > 0 && !stopped) {
      await Promise.all(due.map((schedule) => run(schedule)));
      due = store.due(clock.now(), AT_ONCE);
    }
  }

  async function run(schedule: Schedule) {
    const now = clock.now();
    if (schedule.input.State === 'ENABLED' && schedule.next !== undefined && schedule.next <= now) {
      schedule.deliveries.push(takeOccurrence(schedule, now));
      store.put(schedule);
    }
    for (const delivery of schedule.deliveries.filter(({ dueAt }) => dueAt <= now)) await attempt(schedule, delivery);
  }

  /**
   * The occurrence that is due; `next` moves on. After a pause, as when the machine was off, a recurring schedule runs
   * once and not once for every time that it missed.
   */
  function takeOccurrence(schedule: Schedule, now: number): Delivery {
    const timetable = timetableOf(schedule);
    let scheduledTime = schedule.next!;
    let following = occurrenceAfter(timetable, scheduledTime);
    while (following !== undefined && following <= now) {
      scheduledTime = following;
      following = occurrenceAfter(timetable, following);
    }
    schedule.next = following;
    const window = (schedule.input.FlexibleTimeWindow.MaximumWindowInMinutes ?? 0) * 60_000;
    const late = faults.take('late')?.milliseconds ?? 0;
    return { scheduledTime, dueAt: scheduledTime + Math.floor(options.random() * window) + late, attempts: 0 };
  }

  async function attempt(schedule: Schedule, delivery: Delivery) {
    const { Target } = schedule.input;
    const attempts = delivery.attempts + 1;
    const executionId = randomBytes(8).toString('hex');
    const body = fillIn(Target.Input ?? '{}', {
      'schedule-arn': options.arnOf(schedule),
      'scheduled-time': isoSeconds(delivery.scheduledTime),
      'execution-id': executionId,
      'attempt-number': String(attempts),
    });
    const message = { queueArn: Target.Arn, body, messageGroupId: Target.SqsParameters?.MessageGroupId };
    try {
      await deliver(message);
      if (faults.take('twice')) await deliver(message);
      settle(schedule, delivery);
    } catch (error) {
      onError(error);
      const wait = Math.min(1000 * 2 ** (attempts - 1), LONGEST_RETRY_WAIT_MS);
      const exhausted = exhaustedCondition(schedule, attempts, clock.now() + wait - delivery.scheduledTime);
      if (exhausted === undefined) {
        settle(schedule, delivery, { ...delivery, attempts, dueAt: clock.now() + wait });
        return;
      }
      await bury(schedule, delivery, { body, executionId, attempts, exhausted, error });
      settle(schedule, delivery);
    }
  }

  /** Takes the delivery off the schedule, or puts its next try in its place; the schedule may have changed meanwhile. */
  function settle(key: ScheduleKey, delivery: Delivery, again?: Delivery) {
    const schedule = store.get(key);
    if (!schedule) return;
    schedule.deliveries = schedule.deliveries.filter(({ scheduledTime }) => scheduledTime !== delivery.scheduledTime);
    if (again) schedule.deliveries.push(again);
    const completed = schedule.next === undefined && schedule.deliveries.length === 0;
    if (completed && schedule.input.ActionAfterCompletion === 'DELETE') store.remove(schedule);
    else store.put(schedule);
  }

  /** The names and values of the attributes are those of the User Guide, "Retrieve the dead-letter event". */
  async function bury(
    schedule: Schedule,
    delivery: Delivery,
    failure: { body: string; executionId: string; attempts: number; exhausted: string; error: unknown },
  ) {
    const queueArn = schedule.input.Target.DeadLetterConfig?.Arn;
    if (queueArn === undefined) return;
    const { name, message } = failure.error instanceof Error ? failure.error : new Error(String(failure.error));
    const attributes = {
      ERROR_CODE: name,
      ERROR_MESSAGE: message || name,
      EXECUTION_ID: failure.executionId,
      EXHAUSTED_RETRY_CONDITION: failure.exhausted,
      IS_PAYLOAD_TRUNCATED: 'false',
      RETRY_ATTEMPTS: String(failure.attempts - 1),
      SCHEDULED_TIME: isoSeconds(delivery.scheduledTime),
      SCHEDULE_ARN: options.arnOf(schedule),
      TARGET_ARN: schedule.input.Target.Arn,
    };
    await deliver({ queueArn, body: failure.body, attributes }).catch(onError);
  }

  reschedule();
  return {
    reschedule,
    async stop() {
      stopped = true;
      cancelWake();
      await working;
    },
  };
}

function exhaustedCondition({ input }: Schedule, attempts: number, ageAtNextTry: number): string | undefined {
  const { MaximumRetryAttempts = DEFAULT_RETRY_ATTEMPTS, MaximumEventAgeInSeconds = DEFAULT_EVENT_AGE_SECONDS } =
    input.Target.RetryPolicy ?? {};
  if (attempts > MaximumRetryAttempts) return 'MaximumRetryAttempts';
  if (ageAtNextTry > MaximumEventAgeInSeconds * 1000) return 'MaximumEventAgeInSeconds';
  return undefined;
}

const fillIn = (input: string, words: Record<string, string>) =>
  input.replace(/<aws\.scheduler\.([a-z-]+)>/g, (keyword, word: string) => words[word] ?? keyword);

const isoSeconds = (time: number) => new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');
