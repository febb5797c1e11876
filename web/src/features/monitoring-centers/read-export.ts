import { exportIn, MAX_EXPORT_BYTES } from '#core/monitoring-centers/alarm-export.ts';
import { readText } from '#web/components/upload/read-text.ts';

export const EXPORT_FILES = {
  accept: ['.json'],
  maximumBytes: MAX_EXPORT_BYTES,
  wrongKindMessage: 'Only JSON files are checked. The PDF of an export has it as its attachment alarm.json',
};

/** Reads the export of an alarm, or says why the file is refused. */
export async function readExport(file: File): Promise<ReturnType<typeof exportIn>> {
  const content = await readText(file, EXPORT_FILES).catch(() => ({
    problem: 'The file could not be read. Choose it again',
  }));
  return 'problem' in content ? content : exportIn(content.text);
}
