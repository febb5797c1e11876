import type { Downloads, WaitingFile } from '../ports.ts';
import { FileImage } from './file-image.ts';
import { UnusableFile } from './unusable-file.ts';

/** The files that a bridge holds: two of the largest size. */
const MAX_HELD_BYTES = 140 * 1024 * 1024;

interface Held {
  readonly image: Promise<FileImage>;
  readonly bytes: number;
}

/** The files that this bridge sends. Each is read once, however many units get it, until others need its place. */
export class FileImages {
  readonly #downloads: Pick<Downloads, 'read' | 'unusable'>;
  /** The one that was used longest ago first. */
  readonly #held = new Map<string, Held>();

  constructor(downloads: Pick<Downloads, 'read' | 'unusable'>) {
    this.#downloads = downloads;
  }

  /** Rejects if the file cannot be read, or has changed since it was checked. The next call reads it again. */
  of(file: WaitingFile): Promise<FileImage> {
    const key = `${file.purpose} ${file.location} ${Buffer.from(file.sha256).toString('hex')}`;
    const held = this.#held.get(key) ?? this.#read(key, file);
    this.#held.delete(key);
    this.#held.set(key, held);
    this.#makeRoom();
    return held.image;
  }

  #read(key: string, file: WaitingFile): Held {
    const image = FileImage.load(file, (take) => this.#downloads.read(file, take));
    const held: Held = { image, bytes: file.bytes };
    image.catch((error: unknown) => {
      if (error instanceof UnusableFile) this.#downloads.unusable(file);
      if (this.#held.get(key) === held) this.#held.delete(key);
    });
    return held;
  }

  #makeRoom(): void {
    let total = 0;
    for (const { bytes } of this.#held.values()) total += bytes;
    for (const [key, { bytes }] of this.#held) {
      if (total <= MAX_HELD_BYTES || this.#held.size === 1) return;
      this.#held.delete(key);
      total -= bytes;
    }
  }
}
