import { Box, Button, chakra, Flex, Grid, Text } from '@chakra-ui/react';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { devTools } from '#core/dev-tools/contract.ts';
import { LIVE_REPORT_MESSAGES, LIVE_TABLES, type LiveTableName, TABLE_KEY } from '#core/dev-tools/live-report.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { REFRESHES, type Refresh, refreshWords, reportAt } from './live-report-address.ts';

const FIRST_TABLE: LiveTableName = 'protocolLog';

export const firstReads: FirstReads = (parameters) => [
  readOf(devTools.liveTables, {}),
  readOf(devTools.liveColumns, { tableName: reportAt(parameters).tableName ?? FIRST_TABLE }),
];

/** Chooses the table, the columns and the rows of a live report. */
export default function LiveReportsPage() {
  const { parameters, change } = useAddressParameters();
  const asked = reportAt(parameters);
  const tableName = asked.tableName ?? FIRST_TABLE;
  const tables = useEndpoint(devTools.liveTables, {});
  return (
    <Page>
      <PageHeader title="Live reports" description="The newest rows of a unit in a table, read again and again." />
      {tables.error && !tables.data ? (
        <ErrorState title={LIVE_REPORT_MESSAGES.noTable} failure={tables.error} onRetry={() => void tables.mutate()} />
      ) : (
        <Flex direction="column" gap="5" maxW="56rem">
          <Box maxW="20rem">
            <SelectField<LiveTableName>
              name="tableName"
              label="Table"
              value={tableName}
              onChange={(name) =>
                change({ tableName: name, columns: undefined, columnValues: undefined, star: undefined })
              }
              options={(tables.data?.tables ?? [{ tableName, title: LIVE_TABLES[tableName] }]).map((table) => ({
                value: table.tableName,
                label: table.title,
              }))}
            />
          </Box>
          <ReportForm key={tableName} tableName={tableName} asked={asked} />
        </Flex>
      )}
    </Page>
  );
}

interface ReportFormProps {
  tableName: LiveTableName;
  asked: ReturnType<typeof reportAt>;
}

function ReportForm({ tableName, asked }: ReportFormProps) {
  const navigate = useNavigate();
  const { data } = useEndpoint(devTools.liveColumns, { tableName });
  const [star, setStar] = useState(asked.columns === '' || asked.columns === '*');
  const [chosen, setChosen] = useState<readonly string[]>(star ? [] : asked.columns.split(','));
  const [whereClause, setWhereClause] = useState(asked.whereClause || `${TABLE_KEY} = ""`);
  const [refresh, setRefresh] = useState<Refresh>(asked.refresh);
  const [refused, setRefused] = useState(false);
  const isEmpty = !star && chosen.length === 0;
  const run = () => {
    setRefused(isEmpty);
    if (isEmpty) return;
    void navigate(
      paths.liveReport({
        tableName,
        columns: star ? '*' : chosen.join(','),
        whereClause,
        ...(star && { star: 'true' }),
        columnValues: chosen.join(','),
        tableKey: data?.tableKey ?? TABLE_KEY,
        intervalFrequency: String(refresh),
      }),
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Flex direction="column" gap="5">
        <Flex as="fieldset" direction="column" gap="2">
          <chakra.legend textStyle="sm" fontWeight="600" mb="2">
            Columns
          </chakra.legend>
          <CheckboxField name="star" label="All columns" value={star} onChange={setStar} />
          {!star && (
            <Grid templateColumns={{ base: '1fr 1fr', md: 'repeat(4, 1fr)' }} gap="2">
              {data?.columns.map((column) => (
                <CheckboxField
                  key={column}
                  name={column}
                  label={column}
                  value={chosen.includes(column)}
                  onChange={(on) => setChosen(on ? [...chosen, column] : chosen.filter((name) => name !== column))}
                />
              ))}
            </Grid>
          )}
          {refused && isEmpty && (
            <Text role="alert" color="danger.fg" textStyle="sm">
              {LIVE_REPORT_MESSAGES.noColumn}
            </Text>
          )}
        </Flex>
        <TextField
          name="whereClause"
          label="Where"
          identifier
          maxLength={1000}
          value={whereClause}
          onChange={setWhereClause}
          help={`Choose one unit by its serial number, and conditions if you like: ${TABLE_KEY} = "400220" and messageType = "Ping". Operators: = != < <= > >= like, joined by and.`}
        />
        <Flex gap="3" align="flex-end" wrap="wrap">
          <Box w="14rem">
            <SelectField<Refresh>
              name="intervalFrequency"
              label="Refresh"
              value={refresh}
              onChange={(next) => next !== undefined && setRefresh(next)}
              options={REFRESHES.map((value) => ({ value, label: refreshWords(value) }))}
            />
          </Box>
          <Button type="submit">
            <Play aria-hidden />
            Run the report
          </Button>
        </Flex>
      </Flex>
    </form>
  );
}
