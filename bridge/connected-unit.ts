import type { Frame } from '#protocol/frames.ts';
import type {
  CommandHandover,
  DisconnectHandover,
  DisconnectReason,
  LoginHandover,
  ReportHandover,
} from '#protocol/ingest-message.ts';
import type { CommandResult, Login, UnitModel, UnitReport } from '#protocol/messages.ts';
import type { SequenceWindow } from './sequence-window.ts';

/** Who is at the other end of a connection that has logged in. */
export interface ConnectedUnit {
  readonly UnitSerNum: string;
  readonly UnitModel: UnitModel;
  readonly imei: string;
  readonly FirmVer: string;
  readonly bootId: number;
  readonly fence: number;
  readonly heartbeatSeconds: number;
  /** What of this boot is stored already. */
  readonly stored: SequenceWindow;
}

export const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
export const hexOfFrame = (frame: Frame): string => hexOf(frame.bytes.subarray(frame.start, frame.end));

/** Names the hand-overs of one unit and fills in what they have in common. */
export class Handovers {
  readonly #bridgeId: string;

  constructor(bridgeId: string) {
    this.#bridgeId = bridgeId;
  }

  login(unit: ConnectedUnit, { proof, ...message }: Login, frame: Frame, receivedAt: number): LoginHandover {
    const raw = proof ? '' : hexOfFrame(frame);
    return { ...this.#of(unit, frame.sequence, receivedAt, raw), kind: 'login', message };
  }

  report(unit: ConnectedUnit, message: UnitReport | CommandResult, frame: Frame, receivedAt: number): ReportHandover {
    return { ...this.#of(unit, frame.sequence, receivedAt, hexOfFrame(frame)), kind: 'report', message };
  }

  command(
    unit: ConnectedUnit,
    { commandId, command }: { commandId: string; command: string },
    sequence: number,
    frame: Uint8Array,
    receivedAt: number,
  ): CommandHandover {
    const of = this.#of(unit, sequence, receivedAt, hexOf(frame));
    return { ...of, id: `${unit.UnitSerNum}-${unit.fence}-to-${sequence}`, kind: 'command', commandId, command };
  }

  disconnect(unit: ConnectedUnit, reason: DisconnectReason, receivedAt: number): DisconnectHandover {
    const of = this.#of(unit, 0, receivedAt, '');
    return { ...of, id: `${unit.UnitSerNum}-${unit.fence}-end`, kind: 'disconnect', reason };
  }

  #of(unit: ConnectedUnit, sequence: number, receivedAt: number, raw: string) {
    return {
      version: 1 as const,
      id: `${unit.UnitSerNum}-${unit.bootId}-${sequence}`,
      receivedAt,
      bridgeId: this.#bridgeId,
      raw,
      UnitSerNum: unit.UnitSerNum,
      UnitModel: unit.UnitModel,
      imei: unit.imei,
      bootId: unit.bootId,
      sequence,
      fence: unit.fence,
    };
  }
}
