import { createHash } from 'node:crypto';
import { BLOCK_BYTES } from '#core/ota/manifest.ts';
import type { Block, DownloadQuestion } from '#core/unit-messages/download-messages.ts';
import type { Update } from '#core/unit-messages/session.ts';
import { BlockReader } from './block-reader.ts';
import type { Download, DownloadHost } from './download.ts';

/** A file of a voice prompt. It is not signed, because it cannot harm the unit; one that is lost with the power begins again. */
export class PromptDownload implements Download {
  readonly MessageKey: string;
  readonly #file: Buffer;
  readonly #sha256: string;
  readonly #reader: BlockReader;
  readonly #host: DownloadHost;

  constructor({ MessageKey, content }: Update, host: DownloadHost) {
    this.MessageKey = MessageKey;
    this.#host = host;
    const bytes = Number(content.bytes);
    this.#file = Buffer.alloc(bytes);
    this.#sha256 = String(content.sha256);
    this.#reader = new BlockReader({ MessageKey, bytes, blockBytes: BLOCK_BYTES }, (at, data) =>
      this.#file.set(data, at),
    );
  }

  question(): DownloadQuestion {
    return this.#reader.next();
  }

  manifest(): void {}
  install(): void {}
  dropped(): void {}

  block(block: Block): void {
    if (!this.#reader.take(block) || !this.#reader.hasAnswer) return;
    this.#host.progress(this.#reader.written, this.#reader.blocks);
    if (!this.#reader.isDone) this.#host.ask();
    else if (createHash('sha256').update(this.#file).digest('hex') === this.#sha256) this.#host.end('done');
    else this.#host.end('failed', 'The file is not the one that was checked');
  }
}
