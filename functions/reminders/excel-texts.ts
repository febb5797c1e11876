import { UnreadableSheet } from '#core/reminders/sheet.ts';

const IS_WIDE = 1;
const HAS_EXTENSION = 4;
const HAS_RUNS = 8;

const textOf = (bytes: Buffer, isWide: boolean) => bytes.toString(isWide ? 'utf16le' : 'latin1');

/** A text of one record: its length in characters, how they are stored, and the characters (MS-XLS, 2.5.294). */
export function plainTextAt(data: Buffer, place: number): string {
  const isWide = (data.readUInt8(place + 2) & IS_WIDE) !== 0;
  const begin = place + 3;
  return textOf(data.subarray(begin, begin + data.readUInt16LE(place) * (isWide ? 2 : 1)), isWide);
}

/** The shared texts of a workbook (MS-XLS, 2.4.265). They go over several records, and a text can go on in the next one. */
export class SharedTexts {
  readonly #parts: Buffer[] = [];
  #part = 0;
  #at = 0;

  add(part: Buffer): void {
    if (part.length > 0) this.#parts.push(part);
  }

  /** All texts. Their number in the file is not trusted: the texts end where the records do. */
  read(): string[] {
    if (this.#parts.length === 0) return [];
    this.#skip(4);
    const count = this.#number(4);
    const texts: string[] = [];
    while (texts.length < count && this.#hasMore()) texts.push(this.#text());
    return texts;
  }

  #text(): string {
    const length = this.#number(2);
    let kind = this.#number(1);
    const runs = (kind & HAS_RUNS) !== 0 ? this.#number(2) : 0;
    const extension = (kind & HAS_EXTENSION) !== 0 ? this.#number(4) : 0;
    let text = '';
    for (let left = length; left > 0; ) {
      // A text that goes on in the next record says again how its characters are stored.
      if (this.#left() === 0) kind = this.#number(1);
      const width = (kind & IS_WIDE) !== 0 ? 2 : 1;
      const some = Math.min(left, Math.floor(this.#left() / width));
      if (some === 0) throw cut();
      text += textOf(this.#take(some * width), width === 2);
      left -= some;
    }
    this.#skip(runs * 4 + extension);
    return text;
  }

  #left(): number {
    return (this.#parts[this.#part]?.length ?? 0) - this.#at;
  }

  #hasMore(): boolean {
    return this.#left() > 0 || this.#part + 1 < this.#parts.length;
  }

  #take(bytes: number): Buffer {
    const taken = this.#parts[this.#part]!.subarray(this.#at, this.#at + bytes);
    this.#at += bytes;
    return taken;
  }

  #number(bytes: number): number {
    let value = 0;
    for (let index = 0; index < bytes; index++) {
      this.#toNext();
      value += this.#take(1)[0]! * 256 ** index;
    }
    return value;
  }

  #skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      this.#toNext();
      left -= this.#take(Math.min(left, this.#left())).length;
    }
  }

  /** Goes to the next record at the end of one. */
  #toNext(): void {
    if (this.#left() > 0) return;
    this.#part += 1;
    this.#at = 0;
    if (this.#left() <= 0) throw cut();
  }
}

const cut = () => new UnreadableSheet('The texts of the workbook are cut off');
