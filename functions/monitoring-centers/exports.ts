import { createHash, verify } from 'node:crypto';
import { TOO_MANY_TRIES } from '#core/auth/gate-messages.ts';
import type { Handlers } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import {
  type AlarmExport,
  canonicalText,
  EXPORT_KEY_LIMIT,
  signedText,
} from '#core/monitoring-centers/alarm-export.ts';
import type { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { readAlarm } from '#data/monitoring-centers/read-alarm.ts';
import { unitStore } from '#data/units/units.ts';
import { rawKey, signingWith } from '#platform/aws/ed25519-key.ts';
import { addressSubject } from '#platform/http/address-subject.ts';

type Served = Handlers<typeof monitoringCenters>;

const key = signingWith('ALARM_EXPORT_KEY');

const signedBytes = (content: AlarmExport) =>
  Buffer.from(signedText(createHash('sha256').update(canonicalText(content)).digest('hex')));

const exportAlarm: Served['exportAlarm'] & Served['operatorExport'] = async ({ input, scope }) => {
  const unit = await unitStore.get(scope, input.UnitSerNum);
  const content = await readAlarm(scope, unit, input, Date.now());
  return { content, signature: (await (await key()).sign(signedBytes(content))).toString('base64') };
};

export const exports: Pick<Served, 'exportAlarm' | 'operatorExport' | 'checkExport' | 'exportKey'> = {
  exportAlarm,
  operatorExport: exportAlarm,

  async checkExport({ input: { content, signature } }) {
    const { publicKey } = await key();
    return { genuine: verify(null, signedBytes(content), publicKey, Buffer.from(signature, 'base64')) };
  },

  async exportKey({ request: { sourceIp } }) {
    if (!(await attemptStore.count(EXPORT_KEY_LIMIT, addressSubject(sourceIp), Date.now())))
      throw new AppError('TOO_MANY', TOO_MANY_TRIES);
    const { publicKey } = await key();
    return {
      algorithm: 'Ed25519',
      key: rawKey(publicKey),
      pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    };
  },
};
