import { Button, createToaster, Flex, IconButton, Toast, Toaster } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { TONE_ICONS, type Tone } from '../status/tones.ts';

export interface ToastContent {
  title: string;
  description?: string;
  /** Milliseconds on screen; the timer pauses on hover and while the tab is hidden. */
  duration: number;
  action?: { label: string; run: () => void };
}

type ToastTone = Extract<Tone, 'ok' | 'notice' | 'warning' | 'danger'>;

const store = createToaster({
  placement: 'bottom-end',
  // Above the bar for unsaved changes or a selection.
  offsets: { top: '1rem', bottom: '4rem', left: '1rem', right: '1rem' },
  pauseOnPageIdle: true,
  overlap: true,
  max: 5,
  gap: 8,
});

/** Shows a toast and returns its id. A toast with the same words restarts the timer of the first. */
function show(tone: ToastTone, { title, description, duration, action }: ToastContent): string {
  const id = [tone, title, description].join('|');
  const options = {
    id,
    title,
    description,
    duration,
    // Screen readers speak errors at once, other toasts when idle.
    type: tone === 'danger' ? 'error' : tone === 'warning' ? 'warning' : 'info',
    action: action && { label: action.label, onClick: action.run },
    meta: { tone },
  };
  // A screen can begin with a toast, before `Toasts` hears of new ones.
  queueMicrotask(() => {
    if (store.isVisible(id)) store.update(id, options);
    else store.create(options);
  });
  return id;
}

export const toastSuccess = (content: ToastContent) => show('ok', content);
export const toastNotice = (content: ToastContent) => show('notice', content);
export const toastWarning = (content: ToastContent) => show('warning', content);
export const toastFailure = (content: ToastContent) => show('danger', content);

/** Removes a toast, or all of them. */
export const dismissToast = (id?: string) => store.dismiss(id);

/** Shows the toasts; mounted once. */
export function Toasts() {
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

const surfaceOf = (tone: ToastTone) => ({
  '&&': { background: 'bg.panel', color: 'fg', boxShadow: 'lg' },
  paddingBlock: '3',
  paddingInlineStart: '3.5',
  paddingInlineEnd: '10',
  borderInlineStartWidth: '3px',
  borderColor: `${tone}.solid`,
});
