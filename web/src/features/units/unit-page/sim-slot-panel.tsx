import { Button, chakra, Flex } from '@chakra-ui/react';
import { RotateCcw, Unplug } from 'lucide-react';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import type { sims } from '#core/sims/contract.ts';
import { isDialable } from '#core/sims/identifiers.ts';
import { voiceOf } from '#core/sims/live-state.ts';
import type { Unit } from '#core/units/unit.ts';
import { type KeyValue, KeyValueList } from '#web/components/page/key-value-list.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { formatBytes } from '#web/components/upload/file-rules.ts';
import type { Output } from '#web/lib/api/api.ts';
import { InUse, SimStateBadge } from '../sim-state-badge.tsx';
import { SimActions } from './sim-actions.tsx';
import { type Correction, useCorrection } from './use-correction.ts';

type SlotContent = NonNullable<Output<typeof sims.simData>['slot1']>;
type ToldSlot = Exclude<SlotContent, { failure: string }>;

interface SimSlotPanelProps {
  unit: Unit;
  slot: 1 | 2;
  content: SlotContent;
  onRetry: () => void;
  retrying: boolean;
}

/** One SIM: the carrier's state, the stored state, and the correction if they differ. */
export function SimSlotPanel({ unit, slot, content, onRetry, retrying }: SimSlotPanelProps) {
  const told = 'failure' in content ? undefined : content;
  const live = told?.deviceDetails.state;
  const { correction, retry } = useCorrection({
    UnitSerNum: unit.UnitSerNum,
    slot,
    stored: content.storedState,
    live,
  });
  const isActive = content.iccid === unit.ActiveICCID;
  return (
    <chakra.section aria-label={`Slot ${slot}`} borderWidth="1px" borderRadius="l3" bg="bg.panel" overflow="hidden">
      <Flex align="center" gap="2.5" px="4" py="3" borderBottomWidth="1px" wrap="wrap">
        <chakra.h2 textStyle="sectionTitle">{`Slot ${slot} · ${CARRIER_NAMES[content.carrier]}`}</chakra.h2>
        {isActive && <InUse />}
        <chakra.span ms="auto">
          {live === undefined ? (
            <StatusBadge tone="warning" label="No answer" />
          ) : (
            <SimStateBadge state={live} inUse={isActive} />
          )}
        </chakra.span>
      </Flex>
      <CorrectionNote correction={correction} stored={content.storedState} live={live} onRetry={() => void retry()} />
      {'failure' in content ? (
        <CarrierFailure content={content} onRetry={onRetry} retrying={retrying} />
      ) : (
        <>
          <chakra.div px="4" py="3.5">
            <KeyValueList items={factsOf(content)} />
          </chakra.div>
          <SimActions unit={unit} slot={slot} told={content} />
        </>
      )}
    </chakra.section>
  );
}

interface CorrectionNoteProps {
  correction: Correction;
  stored: number;
  live: number | undefined;
  onRetry: () => void;
}

/** Says that the stored state differed from the carrier's, and whether it was corrected. */
function CorrectionNote({ correction, stored, live, onRetry }: CorrectionNoteProps) {
  if (correction.step === 'none') return null;
  const failed = correction.step === 'failed';
  const from = correction.step === 'corrected' ? correction.from : stored;
  const to = correction.step === 'corrected' ? correction.to : live;
  return (
    <Flex
      role="status"
      align="center"
      gap="2"
      wrap="wrap"
      px="4"
      py="2"
      textStyle="xs"
      bg={failed ? 'danger.subtle' : 'notice.subtle'}
      borderBottomWidth="1px"
    >
      <span>The carrier says</span>
      <SimStateBadge state={to} look="plain" />
      <span>{failed ? 'but stored is' : correction.step === 'correcting' ? 'stored is' : 'stored was'}</span>
      <SimStateBadge state={from} look="plain" />
      <chakra.span fontWeight="600">
        {correction.step === 'correcting' && 'Correcting it'}
        {correction.step === 'corrected' && 'Corrected'}
      </chakra.span>
      {failed && (
        <>
          <chakra.span color="danger.fg">{`It could not be corrected: ${correction.message}`}</chakra.span>
          <Button size="2xs" variant="outline" onClick={onRetry}>
            Try again
          </Button>
        </>
      )}
    </Flex>
  );
}

interface CarrierFailureProps {
  content: Extract<SlotContent, { failure: string }>;
  onRetry: () => void;
  retrying: boolean;
}

function CarrierFailure({ content, onRetry, retrying }: CarrierFailureProps) {
  return (
    <Flex direction="column" gap="3" px="4" py="3.5">
      <Flex role="alert" gap="2.5" align="flex-start">
        <chakra.span color="danger.fg" pt="0.5">
          <Unplug size={17} aria-hidden />
        </chakra.span>
        <chakra.div flex="1">
          <chakra.p fontWeight="600">{`${CARRIER_NAMES[content.carrier]} did not answer`}</chakra.p>
          <chakra.p color="fg.muted">{content.failure}</chakra.p>
        </chakra.div>
        <Button size="xs" variant="outline" onClick={onRetry} loading={retrying} loadingText="Asking">
          <RotateCcw size={14} aria-hidden />
          Ask again
        </Button>
      </Flex>
      <KeyValueList
        items={[
          { label: 'ICCID', value: content.iccid, copyable: true },
          { label: 'Stored state', value: <SimStateBadge state={content.storedState} look="plain" /> },
        ]}
      />
    </Flex>
  );
}

const VOICE_WORDS = {
  pending: 'Activation is pending',
  notInService: 'Not in service',
  notReady: 'Not ready to be called',
  ready: 'Ready',
} as const;

function factsOf(slot: ToldSlot): KeyValue[] {
  const { iccid, deviceDetails, sessionInfo, usage } = slot;
  const { msisdn, imei, status, dateActivated, dateUpdated, SIMOTADate } = deviceDetails;
  const inSession = sessionInfo.dateSessionStarted !== undefined && sessionInfo.dateSessionEnded === undefined;
  return [
    { label: 'ICCID', value: iccid, copyable: true },
    { label: 'Number', value: msisdn && <PhoneNumber msisdn={msisdn} /> },
    { label: 'IMEI', value: imei, ...(imei && { copyable: true }) },
    { label: 'State at the carrier', value: status },
    { label: 'Voice', value: VOICE_WORDS[voiceOf(slot)] },
    { label: 'Session', value: inSession ? <Since at={sessionInfo.dateSessionStarted} /> : <Ended {...sessionInfo} /> },
    { label: 'Activated', value: dateActivated && <ExactTime at={dateActivated} seconds={false} /> },
    { label: 'Updated', value: dateUpdated && <ExactTime at={dateUpdated} seconds={false} /> },
    ...(SIMOTADate ? [{ label: 'Written over the air', value: <ExactTime at={SIMOTADate} seconds={false} /> }] : []),
    { label: 'Usage', value: usageWords(usage) },
  ];
}

const PhoneNumber = ({ msisdn }: { msisdn: string }) => (
  <span>
    <chakra.span textStyle="identifier">{msisdn}</chakra.span>
    {!isDialable(msisdn) && <chakra.span color="fg.muted">, not dialable</chakra.span>}
  </span>
);

const Since = ({ at }: { at: string | undefined }) => (
  <span>
    <chakra.span color="ok.fg">In session</chakra.span>
    {' since '}
    <ExactTime at={at} seconds={false} />
  </span>
);

const Ended = ({ dateSessionEnded }: { dateSessionEnded?: string | undefined }) =>
  dateSessionEnded ? (
    <span>
      {'Ended '}
      <ExactTime at={dateSessionEnded} seconds={false} />
    </span>
  ) : (
    'None yet'
  );

function usageWords({ dataBytes, sms, voiceSeconds }: ToldSlot['usage']): string {
  const voice =
    voiceSeconds === undefined ? undefined : `${Math.round(voiceSeconds / 60).toLocaleString('en')} min of voice`;
  return [formatBytes(dataBytes), `${sms.toLocaleString('en')} SMS`, voice].filter(Boolean).join(', ');
}
