import { ROOT_PATH } from '#core/dealers/tree.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { isRemoteLogOn, remoteLogEnd } from '#core/unit-actions/remote-log.ts';
import { mayLoginWithoutProof } from '#core/units/proof.ts';
import { DESTROYED, SerialNumber } from '#core/units/unit.ts';
import { loginReads } from '#data/units/login-reads.ts';
import type { RefusalReason } from '#protocol/errors.ts';
import { checkProof } from '#protocol/proof.ts';
import type { Admission, Units } from '../ports.ts';

/** A unit that is silent for longer than three of these is disconnected. */
export const HEARTBEAT_SECONDS = 60;

/** The first 15 digits identify the modem; a 16th is the version of its software. */
const modemOf = (imei: string) => imei.slice(0, 15);

/** Accepts the units of the table, with the modem that the table has for them. Who may log in without a proof: `mayLoginWithoutProof`. */
export const tableUnits: Units = {
  async authenticate(login): Promise<Admission> {
    const { UnitSerNum, UnitModel, imei } = login;
    // What no unit can have is no key of the table, and fails the reads of those who log in at the same moment.
    if (!SerialNumber.safeParse(UnitSerNum).success) return refused('unknownUnit');
    const { unit, proof: stored } = await loginReads.unit(UnitSerNum);
    const { secret, since, trustedByLabel } = stored;
    const isProofRequired = await loginReads.requireProof(dealerKeysOf(unit?.dealerPath ?? ROOT_PATH));
    if (!unit) return refused('unknownUnit');
    if (modemOf(unit.IMEI) !== modemOf(imei)) return refused('imeiMismatch');
    if (unit.UnitModel !== UnitModel) return refused('modelMismatch');
    if (unit.UnitStatus === DESTROYED) return refused('outOfService');
    if (!secret && !mayLoginWithoutProof(trustedByLabel, isProofRequired)) return refused('noProof');
    if (secret && !login.proof) return refused('missingProof');
    const proof = secret && checkProof(secret, login, Date.now());
    if (proof === 'stale') return refused('staleProof');
    if (proof === 'wrong') return refused('badProof');
    return {
      accepted: true,
      proven: proof === 'right',
      ...(since !== undefined && { secretSince: since }),
      heartbeatSeconds: HEARTBEAT_SECONDS,
      ...(isRemoteLogOn(unit.RemoteLog, Date.now()) && { capturesUntil: remoteLogEnd(unit.RemoteLog) }),
    };
  },

  async isSecretOf(UnitSerNum, secretSince) {
    return (await loginReads.secretSince(UnitSerNum)) === secretSince;
  },
};

const refused = (reason: RefusalReason) => ({ accepted: false, reason }) as const;
