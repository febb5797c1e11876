import type { Block, DownloadQuestion, Manifest } from '#core/unit-messages/download-messages.ts';

/** What a download uses of its unit. */
export interface DownloadHost {
  /** Asks the bridge what comes next. */
  ask(): void;
  progress(value: number, max: number): void;
  end(stage: 'done' | 'failed', text?: string): void;
}

/** The file of one waiting message on its way into the unit. */
export interface Download {
  readonly MessageKey: string;
  /** What the unit needs next. */
  question(): DownloadQuestion;
  manifest(answer: Manifest): void;
  block(block: Block): void;
  install(): void;
  /** The message was cancelled. */
  dropped(): void;
}
