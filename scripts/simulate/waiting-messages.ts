import type { DownloadReport } from '#core/unit-messages/common-reports.ts';
import type { Update } from '#core/unit-messages/session.ts';

/** docs/unit-protocol.md, section 6. */
const REMEMBERED = 100;
const WORK_SECONDS = 3;

type Stage = 'started' | 'done' | 'failed';

/** The messages that a unit got from its queue. It does each once and remembers how it ended, also when it restarts. */
export class WaitingMessages {
  readonly #stages = new Map<string, Stage>();
  readonly #say: (report: Omit<DownloadReport, 'MessageTime'>) => void;
  readonly #after: (seconds: number, work: () => void) => void;
  readonly #work: (update: Update) => Exclude<Stage, 'started'>;

  constructor(
    say: (report: Omit<DownloadReport, 'MessageTime'>) => void,
    after: (seconds: number, work: () => void) => void,
    work: (update: Update) => Exclude<Stage, 'started'> = () => 'done',
  ) {
    this.#say = say;
    this.#after = after;
    this.#work = work;
  }

  /** A message that the unit knows only gets the same answer again. */
  take(update: Update): void {
    const known = this.#stages.get(update.MessageKey);
    this.#report(update, known ?? 'started');
    if (known) return;
    this.#after(WORK_SECONDS, () => {
      if (this.#stages.get(update.MessageKey) === 'started') this.#report(update, this.#work(update));
    });
  }

  /** The unit starts: it gets again what it had not done. */
  restarted(): void {
    for (const [key, stage] of this.#stages) if (stage === 'started') this.#stages.delete(key);
  }

  #report({ MessageKey, MessageType }: Update, stage: Stage): void {
    this.#stages.set(MessageKey, stage);
    if (this.#stages.size > REMEMBERED) this.#stages.delete(this.#stages.keys().next().value!);
    this.#say({ type: 'download', MessageKey, MessageType, stage });
  }
}
