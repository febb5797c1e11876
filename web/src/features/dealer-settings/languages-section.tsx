import { Button, chakra, Flex } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { assignLanguage, type LanguageKey, withdrawLanguage } from '#core/dealer-settings/languages.ts';
import { AppError } from '#core/errors.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { toastWarning } from '#web/components/messages/toaster.tsx';
import { Chip } from '#web/components/status/chip.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { Section } from './section.tsx';
import { REFRESHES, type Settings } from './use-settings.ts';

/** The languages that the dealer's units speak. */
export function LanguagesSection({ settings }: { settings: Settings }) {
  const { AssignedLanguages, AvailableLanguages } = settings;
  const keys = AssignedLanguages.map(({ LanguageKey: key }) => key);
  const [chosen, setChosen] = useState<LanguageKey>();
  const [error, setError] = useState<string>();
  const add = useEndpointMutation(dealerSettings.addLanguage, { refreshes: REFRESHES });
  const remove = useEndpointMutation(dealerSettings.removeLanguage, { refreshes: REFRESHES });

  const assign = async () => {
    const problem = chosen ? refusalOf(() => assignLanguage(keys, chosen)) : 'Choose a language first';
    setError(problem);
    if (problem || !chosen) return;
    if (await add.trigger({ LanguageKey: chosen })) setChosen(undefined);
  };
  const withdraw = (key: LanguageKey) => {
    const problem = refusalOf(() => withdrawLanguage(keys, key));
    if (problem) toastWarning({ title: problem, duration: TOAST_DURATION.failure });
    else void remove.trigger({ LanguageKey: key });
  };
  return (
    <Section title="Languages" description="At most 10 languages can be assigned.">
      <Flex as="ul" wrap="wrap" gap="1.5" aria-label="Assigned languages">
        {AssignedLanguages.map(({ LanguageKey: key, Description }) => (
          <li key={key}>
            <Chip onRemove={() => withdraw(key)} removeLabel={`Withdraw ${Description}`}>
              {Description}
            </Chip>
          </li>
        ))}
      </Flex>
      <chakra.form
        mt="3"
        display="flex"
        gap="2"
        alignItems="flex-start"
        aria-label="Assign a language"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void assign();
        }}
      >
        <SelectField
          name="LanguageKey"
          label="Language"
          labelHidden
          placeholder="Choose a language"
          options={AvailableLanguages.map(({ LanguageKey: value, Description: label }) => ({ value, label }))}
          value={chosen}
          {...(error !== undefined && { error })}
          onChange={(value) => {
            setChosen(value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="outline" loading={add.isMutating} loadingText="Assign" flexShrink="0">
          <Plus size={15} aria-hidden />
          Assign
        </Button>
      </chakra.form>
    </Section>
  );
}

function refusalOf(rule: () => unknown): string | undefined {
  try {
    rule();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
