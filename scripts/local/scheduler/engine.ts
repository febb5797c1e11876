import type { Clock } from '../clock.ts';
import type { CommonFault, Faults } from '../faults.ts';
import type { Deliver } from './deliver.ts';
import { instantOf } from './schedule-input.ts';
import type { Schedule, ScheduleKey, Store } from './store.ts';

interface Options {
  store: Store;
  clock: Clock;
  deliver: Deliver;
  faults: Faults<CommonFault | 'twice'>;
  arnOf(schedule: ScheduleKey): string;
  onError(error: unknown): void;
}

export interface Engine {
  /** Call this after any change of a schedule. */
  reschedule(): void;
  /** Resolves when no delivery is running. */
  stop(): Promise<void>;
}

const MAX_RETRY_WAIT_MS = 60_000;
const DELIVERIES_AT_ONCE = 50;

/** Runs each schedule when it is due. A schedule stays stored until its message has arrived, so a restart loses none. */
export function startEngine({ store, clock, deliver, faults, arnOf, onError }: Options): Engine {
  let cancelWake = () => {};
  let stopped = false;
  let working: Promise<void> | undefined;

  function reschedule() {
    cancelWake();
    const earliest = store.earliest();
    if (stopped || working || earliest === undefined) return;
    cancelWake = clock.after(Math.max(0, earliest - clock.now()), work);
    // A manual clock runs callbacks only when it moves.
    if (earliest <= clock.now()) work();
  }

  function work() {
    cancelWake();
    working ??= runDue()
      .catch(onError)
      .finally(() => {
        working = undefined;
        reschedule();
      });
  }

  async function runDue() {
    let due = store.due(clock.now(), DELIVERIES_AT_ONCE);
    while (due.length > 0 && !stopped) {
      await Promise.all(due.map(run));
      due = store.due(clock.now(), DELIVERIES_AT_ONCE);
    }
  }

  async function run(schedule: Schedule) {
    const { Arn, Input } = schedule.input.Target;
    try {
      await deliver({ queueArn: Arn, body: Input });
      if (faults.take('twice')) await deliver({ queueArn: Arn, body: Input });
    } catch (error) {
      onError(error);
      const attempts = schedule.attempts + 1;
      const wakeAt = clock.now() + Math.min(1000 * 2 ** schedule.attempts, MAX_RETRY_WAIT_MS);
      if (mayRetry(schedule, attempts, wakeAt)) return replace(schedule, { ...schedule, attempts, wakeAt });
      await sendToDeadLetters(schedule, error);
    }
    replace(schedule, { ...schedule, wakeAt: null });
  }

  /** Does nothing if the schedule was changed or deleted meanwhile. */
  function replace({ input, revision }: Schedule, next: Schedule) {
    if (store.get(input)?.revision !== revision) return;
    if (next.wakeAt === null && input.ActionAfterCompletion === 'DELETE') store.remove(input);
    else store.put(next);
  }

  /** Some of the attributes in the User Guide, "Retrieve the dead-letter event". */
  async function sendToDeadLetters({ input }: Schedule, error: unknown) {
    const queueArn = input.Target.DeadLetterConfig?.Arn;
    if (queueArn === undefined) return;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const attributes = { ERROR_CODE: name, ERROR_MESSAGE: message || name, SCHEDULE_ARN: arnOf(input) };
    await deliver({ queueArn, body: input.Target.Input, attributes }).catch(onError);
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

function mayRetry({ input }: Schedule, attempts: number, wakeAt: number): boolean {
  const { MaximumRetryAttempts, MaximumEventAgeInSeconds } = input.Target.RetryPolicy;
  const age = wakeAt - instantOf(input.ScheduleExpression)!;
  return attempts <= MaximumRetryAttempts && age <= MaximumEventAgeInSeconds * 1000;
}
