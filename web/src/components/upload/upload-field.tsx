import { Box, Button, chakra, Flex, IconButton } from '@chakra-ui/react';
import { CircleCheck, FileText, OctagonAlert, RotateCcw, X } from 'lucide-react';
import { FileDrop } from './file-drop.tsx';
import { formatBytes } from './file-rules.ts';
import { type UploadOptions, type UploadState, useUpload } from './use-upload.ts';

export interface UploadFieldProps<Result> extends UploadOptions<Result> {
  /** The expected file: `A CSV file with one unit per line`. */
  label: string;
  disabled?: boolean;
}

/** Uploads a file as soon as it is chosen: drop zone, progress, cancel, retry. */
export function UploadField<Result>({ label, disabled, ...options }: UploadFieldProps<Result>) {
  const { state, send, cancel, clear } = useUpload(options);
  if (state.step === 'idle' || state.step === 'refused') {
    return (
      <FileDrop
        label={label}
        rules={options.rules}
        disabled={disabled}
        onFile={send}
        error={state.step === 'refused' ? state.problem : undefined}
      />
    );
  }
  return <UploadRow state={state} onCancel={cancel} onClear={clear} onRetry={() => send(state.file)} />;
}

interface UploadRowProps {
  state: Exclude<UploadState<unknown>, { step: 'idle' | 'refused' }>;
  onCancel: () => void;
  onClear: () => void;
  onRetry: () => void;
}

function UploadRow({ state, onCancel, onClear, onRetry }: UploadRowProps) {
  const { step, file } = state;
  const share = step === 'sending' ? state.sent / file.size : 1;
  return (
    <Box borderWidth="1px" borderColor={step === 'failed' ? 'border.error' : 'border'} borderRadius="l2" p="3">
      <Flex align="center" gap="3">
        <UploadIcon step={step} />
        <Box flex="1" minW="0">
          <chakra.div fontWeight="600" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
            {file.name}
          </chakra.div>
          <chakra.div
            role={step === 'failed' ? 'alert' : 'status'}
            textStyle="xs"
            color={step === 'failed' ? 'fg.error' : 'fg.muted'}
            fontVariantNumeric="tabular-nums"
          >
            {step === 'sending' && `${formatBytes(state.sent)} of ${formatBytes(file.size)}`}
            {step === 'done' && `${formatBytes(file.size)} · uploaded`}
            {step === 'failed' && state.problem}
          </chakra.div>
        </Box>
        {step === 'failed' && (
          <Button size="xs" variant="outline" onClick={onRetry}>
            <RotateCcw size={14} aria-hidden />
            Try again
          </Button>
        )}
        <IconButton
          size="xs"
          variant="ghost"
          aria-label={step === 'sending' ? `Cancel the upload of ${file.name}` : `Remove ${file.name}`}
          onClick={step === 'sending' ? onCancel : onClear}
        >
          <X size={15} aria-hidden />
        </IconButton>
      </Flex>
      {step === 'sending' && (
        <Box
          role="progressbar"
          aria-label={`Uploading ${file.name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          mt="2.5"
          h="1"
          borderRadius="full"
          bg="bg.emphasized"
          overflow="hidden"
        >
          <Box h="full" bg="accent.solid" w={`${share * 100}%`} transition="width 120ms" />
        </Box>
      )}
    </Box>
  );
}

function UploadIcon({ step }: { step: 'sending' | 'failed' | 'done' }) {
  if (step === 'failed') return <OctagonAlert size={20} color="var(--chakra-colors-danger-fg)" aria-hidden />;
  if (step === 'done') return <CircleCheck size={20} color="var(--chakra-colors-ok-fg)" aria-hidden />;
  return <FileText size={20} color="var(--chakra-colors-fg-muted)" aria-hidden />;
}
