import { Button, chakra } from '@chakra-ui/react';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { ACTIONS } from '#core/severity.ts';
import { units } from '#core/units/contract.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useUnsaved } from '#web/components/unsaved/unsaved-work.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { type GivenSecret, GivenSecretDialog } from './given-secret-dialog.tsx';
import { Panel } from './panel.tsx';
import type { UnitAnswer } from './unit-news.ts';

/** How the unit proves its identity when it connects, and the button that gives it a secret. */
export function LoginPanel({ answer: { Unit: unit, proof, connection } }: { answer: UnitAnswer }) {
  const { UnitSerNum } = unit;
  const { secretSince } = proof;
  const may = useMay(units.giveSecret.access);
  const confirm = useConfirm();
  const { trigger, isMutating } = useEndpointMutation(units.giveSecret, { refreshes: [units.get, units.list] });
  const [given, setGiven] = useState<GivenSecret>();
  const action = secretSince === undefined ? 'Give a secret' : 'Replace the secret';

  const give = async () => {
    if (!(await confirm(questionFor(UnitSerNum, action)))) return;
    // The modal dialog opens before the call: people who leave the tab meanwhile would lose the secret.
    setGiven({});
    setGiven(await trigger({ UnitSerNum, ...(secretSince !== undefined && { replaces: secretSince }) }));
  };
  const withdrawal = useEndpointMutation(units.withdrawSecret, { refreshes: [units.get, units.list] });
  const withdraw = async (since: string) => {
    if (await confirm(withdrawalOf(UnitSerNum))) await withdrawal.trigger({ UnitSerNum, since });
  };
  useUnsaved(given !== undefined, 'The secret is shown only here, and is lost if you leave.');

  return (
    <Panel title="Login">
      <KeyValueList
        items={[
          {
            label: 'Secret',
            value: secretSince === undefined ? 'None' : <Given since={secretSince} />,
          },
          { label: 'Proof of identity', value: <ProofWords {...proof} connected={connection.connected} /> },
        ]}
      />
      <DisabledReason reason={may ? undefined : 'You may view units, but not change them'}>
        <Button
          size="sm"
          variant="outline"
          mt="4"
          loading={isMutating}
          loadingText={action}
          onClick={() => void give()}
        >
          <KeyRound size={15} aria-hidden />
          {action}
        </Button>
      </DisabledReason>
      {may && secretSince !== undefined && (
        <Button
          size="sm"
          variant="outline"
          mt="2"
          loading={withdrawal.isMutating}
          loadingText="Withdraw it"
          onClick={() => void withdraw(secretSince)}
        >
          <KeyRound size={15} aria-hidden />
          Withdraw it
        </Button>
      )}
      <GivenSecretDialog UnitSerNum={UnitSerNum} given={given} onDone={() => setGiven(undefined)} />
    </Panel>
  );
}

const Given = ({ since }: { since: string }) => (
  <span>
    {'Given '}
    <RelativeTime at={since} focusable />
  </span>
);

type ProofWordsProps = UnitAnswer['proof'] & Pick<UnitAnswer['connection'], 'connected'>;

function ProofWords({ secretSince, mayConnectWithout, connected }: ProofWordsProps) {
  if (secretSince !== undefined) return 'At each login';
  if (mayConnectWithout) return 'None, trusted by its label';
  return (
    <chakra.span color="danger.fg">
      {connected ? 'Missing, so its next login will be refused' : 'Missing, so it cannot connect'}
    </chakra.span>
  );
}

const withdrawalOf = (UnitSerNum: string) =>
  ({
    title: `Withdraw the secret of ${UnitSerNum}?`,
    consequence: 'Its connection ends within ten minutes. It cannot connect again until it is given a new secret.',
    actionLabel: 'Withdraw it',
    ...ACTIONS.withdrawSecret,
  }) as const;

const questionFor = (UnitSerNum: string, action: string) =>
  ({
    title: action === 'Give a secret' ? `Give ${UnitSerNum} a secret?` : `Replace the secret of ${UnitSerNum}?`,
    consequence:
      'Its connection ends within ten minutes. It cannot connect again until the new secret is stored in it, and sends no alarms meanwhile.',
    actionLabel: action,
    ...ACTIONS.giveSecret,
  }) as const;
