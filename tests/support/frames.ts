import { CRC_BYTES, type Frame, HEADER_BYTES, MAX_PAYLOAD_BYTES, sealFrame } from '#protocol/frames.ts';

/** The payload of a frame, as a window into the frame's bytes. */
export const payloadOf = (frame: Frame): Uint8Array =>
  frame.bytes.subarray(frame.start + HEADER_BYTES, frame.end - CRC_BYTES);

/** One frame of the given type and sequence number around the payload. */
export function encodeFrame(type: number, sequence: number, payload: Uint8Array = new Uint8Array(0)): Uint8Array {
  const frame = new Uint8Array(HEADER_BYTES + payload.length + CRC_BYTES);
  if (payload.length <= MAX_PAYLOAD_BYTES) frame.set(payload, HEADER_BYTES);
  sealFrame(frame, type, sequence, payload.length);
  return frame;
}
