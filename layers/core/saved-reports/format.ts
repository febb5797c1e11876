/** The files as which a report is mailed. */
export const FILE_FORMATS = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
export const FORMAT_WORDS: Readonly<Record<FileFormat, string>> = { csv: 'CSV', xlsx: 'Excel' };
