import { chakra, Flex, Grid } from '@chakra-ui/react';
import type { AccessFlag } from '#core/access.ts';
import { whyNotChangeFlag, withFlag } from '#core/users/access-rules.ts';
import { FLAG_GROUPS, type FlagWords } from '#core/users/flag-words.ts';
import { SwitchButton } from '#web/components/form/switch-button.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';

interface AccessTogglesProps {
  /** The flags that are on. */
  value: readonly AccessFlag[];
  onChange: (flags: AccessFlag[]) => void;
  /** The administrator's own flags: nobody can grant a flag that they lack. */
  own: readonly AccessFlag[];
  /** Why no flag can be changed. */
  disabledReason?: string | undefined;
}

/** Every access flag as a toggle, with what it allows. A toggle also switches the flags that depend on it. */
export const AccessToggles = ({ value, onChange, own, disabledReason }: AccessTogglesProps) => (
  <Flex direction="column" gap="4">
    {FLAG_GROUPS.map(({ title, flags }) => (
      <chakra.section key={title} aria-label={title}>
        <chakra.h3 textStyle="xs" fontWeight="600" color="fg.muted" mb="1.5">
          {title}
        </chakra.h3>
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} columnGap="5" rowGap="1.5">
          {(Object.entries(flags) as [AccessFlag, FlagWords][]).map(([flag, { label, allows }]) => {
            const on = value.includes(flag);
            return (
              <DisabledReason key={flag} reason={disabledReason ?? whyNotChangeFlag(own, flag, !on)}>
                <SwitchButton
                  type="button"
                  role="switch"
                  aria-checked={on}
                  aria-label={`${label} (${flag})`}
                  aria-description={allows}
                  alignItems="flex-start"
                  onClick={() => onChange(withFlag(value, flag, !on))}
                >
                  <span data-thumb aria-hidden />
                  <chakra.span textAlign="start" minW="0">
                    {label}
                    <chakra.span display="block" textStyle="xs" color="fg.muted" lineHeight="1.3" textWrap="pretty">
                      {allows}
                    </chakra.span>
                  </chakra.span>
                </SwitchButton>
              </DisabledReason>
            );
          })}
        </Grid>
      </chakra.section>
    ))}
  </Flex>
);
