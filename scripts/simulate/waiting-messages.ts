import type { DownloadReport } from '#core/unit-messages/common-reports.ts';
import type { Update } from '#core/unit-messages/session.ts';

/** docs/unit-protocol.md, section 6. */
const REMEMBERED = 100;

type End = 'done' | 'failed';
type Told = Pick<DownloadReport, 'MessageKey' | 'MessageType'> & { stage: 'started' | End; text?: string };

/** The messages that a unit got from its queue. It does each once and remembers how it ended, also when it restarts. */
export class WaitingMessages {
  readonly #told = new Map<string, Told>();
  readonly #say: (report: Omit<DownloadReport, 'MessageTime'>) => void;
  readonly #work: (update: Update) => void;

  /** `work` begins a message, which somebody ends later. */
  constructor(say: (report: Omit<DownloadReport, 'MessageTime'>) => void, work: (update: Update) => void) {
    this.#say = say;
    this.#work = work;
  }

  /** A message that the unit knows only gets the same answer again. */
  take(update: Update): void {
    const { MessageKey, MessageType } = update;
    const known = this.#told.get(MessageKey);
    this.#tell(known ?? { MessageKey, MessageType, stage: 'started' });
    if (!known) this.#work(update);
  }

  progress(MessageKey: string, progressValue: number, progressMax: number): void {
    const { MessageType = 'FIRMVER' } = this.#told.get(MessageKey) ?? {};
    this.#say({ type: 'download', MessageKey, MessageType, stage: 'progress', progressValue, progressMax });
  }

  end(MessageKey: string, stage: End, text?: string): void {
    const { MessageType = 'FIRMVER' } = this.#told.get(MessageKey) ?? {};
    this.#tell({ MessageKey, MessageType, stage, ...(text !== undefined && { text }) });
  }

  isUnderWay = (MessageKey: string): boolean => this.#told.get(MessageKey)?.stage === 'started';

  forget(MessageKey: string): void {
    this.#told.delete(MessageKey);
  }

  /** The unit starts: it gets again what it had not done. */
  restarted(): void {
    for (const [key, { stage }] of this.#told) if (stage === 'started') this.#told.delete(key);
  }

  #tell(told: Told): void {
    this.#told.set(told.MessageKey!, told);
    if (this.#told.size > REMEMBERED) this.#told.delete(this.#told.keys().next().value!);
    this.#say({ type: 'download', ...told });
  }
}
