import { Box, Button, chakra, Flex, Grid } from '@chakra-ui/react';
import { CalendarClock, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { BatchRow } from '#core/reminders/batch-file.ts';
import { MINUTES_BETWEEN, type MinutesBetween } from '#core/reminders/batch-window.ts';
import { reminders } from '#core/reminders/contract.ts';
import { REMINDER_MESSAGES, ReminderMessage } from '#core/reminders/reminder.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { type ShownMessage, toastFailure, withdrawMessage } from '#web/components/messages/toaster.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { zoneOptions } from '#web/shared/reminders/time-zones.ts';
import { BATCH_FILES, readBatchFile } from './read-batch-file.ts';
import { WindowTable } from './window-table.tsx';

type Type = keyof typeof REMINDER_MESSAGES;

const typeIn = (parameters: URLSearchParams): Type => ReminderMessage.safeParse(parameters.get('t')).data ?? 'TestUnit';

export const firstReads: FirstReads = (parameters) => [readOf(reminders.last, { type: typeIn(parameters) })];

/** Schedules a reminder for each unit of a file. */
export default function BatchUploadPage() {
  const [parameters, setParameters] = useSearchParams();
  const type = typeIn(parameters);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ name: string; rows: readonly BatchRow[] }>();
  const [problem, setProblem] = useState<string>();
  const [told, setTold] = useState<ShownMessage>();
  const [minutesBetween, setMinutesBetween] = useState<MinutesBetween>(1);
  const [timeZone, setTimeZone] = useState('America/New_York');
  const [replace, setReplace] = useState(false);
  const { data } = useEndpoint(reminders.last, { type });
  const { trigger, isMutating } = useEndpointMutation(reminders.upload, {
    success: ({ total }) => `${total.toLocaleString('en')} reminders are being scheduled`,
    refreshes: [reminders.last],
  });

  const take = async (file: File) => {
    if (told) withdrawMessage(told);
    setProblem(undefined);
    setChosen(undefined);
    const read = await readBatchFile(file);
    if ('rows' in read) return setChosen({ name: file.name, rows: read.rows });
    setProblem(read.refused);
    setTold(toastFailure({ title: read.refused, duration: TOAST_DURATION.uploadFailure }));
  };
  const schedule = async () => {
    if (!chosen) return;
    const stored = await trigger({ type, rows: [...chosen.rows], minutesBetween, timeZone, replace });
    if (stored) navigate(paths.bulkSchedule(stored.schedule));
  };

  return (
    <Page>
      <PageHeader
        title="Batch upload"
        description="Schedules a reminder for each unit of a file, a few units a minute."
        {...(data?.last && {
          secondary: [
            { id: 'last', label: 'Open the last schedule', icon: ListChecks, href: paths.bulkSchedule(type) },
          ],
        })}
      />
      <Grid gap="6" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }} maxW="64rem">
        <Flex direction="column" gap="4">
          <Grid gap="4" templateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
            <SelectField
              name="type"
              label="Reminder"
              value={type}
              options={ReminderMessage.options.map((value) => ({ value, label: REMINDER_MESSAGES[value] }))}
              onChange={(next) => next && setParameters({ t: next }, { replace: true })}
            />
            <SelectField
              name="minutesBetween"
              label="Time between tests"
              value={minutesBetween}
              options={MINUTES_BETWEEN.map((value) => ({
                value,
                label: value === 1 ? '1 minute' : `${value} minutes`,
              }))}
              onChange={(next) => next && setMinutesBetween(next)}
            />
            <SelectField
              name="timeZone"
              label="Time zone of the window"
              value={timeZone}
              options={zoneOptions('America/New_York').map(({ value, label }) => ({ value, label }))}
              onChange={(next) => next && setTimeZone(next)}
            />
          </Grid>
          <CheckboxField
            name="replace"
            label="Replace reminders of this kind that units have already"
            value={replace}
            onChange={setReplace}
          />
          <FileDrop
            label="A CSV file with one unit per line"
            rules={BATCH_FILES}
            onFile={(file) => void take(file)}
            disabled={isMutating}
            {...(problem && { error: problem })}
          />
          {chosen && <chakra.p role="status">{`${chosen.name}: ${unitCount(chosen.rows.length)}`}</chakra.p>}
          <Box>
            <DisabledReason reason={chosen ? undefined : 'Choose a file with units first'}>
              <Button onClick={() => void schedule()} loading={isMutating}>
                <CalendarClock size={16} aria-hidden />
                Schedule reminders
              </Button>
            </DisabledReason>
          </Box>
        </Flex>
        <Flex direction="column" gap="5">
          <WindowTable />
          <FileRequirements />
        </Flex>
      </Grid>
    </Page>
  );
}

const FileRequirements = () => (
  <chakra.section aria-label="File requirements" color="fg.muted">
    <chakra.h2 textStyle="sectionTitle" color="fg" mb="2">
      File requirements
    </chakra.h2>
    <chakra.ul listStyle="disc" ps="5" display="flex" flexDirection="column" gap="1">
      <li>
        A first line with the headers: <Code>UnitSerNum</Code>, or <Code>LineID</Code> with a <Code>UnitID</Code> column
      </li>
      <li>One unit per line, at most 20,000</li>
    </chakra.ul>
  </chakra.section>
);

const Code = chakra('code', { base: { fontFamily: 'mono', color: 'fg' } });
