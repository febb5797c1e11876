import { Button, Flex, Heading, Skeleton, Text } from '@chakra-ui/react';
import { Link } from 'react-router';
import { reports } from '#core/reports/contract.ts';
import type { ReportRow } from '#core/reports/report-row.ts';
import { IN_SESSION, sessionEnd } from '#core/reports/session.ts';
import { shownImei } from '#core/sims/identifiers.ts';
import { shownFirmware } from '#core/units/unit.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { useOpenable } from '#web/components/text/openable.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';

interface UnitDetailDialogProps {
  row: ReportRow;
  onClose: () => void;
}

/** A unit of a report for engineers: its latest session with the carrier, and its last pings around the time of the row. */
export function UnitDetailDialog({ row, onClose }: UnitDetailDialogProps) {
  const { UnitSerNum } = row;
  const isOpenable = useOpenable();
  const { data, error, mutate } = useEndpoint(reports.sessionDetail, { UnitSerNum });
  const { data: peak } = useEndpoint(reports.peakPings, { UnitSerNum, DateAdded: row.at });
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={`Unit ${UnitSerNum}`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          {isOpenable(paths.unit(UnitSerNum)) && (
            <Button asChild>
              <Link to={paths.unit(UnitSerNum)}>Open unit</Link>
            </Button>
          )}
        </>
      }
    >
      {error && <ErrorState title="The unit could not be read" failure={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton h="40" aria-label="Reading the unit" />}
      {data && (
        <Flex direction="column" gap="4">
          <KeyValueList
            items={[
              { label: 'Serial number', value: data.recentUnitInfo.UnitSerNum, copyable: true },
              { label: 'Model', value: data.recentUnitInfo.UnitModel },
              { label: 'Firmware', value: shownFirmware(data.recentUnitInfo.FirmVer) },
              { label: 'PCB serial number', value: data.recentUnitInfo.PCBSerNum },
              { label: 'IMEI', value: shownImei(data.recentUnitInfo.IMEI), copyable: true },
            ]}
          />
          <Heading as="h3" textStyle="sm">
            Session
          </Heading>
          {data.failure !== undefined && <Text color="fg.muted">{data.failure}</Text>}
          {data.sessionInfo && (
            <KeyValueList
              items={[
                { label: 'Session start', value: <ExactTime at={data.sessionInfo.dateSessionStarted} /> },
                { label: 'Session end', value: <SessionEnd at={sessionEnd(data.sessionInfo)} /> },
                { label: 'Data usage', value: bytes(data.sessionInfo.ctdDataUsage) },
              ]}
            />
          )}
          {peak && <Text color="fg.muted">{pingWords(peak.pings.length)}</Text>}
        </Flex>
      )}
    </Dialog>
  );
}

const SessionEnd = ({ at }: { at: string | undefined }) => (at === IN_SESSION ? IN_SESSION : <ExactTime at={at} />);

const bytes = (count: number | null | undefined) =>
  count === null || count === undefined ? undefined : `${(count / 1_048_576).toFixed(1)} MB`;

const pingWords = (count: number) =>
  `${count} ${count === 1 ? 'ping' : 'pings'} within a day of the time in the report`;
