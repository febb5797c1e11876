import { readText } from '#web/components/upload/read-text.ts';

export const UNIT_LIST_FILES = { accept: ['.csv', '.txt'], maximumBytes: 1024 * 1024 };

/** The text of a file with serial numbers, or why the file is refused. */
export const readUnitList = (file: File): ReturnType<typeof readText> => readText(file, UNIT_LIST_FILES);
