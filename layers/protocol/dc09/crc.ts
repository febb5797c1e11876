/** CRC-16/ARC: polynomial 0x8005 reflected, initial value 0. The checksum of the ASCII text "123456789" is 0xBB3D. */
export function crc16Arc(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
