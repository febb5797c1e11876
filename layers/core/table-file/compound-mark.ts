/** The first bytes of a binary .xls, and of a workbook with a password (MS-CFB, 2.2). */
const MARK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
export const COMPOUND_MARK_BYTES = MARK.length;

/** True if a file with these first bytes is a compound file. */
export const isCompoundFile = (bytes: Uint8Array): boolean => MARK.every((byte, index) => bytes[index] === byte);
