import type { DownloadAnswer, DownloadQuestion } from '#core/unit-messages/download-messages.ts';
import type { Update } from '#core/unit-messages/session.ts';
import { boot, confirm } from './boot.ts';
import type { Download, DownloadHost } from './download.ts';
import { FirmwareDownload, type FirmwareOwner } from './firmware-download.ts';
import type { Installed } from './flash.ts';
import { PromptDownload } from './prompt-download.ts';

/** A question without an answer is asked again after this time. */
const ANSWER_WITHIN_SECONDS = 30;
/** A unit tells its progress ten times. */
const TOLD_PERCENT = 10;

interface Surroundings {
  /** Sends a question, if there is a connection. */
  ask(question: DownloadQuestion): void;
  /** Tells how far the message is, or how it has ended. */
  progress(MessageKey: string, value: number, max: number): void;
  end(MessageKey: string, stage: 'done' | 'failed', text?: string): void;
  /** The message was cancelled: if it comes again, it is a new one. */
  forget(MessageKey: string): void;
  after(seconds: number, work: () => void): void;
}

/** The downloads of a unit, one after the other. */
export class UnitDownloads {
  readonly #owner: FirmwareOwner;
  readonly #out: Surroundings;
  readonly #queued: Update[] = [];
  #current: Download | undefined;
  #running: Installed;
  /** Counts the questions, so that an old timer does not repeat a later one. */
  #asked = 0;

  constructor(owner: FirmwareOwner, out: Surroundings) {
    this.#owner = owner;
    this.#out = out;
    this.#running = boot(owner.flash);
  }

  /** The version that runs. */
  get version(): string {
    return this.#running.version;
  }

  /** A new version runs that has not reached the bridge yet. */
  get isTrial(): boolean {
    return this.#owner.flash.read('boot').trial !== undefined;
  }

  /** The unit starts. It gets again what it had not done. */
  restarted(): void {
    this.#current = undefined;
    this.#queued.length = 0;
    this.#asked += 1;
    this.#running = boot(this.#owner.flash);
  }

  /** There is a connection. True if a new version has reached the bridge with it. */
  connected(): boolean {
    const { flash } = this.#owner;
    const confirmed = confirm(flash);
    if (confirmed !== undefined) {
      this.#out.end(confirmed, 'done');
      flash.write('partial', undefined);
    }
    const { active, failed } = flash.read('boot');
    if (failed) {
      const text = `The version ${failed.version} did not come up; ${this.version} runs again`;
      this.#out.end(failed.MessageKey, 'failed', text);
      flash.write('partial', undefined);
      flash.write('boot', { active });
    }
    this.#ask();
    return confirmed !== undefined;
  }

  begin(update: Update): void {
    if (this.#current) {
      this.#queued.push(update);
      return;
    }
    const { MessageKey, MessageType } = update;
    let toldPercent = 0;
    const host: DownloadHost = {
      ask: () => this.#ask(),
      progress: (value, max) => {
        const percent = Math.floor((100 * value) / max);
        if (percent < toldPercent + TOLD_PERCENT) return;
        toldPercent = percent;
        this.#out.progress(MessageKey, value, max);
      },
      end: (stage, text) => {
        this.#out.end(MessageKey, stage, text);
        this.#next();
      },
    };
    this.#current =
      MessageType === 'FIRMVER'
        ? new FirmwareDownload(MessageKey, this.#owner, host)
        : new PromptDownload(update, host);
    this.#ask();
  }

  hear(answer: DownloadAnswer): void {
    const current = this.#current;
    if (!current || (answer.type !== 'block' && answer.MessageKey !== current.MessageKey)) return;
    switch (answer.type) {
      case 'manifest':
        current.manifest(answer);
        break;
      case 'block':
        current.block(answer);
        break;
      case 'install':
        current.install();
        break;
      case 'downloadWaits':
        this.#askAfter(answer.retryAfterSeconds);
        break;
      case 'downloadWithdrawn':
        current.dropped();
        this.#out.forget(current.MessageKey);
        this.#next();
    }
  }

  #next(): void {
    this.#current = undefined;
    const update = this.#queued.shift();
    if (update) this.begin(update);
  }

  #ask(): void {
    if (!this.#current) return;
    this.#out.ask(this.#current.question());
    this.#askAfter(ANSWER_WITHIN_SECONDS);
  }

  #askAfter(seconds: number): void {
    const asked = ++this.#asked;
    this.#out.after(seconds, () => {
      if (asked === this.#asked) this.#ask();
    });
  }
}
