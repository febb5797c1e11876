import { crc32 } from 'node:zlib';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { CommandResult, DisconnectReason, Login, UnitStart } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { Frame } from '#protocol/frames.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import type {
  CaptureHandover,
  CommandHandover,
  DisconnectHandover,
  LoginHandover,
  ReportHandover,
} from '#protocol/ingest-message.ts';
import { session as sessionCodec } from '#protocol/models.ts';
import type { SequenceWindow } from './sequence-window.ts';

/** The unit of a connection that has logged in. */
export interface ConnectedUnit {
  readonly UnitSerNum: string;
  readonly UnitModel: UnitModel;
  readonly imei: string;
  readonly FirmVer: string;
  readonly bootId: number;
  readonly fence: number;
  readonly heartbeatSeconds: number;
  /** The reports of this boot that are stored already. */
  readonly stored: SequenceWindow;
  /** Until when frames are captured, milliseconds UTC; 0 if they are not. */
  capturesUntil: number;
}

/** `bytes[start..end)` in hexadecimal. */
const hexOf = (bytes: Uint8Array, start = 0, end = bytes.length): string =>
  (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString(
    'hex',
    start,
    end,
  );
const hexOfFrame = ({ bytes, start, end }: Frame): string => hexOf(bytes, start, end);

/** The bytes of a frame for a log; none if they contain a proof of identity, or may contain one because the login cannot be read. */
export function rawOf(frame: Frame): string {
  if (sessionCodec.nameOf(frame.type) !== 'login') return hexOfFrame(frame);
  const decoded = sessionCodec.decode(frame);
  return decoded.ok && decoded.message.type === 'login' && !decoded.message.proof ? hexOfFrame(frame) : '';
}

/** Distinguishes frames with the same number: CRC-32, unsigned. */
export const fingerprintOf = ({ bytes, start, end }: Frame): number => crc32(bytes.subarray(start, end));

/** Makes the messages that are handed over to the ingest queue. */
export class Handovers {
  readonly #bridgeId: string;

  constructor(bridgeId: string) {
    this.#bridgeId = bridgeId;
  }

  login(
    unit: ConnectedUnit,
    { proof: _proof, ...message }: Login,
    frame: Frame,
    receivedAt: number,
    countedBackFrom?: UnitStart,
  ): LoginHandover {
    const id = idOf(unit, frame.sequence, fingerprintOf(frame));
    const raw = rawOf(frame);
    return {
      kind: 'login',
      message,
      ...(countedBackFrom && { countedBackFrom }),
      ...this.#of(unit, { id, sequence: frame.sequence, raw, receivedAt }),
    };
  }

  /** One literal, since this runs for every report. */
  report(
    unit: ConnectedUnit,
    message: UnitReport | CommandResult,
    frame: Frame,
    fingerprint: number,
    receivedAt: number,
  ): ReportHandover {
    return {
      version: 1,
      kind: 'report',
      id: idOf(unit, frame.sequence, fingerprint),
      receivedAt,
      bridgeId: this.#bridgeId,
      UnitSerNum: unit.UnitSerNum,
      UnitModel: unit.UnitModel,
      imei: unit.imei,
      bootId: unit.bootId,
      sequence: frame.sequence,
      fence: unit.fence,
      raw: hexOfFrame(frame),
      message,
    };
  }

  command(
    unit: ConnectedUnit,
    { commandId, command }: { commandId: string; command: string },
    sequence: number,
    frame: Uint8Array,
    receivedAt: number,
  ): CommandHandover {
    const id = `${unit.UnitSerNum}-${unit.fence}-to-${sequence}`;
    return { kind: 'command', commandId, command, ...this.#of(unit, { id, sequence, raw: hexOf(frame), receivedAt }) };
  }

  /** `number` counts what was captured of this connection. */
  capture(
    unit: ConnectedUnit,
    { sender, bytes, number }: { sender: 'Unit' | 'Server'; bytes: readonly Frame[] | Uint8Array; number: number },
    receivedAt: number,
  ): CaptureHandover {
    const id = `${unit.UnitSerNum}-${unit.fence}-capture-${number}`;
    const frames = (bytes instanceof Uint8Array ? new FrameDecoder().push(bytes) : bytes)
      .map((frame) => ({ sender, raw: rawOf(frame) }))
      .filter(({ raw }) => raw !== '');
    return { kind: 'capture', frames, ...this.#of(unit, { id, sequence: number, raw: '', receivedAt }) };
  }

  disconnect(unit: ConnectedUnit, reason: DisconnectReason, receivedAt: number): DisconnectHandover {
    const id = `${unit.UnitSerNum}-${unit.fence}-end`;
    return { kind: 'disconnect', reason, ...this.#of(unit, { id, sequence: 0, raw: '', receivedAt }) };
  }

  #of(unit: ConnectedUnit, own: { id: string; sequence: number; raw: string; receivedAt: number }) {
    const { UnitSerNum, UnitModel, imei, bootId, fence } = unit;
    return { version: 1 as const, bridgeId: this.#bridgeId, UnitSerNum, UnitModel, imei, bootId, fence, ...own };
  }
}

const idOf = ({ UnitSerNum, bootId }: ConnectedUnit, sequence: number, fingerprint: number) =>
  `${UnitSerNum}-${bootId}-${sequence}-${fingerprint.toString(16).padStart(8, '0')}`;
