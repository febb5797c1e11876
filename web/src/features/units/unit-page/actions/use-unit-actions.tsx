import {
  BatteryFull,
  CloudDownload,
  HeartPulse,
  MessageSquare,
  RotateCcw,
  ScrollText,
  Shuffle,
  SquareTerminal,
  TableProperties,
  Unplug,
  Volume2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { OTA_USERS } from '#core/ota/access.ts';
import { ota } from '#core/ota/contract.ts';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { ACTIONS } from '#core/severity.ts';
import { sims } from '#core/sims/contract.ts';
import { REBOOT_TEXT } from '#core/sims/text-message.ts';
import { unitActors } from '#core/unit-actions/access.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import { isRemoteLogOn } from '#core/unit-actions/remote-log.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { units } from '#core/units/contract.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import { VITALS_EDITORS } from '#core/vitals/access.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import type { ConfirmRequest } from '#web/components/dialog/confirm-request.ts';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { call } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailure, showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { rebootQuestion } from '#web/shared/consoles/command-question.ts';
import type { UnitAnswer } from '../unit-news.ts';
import { BatteryDialog } from './battery-dialog.tsx';
import { CommandDialog } from './command-dialog.tsx';
import { ModeDialog } from './mode-dialog.tsx';
import { recordedWords } from './recorded.ts';
import { remoteLogConsequence } from './remote-log-question.ts';
import { TextMessageDialog } from './text-message-dialog.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';
import { VitalsDialog } from './vitals-dialog.tsx';

type DialogName = 'mode' | 'command' | 'text' | 'upgrade' | 'battery' | 'vitals';

/** What people do to a unit besides editing its configuration: items for its menu, and the dialog that is open. */
export function useUnitActions({ Unit, UnitDetailTable: detail, connection }: UnitAnswer): {
  items: ActionItem[];
  dialog: ReactNode;
} {
  const { UnitSerNum, UnitModel } = Unit;
  const may = useMay(unitActors);
  const mayLinkVitals = useMay(VITALS_EDITORS);
  const mayUpdate = useMay(OTA_USERS);
  const navigate = useNavigate();
  const confirm = useConfirm();
  const readAgain = useReadAgain();
  const [open, setOpen] = useState<DialogName>();
  const [offered, setOffered] = useState<FirmwareVersion>();
  if (!may) return { items: [], dialog: null };

  /** Stores a change after its question, and reads the unit again. */
  const store = async (question: ConfirmRequest, save: () => Promise<unknown>) => {
    if (!(await confirm(question))) return;
    try {
      await save();
      showSuccess('Database updated');
    } catch (error) {
      showFailure(error);
    } finally {
      void readAgain(units.get);
    }
  };

  const allowsSms = detail.AllowSMSConnect === '1';
  const logs = isRemoteLogOn(detail.RemoteLog, Date.now());
  const isVoice = UnitModel === DEFAULT_UNIT_MODEL;
  const reboot = rebootQuestion(UnitSerNum);

  /** By a command, or if the unit is away by a text message. Never by both: a command that waits would restart it a second time. */
  const restart = async () => {
    if (!(await confirm(reboot))) return;
    if (!connection.connected) return text('Reboot text failed to send. You will have to reboot the unit manually');
    try {
      const recorded = await call(unitActions.tcpMessage, { UnitSerNum, command: isVoice ? 'Reboot' : 'reboot' });
      showSuccess(recorded.state === 'sent' ? 'Reboot message sent' : recordedWords(recorded));
    } catch (error) {
      showFailure(error);
    }
  };
  const text = async (failure: string) => {
    try {
      await call(sims.smsMessage, { UnitSerNum, textMessage: REBOOT_TEXT });
      showSuccess('A reboot text as been sent to the unit.');
    } catch (error) {
      showFailureUnder(failure, error);
    }
  };
  const restartByText = async () => {
    if (await confirm(reboot)) await text('Error sending reboot text message');
  };

  const showOffer = async () => {
    try {
      setOffered((await call(ota.offeredFirmware, { UnitSerNum })).offered);
      setOpen('upgrade');
    } catch (error) {
      showFailure(error);
    }
  };

  const getVoiceFiles = async () => {
    try {
      await call(unitActions.downloadMissingVoiceFiles, { UnitSerNum });
      showSuccess('Successfully queued missing voice file');
    } catch (error) {
      showFailureUnder('Failed to queue missing voice file', error);
    } finally {
      void readAgain(unitConfiguration.syncQueue);
    }
  };

  const items: ActionItem[] = [
    {
      id: 'allow-sms',
      label: allowsSms ? 'Forbid connecting by SMS' : 'Allow connecting by SMS',
      icon: MessageSquare,
      startsGroup: true,
      run: () =>
        void store(
          {
            title: allowsSms ? `Forbid ${UnitSerNum} to connect by SMS?` : `Allow ${UnitSerNum} to connect by SMS?`,
            consequence: 'A unit that may connect by SMS can be asked by a text message to connect.',
            actionLabel: allowsSms ? 'Forbid' : 'Allow',
            ...ACTIONS.allowSms,
          },
          () => call(unitActions.allowSms, { UnitSerNum, AllowSMSConnect: allowsSms ? '0' : '1' }),
        ),
    },
    {
      id: 'remote-log',
      label: logs ? 'Switch the remote log off' : 'Switch the remote log on for 7 days',
      icon: ScrollText,
      run: () =>
        void store(
          {
            title: logs ? `Switch the remote log of ${UnitSerNum} off?` : `Switch the remote log of ${UnitSerNum} on?`,
            consequence: remoteLogConsequence(UnitModel, !logs),
            actionLabel: logs ? 'Switch off' : 'Switch on',
            ...ACTIONS.switchRemoteLog,
          },
          () => call(unitActions.allowRemoteLogging, { UnitSerNum, on: !logs }),
        ),
    },
    resetItem('errorState', 'Reset the error flag', detail.tcpFail),
    resetItem('downloadFail', 'Reset the download-failure flag', detail.downloadFail),
    {
      id: 'mode',
      label: 'Change the mode…',
      icon: Shuffle,
      startsGroup: true,
      ...(!isVoice && { disabledReason: `A ${UnitModel} has no modes` }),
      run: () => setOpen('mode'),
    },
    { id: 'battery', label: 'Record a new battery…', icon: BatteryFull, run: () => setOpen('battery') },
    { id: 'upgrade', label: 'Update the firmware…', icon: CloudDownload, run: () => void showOffer() },
    { id: 'voice-files', label: 'Download missing voice files', icon: Volume2, run: () => void getVoiceFiles() },
    ...(mayLinkVitals ? [{ id: 'vitals', label: 'Vitals…', icon: HeartPulse, run: () => setOpen('vitals') }] : []),
    ...(mayUpdate
      ? [
          {
            id: 'ota',
            label: 'Over the air',
            icon: CloudDownload,
            run: () => void navigate(paths.ota({ serialNumber: UnitSerNum })),
          },
          {
            id: 'live-report',
            label: 'Live report in a new tab',
            icon: TableProperties,
            run: () => void window.open(paths.liveProtocolLog(UnitSerNum), '_blank', 'noopener'),
          },
        ]
      : []),
    { id: 'command', label: 'Send a command…', icon: SquareTerminal, run: () => setOpen('command') },
    { id: 'text', label: 'Send a text message…', icon: MessageSquare, run: () => setOpen('text') },
    { id: 'reboot', label: 'Reboot the unit', icon: RotateCcw, tone: 'danger', run: () => void restart() },
    {
      id: 'reboot-text',
      label: 'Reboot the unit by text message',
      icon: RotateCcw,
      tone: 'danger',
      run: () => void restartByText(),
    },
  ];

  function resetItem(flag: 'errorState' | 'downloadFail', label: string, count: number): ActionItem {
    return {
      id: flag,
      label,
      icon: Unplug,
      ...(count === 0 && { disabledReason: 'It is not set' }),
      run: () =>
        void store(
          {
            title: `${label} of ${UnitSerNum}?`,
            consequence: 'The count begins at 0 again.',
            actionLabel: 'Reset the flag',
            ...ACTIONS.resetFlag,
          },
          () => call(unitActions.resetFlags, { UnitSerNum, [flag]: 0 }),
        ),
    };
  }

  const props = { UnitSerNum, onClose: () => setOpen(undefined) };
  const dialog = (
    <>
      {open === 'battery' && <BatteryDialog {...props} UnitModel={UnitModel} />}
      {open === 'vitals' && <VitalsDialog {...props} detail={detail} />}
      {open === 'mode' && <ModeDialog {...props} />}
      {open === 'command' && <CommandDialog {...props} UnitModel={UnitModel} />}
      {open === 'text' && <TextMessageDialog {...props} />}
      {open === 'upgrade' && <UpgradeDialog {...props} offered={offered} />}
    </>
  );
  return { items, dialog };
}
