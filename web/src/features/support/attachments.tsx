import { Button, chakra, Flex } from '@chakra-ui/react';
import { Paperclip, X } from 'lucide-react';
import { useState } from 'react';
import { ATTACHMENT_TYPES, type Attachment, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '#core/support/attachment.ts';
import { support } from '#core/support/contract.ts';
import { sendByForm } from '#web/components/upload/post-file.ts';
import { UploadField } from '#web/components/upload/upload-field.tsx';
import type { UploadOptions } from '#web/components/upload/use-upload.ts';
import { call } from '#web/lib/api/api.ts';
import { showFailureUnder } from '#web/lib/messages/show.ts';

interface AttachProps {
  TicketKey: string;
  attachments: readonly Attachment[];
  onChange: (attachments: Attachment[]) => void;
  onPending: UploadOptions<unknown>['onPending'];
}

/** Uploads files for a comment. */
export function Attach({ TicketKey, attachments, onChange, onPending }: AttachProps) {
  const send = sendByForm((file, signal) =>
    call(support.requestUpload, { TicketKey, name: file.name, bytes: file.size }, { signal }),
  );
  return (
    <Flex direction="column" gap="2">
      {attachments.map(({ file, name }) => (
        <Flex key={file} gap="2" align="center">
          <Paperclip size={14} aria-hidden />
          <chakra.span overflowWrap="anywhere">{name}</chakra.span>
          <Button
            size="xs"
            variant="ghost"
            aria-label={`Remove ${name}`}
            onClick={() => onChange(attachments.filter((one) => one.file !== file))}
          >
            <X size={14} aria-hidden />
          </Button>
        </Flex>
      ))}
      {attachments.length < MAX_ATTACHMENTS && (
        <UploadField
          key={attachments.length}
          label="A picture, a document or a log, at most 3 MB"
          rules={{ accept: ATTACHMENT_TYPES, maximumBytes: MAX_ATTACHMENT_BYTES }}
          send={send}
          onUploaded={({ file: key }, file) => onChange([...attachments, { file: key, name: file.name }])}
          onPending={onPending}
        />
      )}
    </Flex>
  );
}

/** Downloads a file. It is never opened in a page, because its author may not be trusted. */
export function AttachmentButton({
  TicketKey,
  attachment: { file, name },
}: {
  TicketKey: string;
  attachment: Attachment;
}) {
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      const { content } = await call(support.attachment, { TicketKey, file });
      save(name, content);
    } catch (error) {
      showFailureUnder('The file could not be downloaded', error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="outline"
      mt="2"
      me="2"
      loading={isLoading}
      loadingText={name}
      onClick={() => void download()}
    >
      <Paperclip size={13} aria-hidden />
      {name}
    </Button>
  );
}

function save(name: string, base64: string) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}
