import type { KeyObject } from 'node:crypto';
import { FIRMWARE_TYPES, ownFirmware } from '#core/ota/firmware-version.ts';
import { type FirmwareManifest, firmwareRefusal } from '#core/ota/manifest.ts';
import type { Block, DownloadQuestion, Manifest } from '#core/unit-messages/download-messages.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { decodeManifest, isSigned } from '#protocol/firmware-manifest.ts';
import { BlockReader } from './block-reader.ts';
import { isIntact, TRIAL_STARTS } from './boot.ts';
import type { Download, DownloadHost } from './download.ts';
import { type Flash, otherSlot } from './flash.ts';

/** The space that a unit has for a file. */
const SLOT_BYTES = 64 * 1024 * 1024;

/** What the unit is, and whose signatures it trusts. */
export interface FirmwareOwner {
  readonly model: UnitModel;
  readonly flash: Flash;
  readonly keys: readonly KeyObject[];
  /** Somebody speaks over it. */
  isInCall(): boolean;
  restart(): void;
}

/**
 * Gets firmware into the slot that the unit does not run from, and begins it when the bridge allows that. It goes on where it was, also after
 * a loss of power.
 */
export class FirmwareDownload implements Download {
  readonly MessageKey: string;
  readonly #owner: FirmwareOwner;
  readonly #host: DownloadHost;
  #manifest: FirmwareManifest | undefined;
  #reader: BlockReader | undefined;

  constructor(MessageKey: string, owner: FirmwareOwner, host: DownloadHost) {
    this.MessageKey = MessageKey;
    this.#owner = owner;
    this.#host = host;
    const partial = owner.flash.read('partial');
    if (partial?.MessageKey === MessageKey) this.#read(decodeManifest(partial.manifest), partial.written);
  }

  question(): DownloadQuestion {
    const { MessageKey } = this;
    if (!this.#reader) return { type: 'askManifest', MessageKey };
    return this.#reader.isDone ? { type: 'askInstall', MessageKey } : this.#reader.next();
  }

  manifest({ manifest, signature }: Manifest): void {
    if (this.#reader) return;
    const { flash, keys } = this.#owner;
    if (!isSigned(manifest, signature, keys)) {
      this.#host.end('failed', 'The firmware is not signed by a key that the unit trusts');
      return;
    }
    const facts = decodeManifest(manifest);
    const refusal = this.#refusalOf(facts);
    if (refusal !== undefined) {
      this.#host.end('failed', refusal);
      return;
    }
    if (this.#runs(facts)) {
      this.#host.end('done');
      return;
    }
    flash.erase(this.#slot, facts.bytes);
    flash.write('partial', { MessageKey: this.MessageKey, manifest, written: 0 });
    this.#read(facts, 0);
    this.#host.ask();
  }

  block(block: Block): void {
    const reader = this.#reader;
    if (!reader?.take(block) || !reader.hasAnswer) return;
    const { flash } = this.#owner;
    flash.write('partial', { ...flash.read('partial')!, written: reader.written });
    this.#host.progress(reader.written, reader.blocks);
    if (reader.isDone && !isIntact(flash, this.#slot, this.#manifest!)) {
      flash.write('partial', undefined);
      this.#host.end('failed', 'The file is not the one that was signed');
    } else this.#host.ask();
  }

  /** The unit may be out of reach now. */
  install(): void {
    const { flash, model, restart } = this.#owner;
    const manifest = this.#manifest;
    // It asks again, and the bridge judges again.
    if (this.#owner.isInCall()) return;
    if (!manifest || !this.#reader?.isDone || !isIntact(flash, this.#slot, manifest)) return;
    if (manifest.firmVerType !== ownFirmware(model)) {
      // A part takes its firmware from the unit, and needs no slot of its own.
      flash.write('partial', undefined);
      this.#host.end('done');
      return;
    }
    const { version, bytes, sha256, oldestAllowed } = manifest;
    const slot = this.#slot;
    flash.write(`slot${slot}`, { version, bytes, sha256, oldestAllowed });
    flash.write('boot', { active: slot, trial: { MessageKey: this.MessageKey, startsLeft: TRIAL_STARTS } });
    restart();
  }

  dropped(): void {
    this.#owner.flash.write('partial', undefined);
  }

  get #slot() {
    return otherSlot(this.#owner.flash.read('boot').active);
  }

  #read(manifest: FirmwareManifest, written: number): void {
    const { flash } = this.#owner;
    const slot = this.#slot;
    this.#manifest = manifest;
    this.#reader = new BlockReader(
      { ...manifest, MessageKey: this.MessageKey },
      (at, data) => flash.put(slot, at, data),
      written,
    );
  }

  /** It may have lost power before it told that it has the version. */
  #runs({ sha256 }: FirmwareManifest): boolean {
    const { flash } = this.#owner;
    return Buffer.from(sha256).equals(flash.installed(flash.read('boot').active)!.sha256);
  }

  #refusalOf(manifest: FirmwareManifest): string | undefined {
    const { model, flash } = this.#owner;
    if (manifest.bytes > SLOT_BYTES) return 'The file is larger than the space for it';
    const types = FIRMWARE_TYPES.filter((type) => (model !== 'MXD-LTE') === (type === 'myConnect' || type === 'myHub'));
    return firmwareRefusal(manifest, { UnitModel: model, types, oldestAllowed: flash.read('oldestAllowed') });
  }
}
