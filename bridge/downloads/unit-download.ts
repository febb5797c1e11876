import type { Hold } from '#core/interlock/held-back.ts';
import { MAX_BLOCKS_ASKED } from '#core/ota/manifest.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import type { DownloadAnswer, DownloadQuestion } from '#core/unit-messages/download-messages.ts';
import type { ProtocolError } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { PROTOCOL_ERRORS } from '#protocol/errors.ts';
import { RETRY_AFTER_SECONDS } from '../limits/unit-rates.ts';
import type { Ports, WaitingFile } from '../ports.ts';
import type { FileImages } from './file-images.ts';

/** A cancelled message, and a unit that must be left alone, are noticed within this time. */
const PERMISSION_LASTS_MS = 30 * SECOND;
const ASK_AGAIN_SECONDS = 60;
const LONGEST_WAIT_SECONDS = (15 * MINUTE) / SECOND;
/** A unit asks one question after the other. Those of one that does not are dropped. */
const MAX_QUESTIONS = 4;

/** What the download uses of the unit's connection. */
export interface DownloadHost {
  readonly UnitSerNum: string;
  readonly UnitModel: UnitModel;
  readonly ports: Pick<Ports, 'downloads' | 'log'>;
  readonly images: FileImages;
  readonly now: () => number;
  /** False if the table was read too often for this unit. */
  mayRead(): boolean;
  /** Why the unit must be left alone now; undefined if it may get its file. */
  hold(): Promise<Hold | undefined>;
  send(answer: DownloadAnswer | ProtocolError, sequence: number): void;
  /** Writes the frames of blocks. */
  write(frames: Uint8Array): void;
}

interface Permission {
  readonly MessageKey: string;
  readonly file: WaitingFile;
  readonly until: number;
}

/** Answers what a unit asks about the file that waits for it. The unit knows how far it is; nothing is remembered here. */
export class UnitDownload {
  readonly #host: DownloadHost;
  #answering: Promise<void> = Promise.resolve();
  #waiting = 0;
  #permission: Permission | undefined;
  /** Counts the reasons to judge again. */
  #judgements = 0;

  constructor(host: DownloadHost) {
    this.#host = host;
  }

  /** Answers later, in the order of the questions: the unit's reports do not wait for a file. */
  take(question: DownloadQuestion, sequence: number): void {
    if (this.#waiting >= MAX_QUESTIONS) return;
    this.#waiting += 1;
    this.#answering = this.#answering
      .then(() => this.#answer(question, sequence))
      .catch((error: unknown) => {
        const { UnitSerNum, ports } = this.#host;
        ports.log('warn', 'A unit waits for its file', { UnitSerNum, error: String(error) });
        this.#wait(question.MessageKey, 'The file cannot be read now', ASK_AGAIN_SECONDS, sequence);
      })
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** The unit has said something that may be a reason to leave it alone. */
  judgeAgain(): void {
    this.#judgements += 1;
    this.#permission = undefined;
  }

  async #answer(question: DownloadQuestion, sequence: number): Promise<void> {
    const { MessageKey } = question;
    // Installing takes the unit out of reach: it is judged at that moment.
    if (question.type === 'askInstall') this.judgeAgain();
    const file = await this.#permitted(MessageKey, sequence);
    if (!file) return;
    if (question.type === 'askInstall') {
      this.#host.send({ type: 'install', MessageKey }, sequence);
    } else if (question.type === 'askManifest') {
      if (file.signed) this.#host.send({ type: 'manifest', MessageKey, ...file.signed }, sequence);
      else this.#cannot(sequence);
    } else {
      const image = await this.#host.images.of(file);
      // The first unit waits for the file to be read, and may have raised an alarm meanwhile.
      if (!(await this.#permitted(MessageKey, sequence))) return;
      const { firstBlock, blocks } = question;
      if (firstBlock < 1 || firstBlock > image.blocks) this.#cannot(sequence);
      else this.#host.write(image.framesOf(firstBlock, Math.min(blocks, MAX_BLOCKS_ASKED)));
    }
  }

  /** The file, if the unit may get it now. Otherwise the unit is told. */
  async #permitted(MessageKey: string, sequence: number): Promise<WaitingFile | undefined> {
    const { UnitSerNum, UnitModel, ports, now } = this.#host;
    const known = this.#permission;
    if (known?.MessageKey === MessageKey && now() < known.until) return known.file;
    if (!this.#host.mayRead()) {
      this.#wait(MessageKey, 'The unit asks too often', RETRY_AFTER_SECONDS, sequence);
      return undefined;
    }
    const judgement = this.#judgements;
    const [file, hold] = await Promise.all([
      ports.downloads.waiting({ UnitSerNum, UnitModel }, MessageKey),
      this.#host.hold(),
    ]);
    // What the unit said while the table was read is not in what was read.
    if (judgement !== this.#judgements) return this.#permitted(MessageKey, sequence);
    if (!file) {
      this.#host.send({ type: 'downloadWithdrawn', MessageKey }, sequence);
      return undefined;
    }
    const waitsFor: Hold | undefined = hold ?? (file.heldBack === undefined ? undefined : { reason: file.heldBack });
    if (waitsFor) {
      const { reason, until } = waitsFor;
      const seconds = until === undefined ? ASK_AGAIN_SECONDS : Math.ceil((until - now()) / SECOND);
      this.#wait(MessageKey, reason, Math.min(Math.max(seconds, 1), LONGEST_WAIT_SECONDS), sequence);
      return undefined;
    }
    this.#permission = { MessageKey, file, until: now() + PERMISSION_LASTS_MS };
    return file;
  }

  #cannot(sequence: number): void {
    this.#host.send({ type: 'error', ...PROTOCOL_ERRORS.unusable }, sequence);
  }

  #wait(MessageKey: string, text: string, retryAfterSeconds: number, sequence: number): void {
    this.#host.send({ type: 'downloadWaits', MessageKey, text, retryAfterSeconds }, sequence);
  }
}
