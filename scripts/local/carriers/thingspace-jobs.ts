/** A delayed action of ThingSpace: change a line, write to a SIM over the air, post a callback. */
export type Job = { id: string; due: number } & (
  | { kind: 'change'; requestId: string; iccid: string; change: Change }
  | { kind: 'ota'; iccid: string }
  | { kind: 'callback'; body: Record<string, unknown>; delivery: number; isLate?: true }
);

export interface Change {
  action: 'activate' | 'deactivate' | 'suspend' | 'restore' | 'plan';
  servicePlan?: string;
  imei?: string;
  mdnZipCode?: string;
}

interface Options {
  jobs: readonly Job[];
  now: () => number;
  run(job: Job): Promise<void>;
  /** Called after each change of the list, before a job runs. */
  save(jobs: readonly Job[]): Promise<void>;
}

/** Runs each job once when it is due, also the jobs of an earlier run. */
export function jobList({ jobs, now, run, save }: Options) {
  const waiting = new Map(jobs.map((job) => [job.id, job]));
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let closed = false;

  function schedule(job: Job) {
    const timer = setTimeout(() => start(job), Math.max(0, job.due - now()));
    timers.set(job.id, timer);
  }

  function start(job: Job) {
    timers.delete(job.id);
    const done = run(job)
      .catch((error: unknown) => console.error(error))
      .then(() => {
        waiting.delete(job.id);
        return save([...waiting.values()]);
      })
      .finally(() => running.delete(done));
    running.add(done);
  }

  for (const job of waiting.values()) schedule(job);

  return {
    async add(job: Job): Promise<void> {
      waiting.set(job.id, job);
      await save([...waiting.values()]);
      if (!closed) schedule(job);
    },
    waiting: () => [...waiting.values()],
    async close(): Promise<void> {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
