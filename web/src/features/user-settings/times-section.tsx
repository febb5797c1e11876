import { Box, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { auth } from '#core/auth/contract.ts';
import { shownTime, TIME_FORMATS, TimePreference } from '#core/shown-time.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { showNothingToUpdate } from '#web/lib/messages/show.ts';
import { everyZone } from '#web/shared/reminders/time-zones.ts';

/** The format and the zone of all times in the portal. */
export function TimesSection({ times }: { times: TimePreference }) {
  const { submit } = useEndpointMutation(userSettings.saveTimes, {
    success: 'Settings saved',
    refreshes: [auth.access, userSettings.read],
  });
  const form = useForm({
    schema: TimePreference,
    initial: times,
    onUnchanged: showNothingToUpdate,
    onSubmit: submit,
  });
  const { timeZone } = useTimeStyle();
  const [now] = useState(() => new Date());
  const shownZone = form.values.timeZone ?? timeZone;

  return (
    <SettingSection title="Times" description="How times are shown to you, on every screen.">
      <Form form={form} label="Times">
        <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
          <SelectField
            label="Format"
            placeholder="As in this browser"
            options={TIME_FORMATS.map((format) => ({
              value: format,
              label: shownTime(now, { format, timeZone: shownZone }),
            }))}
            {...form.field('format')}
          />
          <SearchSelectField
            label="Time zone"
            placeholder="As in this browser"
            clearable
            options={everyZone()}
            {...form.field('timeZone')}
          />
        </Grid>
        <Box>
          <SubmitButton form={form}>Save times</SubmitButton>
        </Box>
      </Form>
    </SettingSection>
  );
}
