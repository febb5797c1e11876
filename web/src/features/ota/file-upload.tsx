import { ota } from '#core/ota/contract.ts';
import { type AnnouncedFile, type FilePurpose, maxFileBytes } from '#core/ota/files.ts';
import { sendInParts } from '#web/components/upload/send-in-parts.ts';
import { sha256Of } from '#web/components/upload/sha256-of.ts';
import { UploadField } from '#web/components/upload/upload-field.tsx';
import type { UploadOptions } from '#web/components/upload/use-upload.ts';
import { call } from '#web/lib/api/api.ts';
import { showUploadFailure } from './upload-words.ts';

interface FileUploadProps extends Pick<UploadOptions<string>, 'onRemoved' | 'onPending'> {
  purpose: FilePurpose;
  label: string;
  accept: readonly string[];
  /** The key of the file that has arrived. */
  onUploaded: (key: string, file: File) => void;
}

/** Sends a file part by part straight to its store. The same file goes on where it stopped, also after a reload of the page. */
export function FileUpload({ purpose, label, accept, onUploaded, ...told }: FileUploadProps) {
  const announced = async (file: File): Promise<AnnouncedFile> => ({
    ...{ purpose, name: file.name, bytes: file.size },
    sha256: await sha256Of(file),
  });
  return (
    <UploadField
      label={label}
      rules={{ accept, maximumBytes: maxFileBytes(purpose) }}
      send={async (file, sending) => {
        const { signal } = sending;
        const input = await announced(file);
        await sendInParts(file, () => call(ota.requestUpload, input, { signal }), sending);
        return (await call(ota.completeUpload, input, { signal })).file;
      }}
      onUploaded={onUploaded}
      onFailure={showUploadFailure}
      {...told}
      // The parts of an upload that is not ended are deleted after a day.
      onCancel={(file) => void announced(file).then((input) => call(ota.abortUpload, input).catch(() => undefined))}
    />
  );
}
