import { createHash } from 'node:crypto';
import type { Handlers } from '#core/contract.ts';
import { type AlarmExport, sealedText } from '#core/monitoring-centers/alarm-export.ts';
import type { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { readAlarm } from '#data/monitoring-centers/read-alarm.ts';
import { unitStore } from '#data/units/units.ts';
import { sealingWith } from '#platform/session/sealing.ts';

type Served = Handlers<typeof monitoringCenters>;

/** A cursor of the audit opens with another purpose, so neither passes for the other. */
const PURPOSE = 'alarm export';
const seals = sealingWith('AUDIT_CURSOR_KEY');

const digestOf = (content: AlarmExport) => createHash('sha256').update(sealedText(content)).digest();

const exportAlarm: Served['exportAlarm'] & Served['operatorExport'] = async ({ input, scope }) => {
  const unit = await unitStore.get(scope, input.UnitSerNum);
  const content = await readAlarm(scope, unit, input, Date.now());
  return { content, seal: await seals.seal(digestOf(content), PURPOSE) };
};

export const exports: Pick<Served, 'exportAlarm' | 'operatorExport' | 'checkExport'> = {
  exportAlarm,
  operatorExport: exportAlarm,

  async checkExport({ input: { content, seal } }) {
    const sealed = await seals.open(seal, PURPOSE).catch(undefinedIfFalse);
    return { genuine: sealed?.equals(digestOf(content)) ?? false };
  },
};

/** KMS rejects a false seal by name; without KMS, the cipher does. All else is a failure of the network. */
function undefinedIfFalse(error: unknown): undefined {
  const { name, $metadata } = error as { name?: string; $metadata?: object };
  if ($metadata !== undefined && name !== 'InvalidCiphertextException' && name !== 'IncorrectKeyException') throw error;
}
