import { Flex } from '@chakra-ui/react';
import { SIGN_OUT_ADDRESSES } from '#core/auth/sign-out-address.ts';
import { type DealerRules, UNIT_ID_OPTIONS } from '#core/dealers/rules.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { Section } from './section.tsx';
import { SwitchLine } from './switch-line.tsx';
import { type Settings, useDetailsChange } from './use-settings.ts';

const SIGN_OUT_WORDS = { '/login': 'Login', '/telus': 'Telus login' } as const;

/** The special rules of this dealer, for engineers. */
export function RulesSection({ Rules }: { Rules: NonNullable<Settings['Rules']> }) {
  const { trigger } = useDetailsChange('Preferences Updated!');
  const change = (part: Partial<DealerRules>) => trigger({ old: { Rules }, new: { Rules: { ...Rules, ...part } } });
  const { unitIDOptions } = Rules;
  return (
    <Section title="Rules of this dealer" description="Only engineers see and set these.">
      <Flex direction="column" align="flex-start">
        {UNIT_ID_OPTIONS.map((option) => {
          const on = unitIDOptions.includes(option);
          return (
            <SwitchLine
              key={option}
              label={`Orders offer ‘${option}’`}
              on={on}
              reason={on && unitIDOptions.length === 1 ? 'Orders offer at least one option' : undefined}
              onChange={() =>
                change({
                  unitIDOptions: UNIT_ID_OPTIONS.filter((one) => (one === option ? !on : unitIDOptions.includes(one))),
                })
              }
            />
          );
        })}
        <SwitchLine
          label="Orders of MXD-LTE need a file of unit IDs"
          on={Rules.udiFileRequired}
          onChange={(udiFileRequired) => change({ udiFileRequired })}
        />
        <SwitchLine
          label="Print a unit ID label for myConnect"
          on={Rules.unitIDLabel}
          onChange={(unitIDLabel) => change({ unitIDLabel })}
        />
        <SwitchLine label="Units are IMPRA units" on={Rules.impra} onChange={(impra) => change({ impra })} />
      </Flex>
      <Flex mt="4" maxW="16rem">
        <SelectField
          name="signOutAddress"
          label="Its users sign out to"
          options={SIGN_OUT_ADDRESSES.map((value) => ({ value, label: SIGN_OUT_WORDS[value] }))}
          value={Rules.signOutAddress}
          onChange={(signOutAddress) => signOutAddress && void change({ signOutAddress })}
        />
      </Flex>
    </Section>
  );
}
