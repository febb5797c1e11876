import { Button, chakra, Flex } from '@chakra-ui/react';
import type { LookUp, LookUpOutcome } from '#core/accessories/look-up.ts';
import { shownDay } from '#core/shown-time.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';

const TONES: Readonly<Record<LookUpOutcome, Tone>> = { Match: 'ok', 'No RF': 'warning', 'Not Found': 'warning' };

interface LookUpResultProps {
  /** Undefined while it is looked up. */
  answer: LookUp | undefined;
  failure: string | undefined;
  /** Undefined if the Mytrex data was asked. */
  onMytrex: (() => void) | undefined;
}

/** What a look-up of a serial number found, with its warnings. */
export function LookUpResult({ answer, failure, onMytrex }: LookUpResultProps) {
  const { device } = answer ?? {};
  const style = useTimeStyle();
  return (
    <Flex direction="column" gap="1.5" align="flex-start" role="status" aria-label="Look-up">
      {!answer && !failure && <chakra.span color="fg.muted">Looking it up…</chakra.span>}
      {failure && <StatusBadge tone="danger" label={failure} />}
      {answer && <StatusBadge tone={TONES[answer.outcome]} label={answer.outcome} />}
      {device && (
        <chakra.span color="fg.muted">
          {[
            device.Type,
            `RF code ${device.RFCode}`,
            device.ManufacturedDate && `made ${shownDay(device.ManufacturedDate, style)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </chakra.span>
      )}
      {answer?.warnings.map((warning) => (
        <chakra.span key={warning} color="warning.fg">
          {warning}
        </chakra.span>
      ))}
      {answer?.outcome === 'Not Found' && onMytrex && (
        <Button size="sm" variant="outline" onClick={onMytrex}>
          Look it up in the Mytrex data
        </Button>
      )}
    </Flex>
  );
}
