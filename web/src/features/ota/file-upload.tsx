import { ota } from '#core/ota/contract.ts';
import { type FilePurpose, maxFileBytes } from '#core/ota/files.ts';
import { UploadField } from '#web/components/upload/upload-field.tsx';
import { call } from '#web/lib/api/api.ts';

interface FileUploadProps {
  purpose: FilePurpose;
  label: string;
  accept: readonly string[];
  /** The key of the file that has arrived. */
  onUploaded: (key: string, file: File) => void;
}

/** Sends a file straight to its store, which takes a limited size. */
export const FileUpload = ({ purpose, label, accept, onUploaded }: FileUploadProps) => (
  <UploadField
    label={label}
    rules={{ accept, maximumBytes: maxFileBytes(purpose) }}
    requestTarget={(file, signal) =>
      call(ota.requestUpload, { purpose, name: file.name, bytes: file.size }, { signal })
    }
    onUploaded={({ file: key }, file) => onUploaded(key, file)}
  />
);
