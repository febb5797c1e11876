import { AppError } from '#core/errors.ts';
import { nameSkeleton } from '#core/name-skeleton.ts';
import { MAX_SAVED_REPORTS } from '#core/saved-reports/limits.ts';
import type { SavedReport, SavedReportInput } from '#core/saved-reports/saved-report.ts';
import type { Scope } from '#core/scope.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { type Kept, type Owner, ownerOfReports, SavedReportsEntity } from './entities.ts';

async function read(shared: boolean, of: Owner) {
  const { data } = await SavedReportsEntity.get({ owner: ownerOfReports(shared, of) }).go({ consistent: true });
  return { reports: data?.reports ?? [], version: data?.version };
}

const BUSY = 'Others change the saved reports right now. Please try again';
const NAME_TAKEN = 'A saved report has this name already';
const entities = { saved: SavedReportsEntity };

/** Changes the saved reports of an owner. `next` returns undefined if there is nothing to change. */
async function update(
  scope: Scope,
  shared: boolean,
  next: (reports: readonly Kept[]) => { reports: Kept[]; audit?: SharedEntry } | undefined,
  now: number,
): Promise<void> {
  await retry(BUSY, async () => {
    const { reports, version } = await read(shared, scope);
    const changed = next(reports);
    if (!changed) return;
    const item = {
      owner: ownerOfReports(shared, scope),
      ...(shared && { DealerKey: scope.dealerKey }),
      reports: changed.reports,
      version: (version ?? 0) + 1,
    };
    const audit = shared && changed.audit ? [entryOf(scope, changed.audit, now)] : [];
    await change({ entities, audit, refused: { changed: RETRY } }, (to) => [
      to.saved.put(item).where(versionIs(version)).commit(),
    ]);
  });
}

export const savedReportStore = {
  /** The person's own saved reports, then those of the dealer, each by name. */
  async list(scope: Owner): Promise<Omit<SavedReport, 'mail'>[]> {
    const [own, shared] = await Promise.all([read(false, scope), read(true, scope)]);
    const byName = (one: Kept, other: Kept) => one.name.localeCompare(other.name, 'en');
    return [
      ...own.reports.toSorted(byName).map((report) => ({ ...report, shared: false })),
      ...shared.reports.toSorted(byName).map((report) => ({ ...report, shared: true })),
    ];
  },

  /** A saved report of the person or of the dealer; undefined if there is none. */
  async find(scope: Owner, reportId: string): Promise<Omit<SavedReport, 'mail'> | undefined> {
    return (await this.list(scope)).find((report) => report.reportId === reportId);
  },

  /** CONFLICT if the name is taken, TOO_LARGE if the person or the dealer has as many as there can be. */
  async save(scope: Scope, { shared, ...given }: SavedReportInput, now: number): Promise<Omit<SavedReport, 'mail'>> {
    const savedBy = scope.actor.fullName || scope.actor.userName;
    const report: Kept = { ...given, parameters: asRecord(given.parameters), reportId: newId(now), savedBy };
    await update(
      scope,
      shared,
      (reports) => {
        requireFree(reports, report);
        if (reports.length >= MAX_SAVED_REPORTS)
          throw new AppError('TOO_LARGE', `There are ${MAX_SAVED_REPORTS} saved reports already. Delete one first`);
        return { reports: [...reports, report], audit: { action: 'share report', name: report.name } };
      },
      now,
    );
    return { ...report, shared };
  },

  async rename(
    scope: Scope,
    { reportId, shared }: Pick<SavedReport, 'reportId' | 'shared'>,
    name: string,
    now: number,
  ) {
    await update(
      scope,
      shared,
      (reports) => {
        const was = reports.find((one) => one.reportId === reportId);
        if (!was) throw noSuchReport();
        requireFree(reports, { ...was, name });
        return {
          reports: reports.map((one) => (one === was ? { ...was, name } : one)),
          audit: { action: 'rename shared report', name },
        };
      },
      now,
    );
  },

  /** One that is gone already stays so. */
  remove: (scope: Scope, { reportId, shared }: Pick<SavedReport, 'reportId' | 'shared'>, now: number): Promise<void> =>
    update(
      scope,
      shared,
      (reports) => {
        const was = reports.find((one) => one.reportId === reportId);
        if (!was) return undefined;
        return {
          reports: reports.filter((one) => one !== was),
          audit: { action: 'delete shared report', name: was.name },
        };
      },
      now,
    ),
};

export const noSuchReport = () => new AppError('NOT_FOUND', 'There is no such saved report');

function requireFree(reports: readonly Kept[], { reportId, name }: Kept): void {
  const taken = reports.some((one) => one.reportId !== reportId && nameSkeleton(one.name) === nameSkeleton(name));
  if (taken) throw new AppError('CONFLICT', NAME_TAKEN, [{ path: 'name', message: NAME_TAKEN }]);
}

const asRecord = (given: Partial<Record<string, string>>) => given as Record<string, string>;

interface SharedEntry {
  action: 'share report' | 'rename shared report' | 'delete shared report';
  name: string;
}

const entryOf = (scope: Scope, { action, name }: SharedEntry, now: number) =>
  auditEntry(
    scope,
    { objectKind: 'dealer', objectId: String(scope.dealerKey), dealerKey: scope.dealerKey, action, after: { name } },
    now,
  );
