import { Button, Flex, IconButton, Toast, Toaster } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { TONE_ICONS } from '../status/tones.ts';
import { store, type ToastTone } from './toast-store.ts';

/** The toasts of the store. Calls `onReady` when it hears of new ones. */
export function ToastList({ onReady }: { onReady: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(onReady, []);
  return (
    <Toaster toaster={store} insetInline={{ mdDown: '4' }}>
      {(toast) => {
        const tone = (toast.meta?.tone ?? 'notice') as ToastTone;
        const Icon = TONE_ICONS[tone];
        return (
          <Toast.Root width={{ base: 'full', md: '24rem' }} css={surfaceOf(tone)}>
            <Flex color={`${tone}.fg`} pt="0.5">
              <Icon size={18} aria-hidden />
            </Flex>
            <Flex direction="column" gap="0.5" flex="1" minW="0">
              <Toast.Title overflowWrap="anywhere">{toast.title}</Toast.Title>
              {toast.description && (
                <Toast.Description color="fg.muted" overflowWrap="anywhere">
                  {toast.description}
                </Toast.Description>
              )}
              {toast.action && (
                <Toast.ActionTrigger asChild>
                  <Button
                    size="xs"
                    variant="outline"
                    alignSelf="flex-start"
                    mt="2"
                    css={{ '&&': { borderColor: 'border.emphasized' } }}
                  >
                    {toast.action.label}
                  </Button>
                </Toast.ActionTrigger>
              )}
            </Flex>
            <Toast.CloseTrigger asChild>
              <IconButton size="2xs" variant="ghost" aria-label="Dismiss">
                <X size={14} aria-hidden />
              </IconButton>
            </Toast.CloseTrigger>
          </Toast.Root>
        );
      }}
    </Toaster>
  );
}

/** Beside an open dialog: half of the window without half of the widest dialog, and the margins. */
const BESIDE_DIALOG = 'clamp(15rem, calc(50vw - 23rem), 24rem)';

const surfaceOf = (tone: ToastTone) => ({
  'body:has([role=dialog][data-state=open], [role=alertdialog][data-state=open]) &': {
    '@media (min-width: 48rem)': { width: BESIDE_DIALOG },
  },
  '&&': { background: 'bg.panel', color: 'fg', boxShadow: 'lg' },
  paddingBlock: '3',
  paddingInlineStart: '3.5',
  paddingInlineEnd: '10',
  borderInlineStartWidth: '3px',
  borderColor: `${tone}.solid`,
});
